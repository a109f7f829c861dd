// <shogi-board> on a page that is not the app: the example that ships beside its bundle, and boards of other games on it.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** The example page with its second board showing `sfen` of a game, as the API describes it. */
async function example({ page, open }, { variant = "shogi", sfen = null, props = {} } = {}) {
  await open("/embed/index.html");
  await page.waitForFunction(() => document.getElementById("game").sfen !== "");
  await page.evaluate(
    async ([slug, sfen, props]) => {
      const board = document.getElementById("game");
      window.told = [];
      for (const name of ["move", "refused", "edit", "arrows"]) {
        board.addEventListener(name, (event) => window.told.push([name, event.detail]), { capture: true });
      }
      if (slug !== "shogi" || sfen) {
        const ask = async (path, body) => {
          const headers = { "content-type": "application/json" };
          const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
          return (await (await fetch(path, options)).json()).payload;
        };
        const variant = await ask(`/api/variants/${slug}`);
        const { moves, captures, ...position } = await ask("/api/position/legal", { variant: slug, sfen, moves: [] });
        Object.assign(board, { variant, sfen: position.sfen, moves, captures });
      }
      Object.assign(board, props);
      board.update();
      board.scrollIntoView({ block: "center" });
      // Only the board is under test: the page must not answer its moves.
      board.addEventListener("move", (event) => event.stopImmediatePropagation(), { capture: true });
    },
    [variant, sfen, props],
  );
  await page.evaluate(() => document.fonts.ready);
  const at = (name) => page.evaluate((name) => document.getElementById("game").geometry().square(name), name);
  const hand = (side, code) =>
    page.evaluate(([side, code]) => document.getElementById("game").geometry().hand(side, code), [side, code]);
  const view = () => page.evaluate(() => document.getElementById("game").geometry().view);
  const told = () => page.evaluate(() => window.told.splice(0));
  const box = (part) => page.locator(`#game ${part}`).first().boundingBox();
  return { at, hand, view, told, box };
}

async function drag(page, from, to, options = {}) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down(options);
  for (let step = 1; step <= 5; step++) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 5, from.y + ((to.y - from.y) * step) / 5);
  }
  await page.mouse.up(options);
}

scene("the example page shows a diagram and plays a game", {}, async ({ page, open }) => {
  await open("/embed/index.html");
  await page.waitForFunction((start) => document.getElementById("game").sfen === start, START);
  const game = page.locator("#game");
  assert.equal(await page.locator("#diagram .man").count(), 40);
  assert.equal(await game.evaluate((board) => board.typed("76歩")), true);
  await page.waitForFunction(() => document.getElementById("game").sfen.includes(" w "));
  assert.equal(await game.evaluate((board) => board.typed("3c3d")), true);
  await page.waitForFunction(() => document.getElementById("game").lastMove === "3c3d");
  assert.ok(await page.evaluate(() => document.fonts.check("700 20px KomaSerif", "歩")));
  await assertAccessible(page, "example page");
});

scene("a man is dragged, refused with the reason, and dropped", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const { at, told } = await example(guest);
  await drag(page, await at("7g"), await at("5e"));
  await page.locator("#game .bubble").filter({ hasText: /\S/ }).waitFor();
  assert.deepEqual(await told(), [["refused", { usi: "7g5e", from: "7g", to: "5e" }]]);
  await drag(page, await at("7g"), await at("7f"));
  assert.deepEqual(await told(), [["move", { usi: "7g7f" }]]);
});

scene("drops and the promotion choice", {}, async (guest) => {
  const { page, width } = guest;
  const press = ({ x, y }) => (width === "phone" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  const sfen = "4k4/9/2p6/9/9/9/9/2R6/4K4 b 2P 1";
  let { at, hand, told } = await example(guest, { sfen });
  await press(await hand("sente", "P"));
  await press(await at("5e"));
  assert.deepEqual(await told(), [["move", { usi: "P*5e" }]]);
  for (const [key, usi] of [
    ["Enter", "7h7c+"],
    ["n", "7h7c"],
  ]) {
    ({ at, hand, told } = await example(guest, { sfen }));
    await press(await at("7h"));
    await press(await at("7c"));
    const buttons = page.locator("#game .choice button");
    assert.equal(await buttons.first().getAttribute("data-usi"), "7h7c+");
    await page.keyboard.press(key);
    assert.deepEqual(await told(), [["move", { usi }]]);
  }
});

scene("a lion takes two men step by step, and shows what it will take", {}, async (guest) => {
  const { page, width } = guest;
  const press = ({ x, y }) => (width === "phone" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  const sfen = "12/12/12/12/5p6/5pN5/6g5/12/12/12/12/5K5k b - 1";
  const { at, told } = await example(guest, { variant: "chu", sfen });
  await press(await at("6f"));
  await press(await at("7f"));
  assert.equal(await page.locator("#game .taken:not(.under)").count(), 1);
  await press(await at("7e"));
  assert.deepEqual(await told(), [["move", { usi: "6f7f7e" }]]);
});

scene("a taikyoku board opens zoomed, and the overview and the keys lead anywhere", {}, async (guest) => {
  const { page, width } = guest;
  const { at, view, box, told } = await example(guest, { variant: "taikyoku" });
  const opened = await view();
  assert.ok(opened.zoom > 1, `zoom ${opened.zoom}`);
  const map = await box(".minimap");
  const press = (x, y) => (width === "phone" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await press(map.x + map.width * 0.5, map.y + map.height * 0.1);
  const moved = await view();
  assert.ok(moved.y < 0.1 && moved.zoom === opened.zoom, JSON.stringify(moved));
  await page.locator("#game .stack").focus();
  // A typed move is seen where it ends.
  await page.keyboard.type("18z18y");
  await page.keyboard.press("Enter");
  assert.deepEqual(await told(), [["move", { usi: "18z18y" }]]);
  await page.evaluate(() => document.getElementById("game").reveal("18y"));
  const window = await box(".window");
  const square = await at("18y");
  assert.ok(square.y > window.y && square.y < window.y + window.height, "18y is seen");
});

scene("a man held at the edge of the window moves the board on", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const { at, view, box, told } = await example(guest, { variant: "taikyoku" });
  const before = await view();
  const window = await box(".window");
  const from = await at("18z");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 30);
  await page.mouse.move(from.x, window.y + 4);
  await page.waitForFunction((y) => document.getElementById("game").geometry().view.y < y - 0.05, before.y);
  await page.mouse.up();
  assert.equal((await told())[0]?.[0], "refused");
});

/** Fingers on the glass: each step lists where they are; at the end all are lifted. */
async function fingers(page, steps) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  for (const [i, points] of steps.entries()) await send(i === 0 ? "touchStart" : "touchMove", points);
  await send("touchEnd", []);
}

const between = (a, b) => [0, 0.2, 0.5, 0.8, 1].map((t) => [{ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }]);

scene("two fingers zoom, one moves the board, and a man follows a finger", { widths: ["phone"] }, async (guest) => {
  const { page } = guest;
  const { view, box, at, hand, told } = await example(guest, { sfen: "4k4/9/9/9/9/9/2P6/9/4K4 b P 1" });
  await fingers(page, between(await at("7g"), await at("7f")));
  assert.deepEqual(await told(), [["move", { usi: "7g7f" }]]);
  await page.evaluate(() => {
    const board = document.getElementById("game");
    board.sfen = `${board.sfen}`;
    board.update();
  });
  await fingers(page, between(await hand("sente", "P"), await at("5e")));
  assert.deepEqual(await told(), [["move", { usi: "P*5e" }]]);
  const window = await box(".window");
  const [x, y] = [window.x + window.width / 2, window.y + window.height / 2];
  await fingers(
    page,
    [30, 45, 60, 80, 100].map((spread) => [
      { x: x - spread, y },
      { x: x + spread, y },
    ]),
  );
  const zoomed = await view();
  assert.ok(zoomed.zoom > 1.4, `zoom ${zoomed.zoom}`);
  await fingers(page, between(await at("4d"), { x, y: y + 120 }));
  const panned = await view();
  assert.ok(panned.zoom === zoomed.zoom && panned.y < zoomed.y, JSON.stringify([zoomed, panned]));
});

scene("arrows and marks by the right button", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const { at, told } = await example(guest);
  await drag(page, await at("7g"), await at("7c"), { button: "right" });
  await page.keyboard.down("Shift");
  await drag(page, await at("5e"), await at("5e"), { button: "right" });
  const last = (await told()).at(-1);
  const arrows = [{ from: "7g", to: "7c", colour: "green" }];
  assert.deepEqual(last, ["arrows", { arrows, marks: [{ square: "5e", colour: "red" }] }]);
});

scene("the editor moves, turns and removes men", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const { at, told, box } = await example(guest, { props: { editable: true, moves: null } });
  const edited = async () => (await told()).at(-1)?.[1].sfen.split(" ").slice(0, 3).join(" ");
  await drag(page, await at("7g"), await at("5e"));
  assert.equal(await edited(), "lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PP1PPPPPP/1B5R1/LNSGKGSNL b -");
  const { x, y } = await at("2h");
  await page.mouse.click(x, y, { button: "right" });
  assert.match(await edited(), /1B5\+R1/);
  const tray = await box(".hand.near");
  await drag(page, await at("8h"), { x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 });
  assert.match(await edited(), / b B$/);
  const window = await box(".window");
  await drag(page, await at("9g"), { x: window.x + window.width / 2, y: window.y - 60 });
  assert.match(await edited(), /\/1P1PPPPPP\//);
});

scene("the numbers along a large board do not run together", {}, async ({ page, open, board }) => {
  await open("/play/taikyoku");
  await board.element().waitFor();
  const shown = () =>
    board.element().evaluate(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll("svg.files text")]
        .filter((text) => text.getAttribute("visibility") !== "hidden")
        .map((text) => ({ box: text.getBoundingClientRect(), number: Number(text.textContent) }))
        .map(({ box: { left, right }, number }) => ({ left, right, number }))
        .sort((a, b) => a.left - b.left),
    );
  await board.element().getByRole("button", { name: "Whole board" }).click();
  await page.waitForFunction(() => document.querySelector("shogi-board").geometry().view.zoom === 1);
  const whole = await shown();
  assert.ok(whole.length >= 3, `${whole.length} numbers`);
  for (const [i, { left, number }] of whole.entries()) {
    const before = whole[i - 1];
    if (before) assert.ok(left - before.right >= 1, `${before.number} and ${number} touch`);
  }
});
