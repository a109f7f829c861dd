// The position editor: men put, moved and taken off, faults as they arise, SFEN both ways, play from it.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATE = "4k4/9/4G4/9/9/9/9/9/4K4 b G 1";

const fine = (page) => page.getByText("✓ This position can be played").waitFor();
const odd = (page) => page.getByText("Not a regular position").waitFor();
const sfenField = (page) => page.getByLabel("SFEN", { exact: true });

scene("faults are listed as they arise, and undone", {}, async ({ page, open, board }) => {
  await open("/editor");
  await fine(page);
  await page.getByRole("button", { name: "Erase" }).click();
  await board.tap("5i");
  await board.tap("5a");
  await odd(page);
  await page.waitForFunction(() => document.querySelectorAll(".findings li").length >= 2);
  assert.match(await page.locator(".box-count").textContent(), /玉/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await fine(page);
  assert.equal(await board.sfen(), START);
  await page.getByRole("button", { name: "Redo" }).click();
  await odd(page);
});

scene("a mate problem without a king for its attacker is no odd position", {}, async ({ page, open }) => {
  await open(`/editor/shogi?sfen=${encodeURIComponent("4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1")}`);
  await page.getByText("✓ A mate problem").waitFor();
  assert.equal(await page.locator(".findings li").count(), 0);
  await page.getByRole("button", { name: "Find the mate" }).click();
  await page.getByText(/Mate in 1/).waitFor();
  // Without a king to be mated it is odd.
  await open(`/editor/shogi?sfen=${encodeURIComponent("9/9/4G4/9/9/9/9/9/4K4 b G 1")}`);
  await odd(page);
});

scene("men are put down from the palette and moved", {}, async ({ page, open, board }) => {
  await open("/editor");
  await page.getByLabel("Preset").selectOption("kings");
  await board.wait("4k4/9/9/9/9/9/9/9/4K4 b");
  const men = page.locator(".palette-men");
  await men.getByRole("button", { name: "Sente Gold general" }).click();
  await board.tap("5c");
  await board.wait("4k4/9/4G4/");
  // Two pawns on a file, and a pawn on the last rank.
  await men.getByRole("button", { name: "Sente Pawn" }).click();
  for (const square of ["2e", "2f", "1a"]) await board.tap(square);
  await odd(page);
  await page.waitForFunction(() => document.querySelectorAll(".findings li").length >= 2);
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await board.tap("1a");
  await board.tap("1d");
  await board.wait("4k4/9/4G4/8P/");
});

scene("a man is dragged from the palette, to a hand and off the board", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open(`/editor/shogi?sfen=${encodeURIComponent("4k4/9/9/9/9/9/9/9/4K4 b - 1")}`);
  await board.element().waitFor();
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const gold = middle(await page.getByRole("button", { name: "Sente Gold general" }).boundingBox());
  const place = (square) => board.element().evaluate((element, name) => element.geometry().square(name), square);
  const drag = async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  await drag(gold, await place("5e"));
  await board.wait("4k4/9/9/9/4G4/9/9/9/4K4 b - 1");
  const stand = await board.element().evaluate((element) => {
    return element.shadowRoot.querySelector(".hand.near").getBoundingClientRect().toJSON();
  });
  await drag(gold, middle(stand));
  await board.wait("4k4/9/9/9/4G4/9/9/9/4K4 b G 1");
  await drag(await place("5e"), { x: gold.x, y: gold.y + 200 });
  await board.wait("4k4/9/9/9/9/9/9/9/4K4 b G 1");
});

scene("SFEN goes in and comes out", {}, async ({ page, open, board }) => {
  await open("/editor");
  await sfenField(page).fill(`position sfen ${MATE} moves G*5b`);
  await board.wait(MATE);
  await fine(page);
  await page.getByRole("button", { name: "Copy SFEN" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), MATE);
  // The address holds the position.
  await page.reload();
  await board.element().waitFor();
  await board.wait(MATE);
  assert.equal(await sfenField(page).inputValue(), MATE);

  await sfenField(page).fill("4k4/9/4Q4/9/9/9/9/9/4K4 b G 1");
  await page.getByRole("alert").getByText("Q is not a piece of this game").waitFor();
  assert.equal(await board.sfen(), MATE);

  await page.getByRole("button", { name: "Rest of the pieces to gote's hand" }).click();
  await board.wait("4k4/9/4G4/9/9/9/9/9/4K4 b G2r2b2g4s4n4l18p 1");
  await page.getByText("All pieces are in use").waitFor();
});

scene("a position is played from, searched for and drawn", {}, async ({ page, open, board }) => {
  await open(`/editor/shogi?sfen=${encodeURIComponent(MATE)}`);
  await fine(page);
  const picture = await page.getByRole("link", { name: "Image SVG" }).getAttribute("href");
  const answer = await page.request.get(picture);
  assert.equal(answer.status(), 200);
  assert.match(await answer.text(), /<svg/);
  const search = await page.getByRole("link", { name: "Find in the library" }).getAttribute("href");
  assert.match(search, /^\/library\?variant=shogi&sfen=4k4/);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.waitForURL(/\/play\/shogi\?sfen=/);
  await board.atPlay();
  await board.wait(MATE);
  await board.move("G*5b");
});

scene("every variant can be edited, with its handicaps", {}, async ({ page, open, board }) => {
  await open("/editor");
  await page
    .getByLabel("Preset")
    .selectOption({ label: "Two pieces" })
    .catch(async () => {
      // The names are the server's: the first handicap will do.
      const first = await page.getByLabel("Preset").locator("option").nth(4).getAttribute("value");
      await page.getByLabel("Preset").selectOption(first);
    });
  await page.waitForFunction((start) => document.querySelector("shogi-board").sfen !== start, START);
  await page.getByLabel("Game").selectOption("chu");
  await page.waitForFunction(() => document.querySelector("shogi-board")?.variant.files === 12);
  await page.locator(".palette-men").getByRole("button", { name: /Lion/ }).first().click();
  await board.tap("6f");
  await page.waitForFunction(() => document.querySelector("shogi-board").sfen.split("/")[5] !== "12");
});

scene("the editor is accessible", {}, async ({ page, open, board }) => {
  await open("/editor");
  await board.element().waitFor();
  await page.getByRole("button", { name: "Erase" }).click();
  await board.tap("5i");
  await odd(page);
  await assertAccessible(page, "editor");
});
