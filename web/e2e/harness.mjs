// What every browser test shares: the program on a free port with an empty data folder, Chromium, two widths, a page that
// may not log an error or lose a request, hands for the board, and axe.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** What else the server is started with; a test file may add to it before its first scene. */
export const serverArgs = [];

const here = fileURLToPath(new URL(".", import.meta.url));
/** Where pictures of failures go; not committed. */
export const shots = join(here, "shots");

export const widths = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

/** The program under test: $KOMA, or the debug build. */
export function program() {
  const path = process.env.KOMA ?? join(here, "../../target/debug/koma");
  assert.ok(existsSync(path), `${path} is missing: cargo build -p koma`);
  return path;
}

/**
 * A server of that program. $KOMA_URL names a server that runs already (say, `npm run dev`).
 * Stops with the test file.
 */
async function startServer() {
  if (process.env.KOMA_URL) return { url: process.env.KOMA_URL.replace(/\/$/, ""), stop: async () => {} };
  const data = await mkdtemp(join(tmpdir(), "koma-e2e-"));
  const args = ["serve", "--no-open", "--port", "0", "--rate", "0", "--data", data, ...serverArgs];
  const child = spawn(program(), args, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const url = await new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error(`koma serve does not start:\n${log}`)), 60_000);
    const read = (chunk) => {
      log += chunk;
      const address = /http:\/\/[\d.]+:\d+/.exec(log);
      if (!address) return;
      clearTimeout(timer);
      found(address[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => failed(new Error(`koma serve ended with ${code}:\n${log}`)));
  });
  child.removeAllListeners("exit");
  const stop = async () => {
    const gone = new Promise((done) => child.on("exit", done));
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(late);
    await rm(data, { recursive: true, force: true });
  };
  return { url, stop, log: () => log };
}

function findChromium() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = places.find((place) => place && existsSync(place));
  assert.ok(found, "Chromium is missing: apt-get install chromium, or name it in $CHROMIUM");
  return found;
}

let shared = null;
/** The server and the browser of this test file, started with the first use. */
export function stage() {
  shared ??= (async () => {
    const [server, browser] = await Promise.all([
      startServer(),
      chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-dev-shm-usage"] }),
    ]);
    return { server, browser, url: server.url };
  })();
  return shared;
}
after(async () => {
  const all = await shared?.catch(() => null);
  await all?.browser.close();
  await all?.server.stop();
});

/**
 * A visitor: a browser context of their own and a page that keeps what went wrong.
 *
 * `language`, `settings` (as in src/app/settings.ts), `theme` and `width` set the scene; `expectStatus` lists answers of 400
 * and more that belong to the test.
 */
export async function visitor({
  width = "desktop",
  language = "en",
  settings = {},
  colorScheme,
  expectStatus: expected = [],
} = {}) {
  const expectStatus = [...expected];
  const { browser, url } = await stage();
  const locale = language === "ja" ? "ja-JP" : "en-GB";
  const context = await browser.newContext({
    ...widths[width],
    baseURL: url,
    locale,
    colorScheme,
    reducedMotion: "reduce",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) {
      if (localStorage.getItem(`koma.${name}`) === null) localStorage.setItem(`koma.${name}`, JSON.stringify(value));
    }
  }, settings);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults = [];
  let cut = false;
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // The browser's own line about an answer or a connection; those are judged below.
    if (/Failed to load resource|WebSocket connection to/.test(message.text()) && (cut || expectStatus.length)) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left takes its requests with it.
    if (cut || reason === "net::ERR_ABORTED") return;
    faults.push(`request: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    const status = response.status();
    if (status >= 400 && !expectStatus.includes(status)) faults.push(`answer: ${status} ${response.url()}`);
  });
  return {
    page,
    context,
    width,
    faults,
    /** Statuses of 400 and more that belong to the test. */
    expectStatus,
    board: hands(page, width),
    /** Goes to an address and waits for its page. */
    open: async (address) => {
      await page.goto(address);
      await page.locator("main h1").first().waitFor({ state: "attached" });
    },
    /** Cuts the network off, or gives it back. */
    offline: async (off) => {
      cut = true;
      await context.setOffline(off);
    },
    close: () => context.close(),
  };
}

/** Hands for `<shogi-board>`: squares by name, moves as USI. */
function hands(page, width) {
  const element = () => page.locator("shogi-board").first();
  const press = async (spot) => {
    const { point, why } = await page.evaluate(whereToPress, spot);
    assert.ok(point, `${spot.square ?? `${spot.code} in hand`} cannot be pressed: ${why}`);
    if (width === "phone") await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.click(point.x, point.y);
  };
  const tap = (square) => press({ square });
  const tapHand = (side, code) => press({ side, code });
  const sfen = () => element().evaluate((board) => board.sfen);
  return {
    element,
    /** Waits for the board of a game: the page one comes from may have a board, too, and stays until the next is there. */
    atPlay: () => page.locator(".table shogi-board").waitFor(),
    sfen,
    tap,
    tapHand,
    /** Plays a move by clicks: squares in turn, a man in hand, and the choice where one is offered. */
    move: async (usi) => {
      const before = await sfen();
      const drop = /^(.+)\*(.+)$/.exec(usi);
      if (drop) {
        await tapHand(before.split(" ")[1] === "w" ? "gote" : "sente", drop[1]);
        await tap(drop[2]);
      } else {
        for (const [square] of usi.matchAll(/\d+[a-z]+/g)) await tap(square);
      }
      await choose(element(), usi);
      const isAt = (old) => document.querySelector("shogi-board")?.sfen !== old;
      const asked = page.locator(".confirm-move .primary");
      // On large boards a finger is asked whether it meant that.
      await Promise.race([page.waitForFunction(isAt, before), asked.waitFor()]);
      if (await asked.isVisible()) await asked.click();
      await page.waitForFunction(isAt, before);
    },
    wait: (fen) => page.waitForFunction((start) => document.querySelector("shogi-board")?.sfen.startsWith(start), fen),
  };
}

/**
 * In the page: the point of a square, or of a man in hand, once the board has stood still for two frames and nothing lies
 * over it. Scrolls to what is out of sight or under a bar, as a person would; `why` tells what stays in the way.
 */
async function whereToPress({ square, side, code }) {
  const frame = () => new Promise(requestAnimationFrame);
  const look = () => {
    const board = document.querySelector("shogi-board");
    const point = square ? board?.geometry().square(square) : board?.geometry().hand(side, code);
    const { x, y, width, height } = board?.getBoundingClientRect() ?? {};
    return { board, point, at: JSON.stringify([point, x, y, width, height]) };
  };
  let why = "";
  let before = look();
  for (let frames = 0; frames < 300; frames++) {
    await frame();
    const now = look();
    const isStill = now.board === before.board && now.at === before.at;
    before = now;
    const { board, point } = now;
    if (!isStill || !point) {
      why = point ? "the board does not stand still" : "it is not on the page";
      continue;
    }
    const top = document.elementFromPoint(point.x, point.y);
    if (top === board) return { point };
    why = top ? `under <${top.tagName.toLowerCase()} class="${top.className}">` : "out of sight";
    scrollBy({ top: point.y - innerHeight / 2, behavior: "instant" });
  }
  return { why };
}

/** Answers the board's question (promote or not, which way), if it asks one. */
async function choose(board, usi) {
  const choice = board.locator(`[data-usi="${usi}"]`);
  if (await choice.isVisible().catch(() => false)) await choice.click();
}

/** What axe finds serious or critical on the page, shadow trees included. */
export async function accessFindings(page) {
  // Over the protocol, not as a script of the page: its content security policy allows neither.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    const places = (nodes) => nodes.slice(0, 4).map((node) => node.html.slice(0, 200));
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => [`${id}: ${help}`, ...places(nodes)].join("\n  "));
  });
}

/** Fails on what `accessFindings` finds. */
export async function assertAccessible(page, what = "") {
  assert.deepEqual(await accessFindings(page), [], `axe ${what}`);
}

let axe = null;
function axeSource() {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return axe;
}

/**
 * A test at both widths (or those named). The visitor is closed afterwards; a fault on the page fails the test, and a failed
 * test leaves a picture in e2e/shots.
 */
export function scene(name, options, run) {
  const { widths: some = Object.keys(widths), ...rest } = options;
  for (const width of some) {
    test(`${name} (${width})`, { timeout: 120_000 }, async (t) => {
      const guests = [];
      const invite = async (more = {}) => {
        const guest = await visitor({ ...rest, width, ...more });
        guests.push(guest);
        return guest;
      };
      try {
        await run(await invite(), { invite, width, t });
        for (const guest of guests) assert.deepEqual(guest.faults, [], "faults on the page");
      } catch (error) {
        await mkdir(shots, { recursive: true });
        for (const [i, { page, faults }] of guests.entries()) {
          const file = `${name} ${width} ${i}`.replace(/[^\w]+/g, "-");
          await page.screenshot({ path: join(shots, `failed-${file}.png`) }).catch(() => {});
          if (faults.length) t.diagnostic(`faults: ${faults.join("\n")}`);
        }
        throw error;
      } finally {
        await Promise.all(guests.map((guest) => guest.close().catch(() => {})));
      }
    });
  }
}
