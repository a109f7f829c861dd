// How long one ply of a large record takes: 500 moves, 200 variations of 10 moves, stepped by keyboard.
//
//   node bench/kifu.mjs [address of a running koma serve]
//
// Prints the work of the page per ply (script, style, layout, paint) and how many frames came late.
import { chromium } from "playwright-core";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A record in which rooks walk, and in each variation a pawn is pushed first. */
function largeRecord(moves, variations) {
  const files = "１２３４５６７８９";
  const ranks = "一二三四五六七八九";
  const walk = { 1: 2, 0: 8 };
  const away = { 1: 1, 0: -1 };
  const places = [{ ...walk }];
  const line = (ply, text) => `${String(ply).padStart(4)} ${text}   ( 0:${String((ply * 7) % 60).padStart(2, "0")}/)`;
  const rook = (ply) => {
    const side = ply % 2;
    const from = walk[side];
    // A rook turns round at its own bishop and where it began.
    if (from + away[side] > (side ? 7 : 8) || from + away[side] < (side ? 2 : 3)) away[side] = -away[side];
    walk[side] = from + away[side];
    const rank = side ? 8 : 2;
    return line(ply, `${files[walk[side] - 1]}${ranks[rank - 1]}飛(${from}${rank})`);
  };
  const text = ["手合割：平手", "先手：長い棋譜", "後手：分岐の多い棋譜", "手数----指手---------消費時間--"];
  for (let ply = 1; ply <= moves; ply += 1) {
    text.push(rook(ply));
    if (ply % 9 === 0) text.push(`*${ply}手目のコメント`);
    places[ply] = { ...walk, sides: { ...away } };
  }
  const forks = Array.from({ length: variations }, (_, n) => 2 + Math.floor((n * (moves - 12)) / variations));
  for (const fork of forks.reverse()) {
    Object.assign(walk, { 1: places[fork - 1][1], 0: places[fork - 1][0] });
    Object.assign(away, places[fork - 1].sides);
    text.push("", `変化：${fork}手`);
    text.push(line(fork, fork % 2 ? "９六歩(97)" : "１四歩(13)"));
    for (let ply = fork + 1; ply < fork + 10; ply += 1) text.push(rook(ply));
  }
  return `${text.join("\n")}\n`;
}

// Frames come when they are ready, not with the beat of a display: what is measured is the work until one is.
const args = ["--no-sandbox", "--disable-frame-rate-limit", "--disable-gpu-vsync"];
const browser = await chromium.launch({ executablePath, args });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`${base}/kifu`);
const opened = performance.now();
const buffer = Buffer.from(largeRecord(500, 200));
await page.setInputFiles("input[type=file] >> nth=0", { name: "large.kif", mimeType: "text/plain", buffer });
await page.waitForSelector(".preview .button.primary", { timeout: 60_000 });
console.log(`read and previewed in ${Math.round(performance.now() - opened)} ms`);
await page.click(".preview .button.primary");
await page.waitForSelector(".move-list [aria-current]");
await page.waitForSelector("shogi-board");
console.log((await page.textContent("[role=tablist]")).trim());

const metrics = await page.context().newCDPSession(page);
// The processor's time of the page's thread, so that a busy machine does not count.
await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
const read = async () =>
  Object.fromEntries((await metrics.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));

async function run(name, tab, key, plies) {
  await page.click(`[role=tab] >> nth=${tab}`);
  await page.keyboard.press("Home");
  await page.waitForTimeout(500);
  const before = await read();
  const frames = await page.evaluate(
    async ({ key, plies }) => {
      const gaps = [];
      for (let n = 0; n < plies; n += 1) {
        const begun = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        // Drawn: the frame after the key has been handed over.
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        gaps.push(performance.now() - begun);
      }
      return gaps.sort((a, b) => a - b);
    },
    { key, plies },
  );
  const after = await read();
  const ms = (what) => (((after[what] - before[what]) * 1000) / plies).toFixed(2);
  const at = (part) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))].toFixed(1);
  console.log(
    `${name}: ${ms("TaskDuration")} ms of work a ply (script ${ms("ScriptDuration")}, style ${ms("RecalcStyleDuration")}, ` +
      `layout ${ms("LayoutDuration")}); key to frame p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)} ms`,
  );
}

await run("moves list, forward", 0, "ArrowRight", 450);
await run("tree, forward", 1, "ArrowRight", 450);
await run("graphs, forward", 2, "ArrowRight", 450);
await browser.close();
