// The card of a piece: asked for by rest, right button, key and finger; and what is attacked.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const card = (page) => page.locator(".about-piece");
const reach = (page) =>
  page
    .locator("shogi-board")
    .first()
    .evaluate((board) => board.reach);
const at = (page, square) =>
  page
    .locator("shogi-board")
    .first()
    .evaluate((board, name) => board.geometry().square(name), square);

scene(
  "a piece of either side tells how it moves, and the board shows what it reaches",
  { widths: ["desktop"] },
  async (guest) => {
    const { page, board } = guest;
    await guest.open("/play/shogi");
    await board.element().waitFor();
    // Resting on it; moving on closes it.
    const bishop = await at(page, "2b");
    await page.mouse.move(bishop.x, bishop.y);
    await card(page).getByText("Bishop", { exact: true }).waitFor();
    assert.match(await card(page).textContent(), /Promotes to.*Dragon horse/);
    const pawn = await at(page, "5e");
    await page.mouse.move(pawn.x, pawn.y);
    await card(page).waitFor({ state: "detached" });
    // The right button keeps it open, and the reach is drawn.
    const rook = await at(page, "8b");
    await page.mouse.click(rook.x, rook.y, { button: "right" });
    await card(page).getByText("Rook", { exact: true }).waitFor();
    await card(page)
      .getByText(/Now: \d+ squares to go to/)
      .waitFor();
    assert.deepEqual((await reach(page)).goes.sort(), ["3b", "4b", "5b", "6b", "7b", "9b"]);
    await assertAccessible(page, "card");
    await page.keyboard.press("Escape");
    await card(page).waitFor({ state: "detached" });
    assert.equal(await reach(page), null);
    // By key, at the cursor.
    await page.keyboard.press("Space");
    await page.keyboard.press("i");
    await card(page).getByText("King", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    // A piece in hand.
    for (const usi of ["7g7f", "3c3d", "8h2b+"]) await board.move(usi);
    const held = await board.element().evaluate((element) => element.geometry().hand("sente", "B"));
    await page.mouse.move(held.x, held.y);
    await card(page).getByText("in hand").waitFor();
  },
);

scene("a card covers nothing of what its piece reaches where there is room", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open(`/play/shogi?sfen=${encodeURIComponent("4k4/9/9/9/4R4/9/9/9/4K4 b - 1")}`);
  await page.locator("shogi-board").waitFor();
  for (const square of ["5e", "5i"]) {
    const piece = await at(page, square);
    await page.mouse.click(piece.x, piece.y, { button: "right" });
    await card(page)
      .getByText(/Now: \d+ squares to go to/)
      .waitFor();
    const box = await card(page).boundingBox();
    const { goes, takes } = await reach(page);
    for (const name of [...goes, ...takes]) {
      const { x, y } = await at(page, name);
      const isUnder = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
      assert.ok(!isUnder, `${name} under the card of ${square}`);
    }
    await page.keyboard.press("Escape");
  }
});

scene("a finger that rests on a piece opens its card and moves nothing", { widths: ["phone"] }, async (guest) => {
  const { page, context } = guest;
  await guest.open("/play/shogi");
  await page.locator("shogi-board").waitFor();
  const before = await guest.board.sfen();
  const { x, y } = await at(page, "8h");
  const client = await context.newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  await page.waitForTimeout(700);
  await touch("touchEnd", []);
  await card(page).getByText("Bishop", { exact: true }).waitFor();
  const box = await card(page).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, "it is in the window");
  assert.equal(await guest.board.sfen(), before);
});

scene("taikyoku's card comes as quickly as shogi's", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/play/taikyoku");
  await page.locator("shogi-board").waitFor();
  await page.evaluate(() => document.querySelector("shogi-board").stage.showAll());
  const open = async (square) => {
    const point = await at(page, square);
    return page.evaluate(
      ({ x, y }) =>
        new Promise((done) => {
          const started = performance.now();
          const seen = new MutationObserver(() => {
            const shown = document.querySelector(".about-piece");
            if (shown && shown.style.visibility !== "hidden") {
              seen.disconnect();
              done(performance.now() - started);
            }
          });
          seen.observe(document.body, { childList: true, subtree: true, attributes: true });
          const target = document.querySelector("shogi-board").shadowRoot.querySelector(".stack");
          const at = {
            clientX: x,
            clientY: y,
            button: 2,
            bubbles: true,
            composed: true,
            pointerId: 7,
            pointerType: "mouse",
          };
          target.dispatchEvent(new PointerEvent("pointerdown", at));
          target.dispatchEvent(new PointerEvent("pointerup", at));
        }),
      point,
    );
  };
  await open("18d");
  await page.keyboard.press("Escape");
  const took = await open("20ai");
  guest.faults.length = 0;
  // The promise is 100 ms on a machine of one's own; beside other tests it may take a little longer.
  assert.ok(took < 250, `the card took ${Math.round(took)} ms`);
});

scene("attacked squares are shown while they are wanted", {}, async (guest) => {
  const { page } = guest;
  await guest.open("/play/minishogi");
  await page.locator("shogi-board").waitFor();
  await page.getByRole("button", { name: "Show attacked squares" }).click();
  const attacked = page.locator("shogi-board .attacked");
  await attacked.first().waitFor();
  assert.equal(await attacked.count(), 2);
  await page.getByRole("button", { name: "Show attacked squares" }).click();
  await page.waitForFunction(() => !document.querySelector("shogi-board").shadowRoot.querySelector(".attacked"));
});

scene(
  "the promotion choice says what it offers, and refusals name the piece",
  { widths: ["desktop"] },
  async (guest) => {
    const { page, board } = guest;
    await guest.open("/play/shogi");
    await board.element().waitFor();
    await board.tap("2h");
    await board.tap("5c");
    await page.getByText("The rook can’t move to 5c").waitFor();
    await board.tap("8i");
    await page.getByText("This piece has no move now").waitFor();
    await board.tap("3c");
    await page.getByText("Sente to move").waitFor();
    for (const usi of ["7g7f", "3c3d"]) await board.move(usi);
    await board.tap("8h");
    await board.tap("2b");
    const choice = page.locator("shogi-board .choice");
    await choice.getByText("Promote", { exact: true }).waitFor();
    await assertAccessible(page, "the promotion choice");
    await choice.getByText("Don’t", { exact: true }).click();
    await page.waitForFunction(() => document.querySelector("shogi-board").sfen.includes("1r5B1"));
  },
);
