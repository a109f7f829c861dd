// The analyst: a game with a planted blunder, live lines, mates found and refused, a problem solved.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

/** Sente is far ahead, and takes the guard of the king away. */
const PLANTED = "position sfen lnsgk1snl/9/pppp1pppp/9/9/7R1/PPPPpPPPP/1B1G5/LNS1K1SNL b 2g 1 moves 6h7h G*5h";

const GAME = `手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ３三角成(88)
   4 同　角(22)
   5 ２六歩(27)
   6 ８四歩(83)
`;

async function player(guest, text) {
  const { page, open, board } = guest;
  await open("/kifu");
  await page.locator("textarea").fill(text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator(".preview .button.primary").click();
  await board.element().waitFor();
}

scene("a game is analysed: its blunder is found, with an arrow to what was better", {}, async (guest) => {
  const { page, board } = guest;
  await player(guest, PLANTED);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  const panel = page.getByRole("tabpanel");
  await panel.locator(".faults").waitFor({ timeout: 60_000 });
  assert.match(await panel.locator(".faults").innerText(), /Sente\s*0 inaccuracies, 0 mistakes, 1 blunder/);
  await panel.locator(".plot .curve").waitFor();
  await panel.locator(".plot .dots.blunder").waitFor({ state: "attached" });
  // Before the blunder the better move is drawn; after it, it is told.
  await board.element().locator(".arrow.green, circle.mark.green").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await panel.locator(".fault.blunder").waitFor();
  await panel.getByText("Better", { exact: true }).waitFor();
  await panel.getByText(/^(It misses a mate|It allows mate|It loses)/).waitFor();
  await assertAccessible(page, "analysis");
  // The line is kept as a variation.
  await panel
    .getByRole("button", { name: /^Keep as a variation/ })
    .first()
    .click();
  await page.getByRole("tab", { name: "Tree 1" }).waitFor();
  await page.getByRole("tab", { name: "Moves" }).click();
  await page.getByRole("button", { name: "Back to the main line" }).click();
  await page.locator('.move-list [data-at="1"] .fault.blunder').waitFor();
  // Written into the record it is in its KIF.
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Write into the record" }).click();
  await page.getByText("Scores and lines are in the comments now").waitFor();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("menuitem", { name: "KIF" }).click();
  await page.getByText("Copied as KIF").waitFor();
  const kif = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(kif, /^\*#(評価値|詰み)=/m);
  // Read again, the same move has the same mark, and the graph is there without the engine.
  await player(guest, kif);
  await page.locator('.move-list [data-at="1"] .fault').waitFor();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await panel.locator(".plot .curve").waitFor();
});

scene("live lines follow as one steps, and stop", { widths: ["desktop"] }, async (guest) => {
  const { page, board } = guest;
  await player(guest, GAME);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("switch", { name: "Live analysis" }).check();
  const rows = page.locator(".live .line-row");
  await rows.nth(2).waitFor();
  await board.element().locator(".arrow").first().waitFor();
  // Nobody has to scroll for the best line.
  const box = await rows.first().boundingBox();
  assert.ok(box && box.y + box.height < 800, JSON.stringify(box));
  await page.keyboard.press("ArrowRight");
  await page.locator(".live .depth", { hasText: "Begins" }).or(rows.first()).first().waitFor();
  await rows.nth(2).waitFor();
  await page.getByRole("switch", { name: "Threat" }).check();
  await rows.first().waitFor();
  await assertAccessible(page, "live analysis");
  await page.getByRole("switch", { name: "Live analysis" }).uncheck();
  await rows.first().waitFor({ state: "detached" });
});

scene("a finished game is analysed from the table", { widths: ["phone"] }, async ({ page, open, board }) => {
  await open(`/play/minishogi?moves=${encodeURIComponent("1e1d 5a5b")}`);
  await board.element().waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await page.locator(".plot .curve").waitFor({ timeout: 60_000 });
});

const MATE = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const NO_MATE = "4k4/9/9/9/9/9/9/9/4K4 b P 1";

scene(
  "the editor finds a mate, and refuses where there is none",
  { widths: ["desktop"] },
  async ({ page, open, board }) => {
    await open(`/editor/shogi?sfen=${encodeURIComponent(MATE)}`);
    await page.getByRole("button", { name: "Find the mate" }).click();
    const said = page.getByLabel("Find the mate").locator(".solution");
    await said.waitFor();
    assert.match(await said.innerText(), /mate/i);
    assert.match(await said.innerText(), /G\*5b/);
    await assertAccessible(page, "a mate");
    await page.getByLabel("SFEN", { exact: true }).fill(NO_MATE);
    await said.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Find the mate" }).click();
    await page.locator(".solution.noMate").waitFor();
    await page.getByLabel("SFEN", { exact: true }).fill(MATE);
    await page.getByRole("button", { name: "Find the mate" }).click();
    await page.getByRole("button", { name: "Play it through" }).click();
    await page.locator(".move-list [data-at='1']").waitFor();
    await board.element().waitFor();
  },
);

scene("a problem is solved, with one wrong try", { widths: ["phone"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/tsume?set=small&variant=shogi");
  await assertAccessible(page, "problems");
  await page.getByText(/^0 of \d+ solved/).waitFor();
  await page.getByRole("link", { name: "Begin" }).click();
  await board.element().waitFor();
  const sfen = await board.sfen();
  const moves = [];
  const solve = async () => {
    const answer = await page.request.post("/api/engine/mate", { data: { game: { variant: "shogi", sfen, moves } } });
    return (await answer.json()).payload;
  };
  const first = await solve();
  const right = [first.line[0].usi, ...first.sideSolutions.map(({ usi }) => usi)];
  const wrong = await board
    .element()
    .evaluate((element, good) => element.moves.find((usi) => !good.includes(usi)), right);
  await page.waitForFunction(() => document.querySelector("shogi-board")?.moves?.length > 0);
  await board.move(wrong);
  await page.getByText("That does not mate").waitFor();
  await assertAccessible(page, "a wrong try");
  await page.getByRole("button", { name: "Try another move" }).click();
  await page.getByText("Your move").waitFor();
  for (let left = 9; left > 0; left -= 2) {
    const { line } = await solve();
    await board.move(line[0].usi);
    moves.push(line[0].usi);
    await page.getByText("Solved!").or(page.getByText("Your move")).first().waitFor();
    if (await page.getByText("Solved!").count()) break;
    moves.push(await board.element().evaluate((element) => element.lastMove));
  }
  await page.getByText("Solved!").waitFor();
  await page.getByRole("link", { name: "All problems" }).click();
  await page.getByText(/^1 of \d+ solved/).waitFor();
});

scene("a solution is stepped through where it was asked for, and left again", {}, async (guest) => {
  const { page, open, board } = guest;
  await open("/tsume?set=small&variant=shogi");
  await page.getByRole("link", { name: "Begin" }).click();
  await board.element().waitFor();
  const start = await board.sfen();
  await page.getByRole("button", { name: "See the solution" }).click();
  await page.locator(".solution-line button").first().waitFor();
  // It begins at the start, on the same page.
  assert.match(page.url(), /\/tsume\?/);
  assert.equal(await board.sfen(), start);
  if (guest.width === "phone") {
    // In reach without scrolling, and no tap beside it leads away.
    const box = await page.getByRole("button", { name: "Next move" }).boundingBox();
    assert.ok(box.y + box.height <= 844, JSON.stringify(box));
    assert.equal(await page.locator(".areas").isVisible(), false);
  }
  await page.getByRole("button", { name: "Next move" }).click();
  await page.waitForFunction((before) => document.querySelector("shogi-board").sfen !== before, start);
  await page.locator(".solution-line [aria-current]").waitFor();
  await assertAccessible(page, "the solution");
  await page.getByRole("button", { name: "Back to the problem" }).click();
  await page.getByText("Your move").waitFor();
  assert.equal(await board.sfen(), start);
});

scene("own problems come from a file and stay", { widths: ["desktop"] }, async ({ page, open, board }) => {
  await open("/tsume?set=own");
  const text = `# two\n${MATE}\t1\tA pawn and a gold\nno position\n`;
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "own.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByText("1 problem added").waitFor();
  await page.getByText("1 line is no position").waitFor();
  await page.reload();
  await page.locator(".problems a").click();
  await board.element().waitFor();
  await page.getByRole("heading", { name: "A pawn and a gold" }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Look at your hand").waitFor();
  await board.move("G*5b");
  await page.getByText("Solved!").waitFor();
});

scene("an empty library has something to do: files to bring, a hundred problems", {}, async ({ page, open }) => {
  await open("/library");
  const greeting = page.locator(".empty-library");
  await greeting.getByText("There are no games yet").waitFor();
  await greeting.getByRole("button", { name: "Import records" }).waitFor();
  await assertAccessible(page, "an empty library");
  await greeting.getByRole("link", { name: "Solve Shogi Zukou (1755)" }).click();
  await page.getByText("0 of 100 solved").waitFor();
  assert.equal(await page.locator(".problems a").count(), 100);
});

// Last: the library is not empty after it.
scene("an analysis stays when its record is saved", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await player(guest, PLANTED);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  const panel = page.getByRole("tabpanel");
  await panel.locator(".faults").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/view"));
  await panel.locator(".plot .curve").waitFor();
  assert.match(await panel.locator(".faults").innerText(), /Sente\s*0 inaccuracies, 0 mistakes, 1 blunder/);
});
