// How fast <shogi-board> is, in a real Chromium: `node bench/board.mjs`. CHROMIUM names another browser.
//
// Taikyoku (36x36, 804 men) must paint in under 150 ms and drag at 60 frames a second; a step through a shogi game
// must take less than 16 ms. Ends with 1 where a figure is missed. `cpu` is time of the browser's main thread, which
// other programs do not lengthen; it decides. The other times are by the clock, and mean little on a busy machine.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { build } from "vite";

const config = new URL("../embed/vite.config.ts", import.meta.url).pathname;
const [bundle] = [await build({ configFile: config, logLevel: "error", build: { write: false } })].flat();
const script = bundle.output.find((file) => file.type === "chunk").code;

/** The start of a catalogue file. What is drawn on the men does not matter here, only that each has two kanji. */
function variant(slug) {
  const text = readFileSync(new URL(`../../crates/koma-variants/catalogue/${slug}.yaml`, import.meta.url), "utf8");
  const [, files, ranks] = /board: \{ files: (\d+), ranks: (\d+) \}/.exec(text);
  const sfen = /start: "(.*)"/.exec(text)[1];
  const codes = [...text.matchAll(/code: "(\+?[A-Z]+)"/g)].map((match) => match[1]);
  const kanji = [..."龍馬金銀銅鉄石土瓦木虎豹鹿狼鷲鷹鶴車兵将王子"];
  const kinds = [...new Set(codes)].map((code, i) => ({
    code,
    kanji: kanji[i % kanji.length] + kanji[(i * 7 + 3) % kanji.length],
    letter: code,
    name: code,
    nameJa: code,
    promotesTo: codes.includes(`+${code}`) ? `+${code}` : null,
    demotesTo: code.startsWith("+") ? code.slice(1) : null,
  }));
  return { variant: { files: Number(files), ranks: Number(ranks), kinds, hasHands: slug === "shogi" }, sfen };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
page.on("pageerror", (error) => {
  throw error;
});
await page.route("http://bench.test/", (route) =>
  route.fulfill({
    contentType: "text/html",
    body: '<!doctype html><title>bench</title><script type="module" src="/b.js"></script>',
  }),
);
await page.route("http://bench.test/b.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
await page.goto("http://bench.test/");
await page.evaluate(async () => {
  await customElements.whenDefined("shogi-board");
  window.afterPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.middle = (times, part = 0.5) => [...times].sort((a, b) => a - b)[Math.floor(times.length * part)];
});

const session = await page.context().newCDPSession(page);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
async function threadTime() {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}

/** Runs something, and gives its figures with the time of the main thread, divided among `times`. */
async function withCpu(times, run) {
  const before = await threadTime();
  const figures = await run();
  return { cpu: ((await threadTime()) - before) / times, ...figures };
}

/** Milliseconds to make a board and to see it; `rest` is what a large board does afterwards, for what is not yet seen. */
async function paint(data) {
  const runs = [];
  for (let run = 0; run < 9; run++) {
    await page.evaluate(async () => {
      document.body.replaceChildren();
      await window.afterPaint();
    });
    const seen = await withCpu(1, () =>
      page.evaluate(async ({ variant, sfen }) => {
        const began = performance.now();
        const board = document.createElement("shogi-board");
        Object.assign(board, { variant, sfen, animation: false });
        document.body.append(board);
        board.update();
        const built = performance.now() - began;
        await window.afterPaint();
        return { built, painted: performance.now() - began };
      }, data),
    );
    const rest = await withCpu(1, () => page.evaluate(() => new Promise((done) => setTimeout(done, 150))));
    runs.push({ ...seen, rest: rest.cpu });
  }
  const median = (key) => runs.map((run) => run[key]).sort((a, b) => a - b)[4];
  return Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(key)]));
}

/** Frames while a man is dragged, or the board moved: the time between them and the work in each. */
const frames = (data, what) =>
  page.evaluate(
    async ({ data, what }) => {
      const { variant, sfen } = data;
      const board = document.createElement("shogi-board");
      document.body.replaceChildren(board);
      const from = what === "drag" ? `${Math.ceil(variant.files / 2)}z` : "";
      Object.assign(board, { variant, sfen, moves: what === "drag" ? [`18z18y`, `18z18x`] : [], side: "both" });
      board.update();
      await window.afterPaint();
      const root = board.shadowRoot;
      const target = root.querySelector(".stack");
      const start = what === "drag" ? board.geometry().square(from) : { x: 600, y: 300 };
      const send = (type, x, y) =>
        target.dispatchEvent(
          new PointerEvent(type, {
            clientX: x,
            clientY: y,
            pointerId: 1,
            pointerType: "mouse",
            button: 0,
            bubbles: true,
            composed: true,
          }),
        );
      const [between, work] = [[], []];
      if (what !== "zoom") send("pointerdown", start.x, start.y);
      let last = performance.now();
      for (let frame = 0; frame < 120; frame++) {
        const now = await new Promise((done) => requestAnimationFrame(done));
        const began = performance.now();
        const [x, y] = [start.x + 200 * Math.sin(frame / 9), start.y + 120 * Math.cos(frame / 7)];
        if (what === "zoom") {
          const deltaY = frame % 40 < 20 ? -12 : 12;
          target.dispatchEvent(
            new WheelEvent("wheel", {
              deltaY,
              ctrlKey: true,
              clientX: 500,
              clientY: 400,
              bubbles: true,
              composed: true,
              cancelable: true,
            }),
          );
        } else send("pointermove", x, y);
        work.push(performance.now() - began);
        if (frame > 2) between.push(now - last);
        last = now;
      }
      if (what !== "zoom") send("pointerup", start.x, start.y);
      const ghost = root.querySelector(".ghost");
      return {
        p50: window.middle(between),
        p95: window.middle(between, 0.95),
        work: window.middle(work),
        ghost: Boolean(ghost),
      };
    },
    { data, what },
  );

/** Milliseconds a step through a game takes: the work, and until it is seen. */
const steps = (data) =>
  page.evaluate(async ({ variant, sfen }) => {
    const board = document.createElement("shogi-board");
    document.body.replaceChildren(board);
    Object.assign(board, { variant, sfen, moves: null });
    board.update();
    await window.afterPaint();
    const moves = Array.from({ length: 60 }, (_, i) => `${(i % 9) + 1}g${((i * 5) % 9) + 1}f`);
    const later = sfen.replace("PPPPPPPPP", "PPPP1PPPP").replace("/9/9/9/", "/9/9/4P4/");
    const work = [];
    for (let i = 0; i < 60; i++) {
      const began = performance.now();
      Object.assign(board, { sfen: i % 2 ? sfen : later, lastMove: i % 2 ? null : "5g5f", moves, checked: [] });
      board.update();
      work.push(performance.now() - began);
      await window.afterPaint();
    }
    return { work: window.middle(work), worst: window.middle(work, 0.95) };
  }, data);

const [shogi, chu, taikyoku] = ["shogi", "chu", "taikyoku"].map(variant);
const missed = [];
const show = (name, figures, misses) => {
  const text = Object.entries(figures).map(
    ([key, value]) => `${key} ${typeof value === "number" ? value.toFixed(1) : value}`,
  );
  console.log(`${name.padEnd(18)} ${text.join("   ")}${misses ? "   MISSED" : ""}`);
  if (misses) missed.push(name);
};
for (const [name, data] of Object.entries({ shogi, chu, taikyoku })) {
  const figures = await paint(data);
  show(`${name} paint`, figures, figures.cpu >= 150);
}
for (const what of ["drag", "pan", "zoom"]) {
  const figures = await withCpu(120, () => frames(taikyoku, what));
  show(`taikyoku ${what}`, figures, figures.cpu >= 16);
}
const step = await withCpu(60, () => steps(shogi));
show("shogi step", step, step.cpu >= 16);
await browser.close();
process.exit(missed.length > 0 ? 1 : 0);
