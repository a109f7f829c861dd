// Against the computer: one click to a game, hints, moves taken back, reasons, rematch; small and enormous boards, set-up.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const plies = (page) => page.locator(".moves li").count();
/** Waits until so many plies are played, or the game is over. */
const played = (page, n) =>
  page.waitForFunction(
    (count) => document.querySelectorAll(".moves li").length > count || document.querySelector(".notice.end"),
    n,
  );
/** Plays a move by its field, whatever the size of the board. */
async function type(page, usi) {
  const field = page.getByLabel("Type a move");
  await field.fill(usi);
  await field.press("Enter");
}
/** What somebody strong would play here: the beginner's friend. */
async function advice(page, game, level = 9) {
  const answer = await page.request.post("/api/engine/move", { data: { game, level, seed: 1 } });
  return (await answer.json()).payload.move.usi;
}
const legal = (board) => board.element().evaluate((element) => element.moves ?? []);
/** Plays so many plies against the computer; `choose` finds the human's move. */
async function against(guest, count, choose) {
  const { page, board } = guest;
  for (let ply = 0; ply < count; ply += 2) {
    await page.waitForFunction(() => document.querySelector("shogi-board")?.moves?.length > 0);
    const moves = await legal(board);
    const move = await choose(moves, await board.sfen());
    // The page asks whoever leaves it open.
    await type(page, moves.includes(`${move}+`) ? `${move}=` : move);
    await played(page, ply + 2);
    if (await page.locator(".notice.end").count()) return;
  }
}

scene("a beginner's first game needs one click; hint, take back, resign, again", {}, async (guest) => {
  const { page, open, board, width } = guest;
  await open("/");
  await page.getByRole("link", { name: "Play the computer" }).click();
  await board.element().waitFor();
  await page.getByText("Computer · level 2").waitFor();
  await board.move("7g7f");
  await played(page, 2);
  assert.equal(await plies(page), 3);
  // A hint: the man, then its way.
  await page.getByRole("button", { name: "Hint" }).click();
  await board.element().locator("circle.mark, .arrow").or(page.getByText("Look at your hand")).first().waitFor();
  await page.getByRole("button", { name: "Where to?" }).click();
  await page.locator(".notice.hinted", { hasText: "looks good" }).waitFor();
  if (width === "phone") await assertAccessible(page, "a hint");
  // A reload goes on with the same game.
  await page.reload();
  await page.locator(".moves li").nth(2).waitFor();
  // To take back is to take back one's own move and the answer.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(".moves li").nth(1).waitFor({ state: "detached" });
  await board.move("2g2f");
  await played(page, 2);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Resign" }).click();
  await page.getByText("You lost").waitFor();
  await assertAccessible(page, "lost");
  await page.getByRole("button", { name: "Play again" }).click();
  await page.getByText("You lost").waitFor({ state: "detached" });
  assert.equal(await plies(page), 1);
});

scene("whoever has not said what they can read is asked once", {}, async (guest) => {
  const { page, board } = guest;
  await guest.open("/play/shogi?computer=1");
  await board.atPlay();
  const question = page.getByRole("group", { name: "Can you read these pieces?" });
  await question.waitFor();
  await assertAccessible(page, "the question");
  await question.getByRole("radio", { name: "I prefer letters" }).click();
  await question.waitFor({ state: "detached" });
  assert.equal(await board.element().evaluate((element) => element.pieces), "letters");
  await guest.open("/play/minishogi?computer=1");
  await board.atPlay();
  assert.equal(await question.count(), 0);
});

scene("a whole game of shogi against level 1, to the mate", { widths: ["phone"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/variants/shogi");
  await page.getByLabel("Level").selectOption("1");
  await page.getByRole("button", { name: "Start" }).click();
  await board.element().waitFor();
  await against(guest, 300, (_, sfen) => advice(page, { variant: "shogi", sfen }));
  await page.getByText("You won").waitFor();
  assert.match(await page.locator(".notice.end").innerText(), /checkmate/i);
});

for (const variant of ["dobutsu", "chu", "taikyoku"]) {
  scene(`ten moves of ${variant} against level 5`, { widths: ["desktop"] }, async (guest) => {
    const { page, open, board } = guest;
    await open(`/play/${variant}?computer=5`);
    await board.element().waitFor();
    await against(guest, 10, (moves, sfen) => (variant === "dobutsu" ? advice(page, { variant, sfen }) : moves[0]));
    const count = (await plies(page)) - 1;
    assert.ok(count >= 10 || (await page.locator(".notice.end").count()) > 0, `${count} plies`);
  });
}

scene("the computer places its men in the set-up of 66shogi, too", { widths: ["phone"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/play/66shogi?computer=2&side=gote");
  await board.element().waitFor();
  // It begins.
  await page.locator(".moves li").nth(1).waitFor();
  for (let ply = 1; ply < 12; ply += 2) {
    await page.waitForFunction(() => document.querySelector("shogi-board")?.moves?.length > 0);
    await type(page, (await legal(board))[0]);
    await played(page, ply + 2);
  }
  await page.getByLabel("Set-up").waitFor({ state: "detached" });
  assert.equal(await plies(page), 14);
});

scene("a game made a minute ago is played against the computer", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/workshop/files");
  await page.getByLabel("Text of the file").fill("[mine:minishogi]\nnFoldRule = 3\n");
  await page.getByRole("button", { name: "Against the computer" }).click();
  await page.waitForURL(/\/play\/v-.*computer=2/);
  await against(guest, 4, ([move]) => move);
  assert.equal(await plies(page), 5);
  await board.element().waitFor();
});

scene("a blunder is told, with the reason, and can be taken back", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  // The bishop goes where the knight takes it for nothing.
  await open(`/play/shogi?computer=3&moves=${encodeURIComponent("7g7f 3c3d")}`);
  await board.element().waitFor();
  await type(page, "8h3c+");
  const told = page.getByLabel("A bad move");
  await told.waitFor({ timeout: 20_000 });
  await assertAccessible(page, "a bad move");
  await told.getByRole("button", { name: "Why was this bad?" }).click();
  await told.getByText("Better was").waitFor();
  await told.getByText(/^It loses a bishop/).waitFor();
  await board.element().locator(".arrow, circle.mark").first().waitFor();
  await told.getByRole("button", { name: "Take back" }).click();
  await told.waitFor({ state: "detached" });
  await board.wait("lnsgkgsnl/1r5b1/pppppp1pp/6p2");
});

scene("a position of the editor is played against the computer", { widths: ["phone"] }, async (guest) => {
  const { page, open, board } = guest;
  const start = "ln1gkgsnl/1r5b1/ppsppp1pp/6p2/2p6/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL b - 1";
  await open(`/editor/shogi?sfen=${encodeURIComponent(start)}`);
  await page.getByRole("button", { name: "Play the computer" }).click();
  await board.atPlay();
  await page.getByText(/Computer · level/).waitFor();
  await board.wait(start.split(" ")[0]);
  await against(guest, 2, ([move]) => move);
  assert.equal(await plies(page), 3);
});

scene("a record is played on against the computer from where one is", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/kifu");
  await page.locator("textarea").fill("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator(".preview .button.primary").click();
  await board.element().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await page.getByRole("menuitem", { name: "Play the computer from here" }).click();
  await board.atPlay();
  // Gote is to move, and is who sat before the record.
  await page.locator(".strip", { hasText: "Computer" }).getByText("Sente").waitFor();
  await against(guest, 2, () => "3c3d");
  await page.locator(".moves li").nth(2).waitFor();
});

scene("side, handicap and clock are chosen, and the computer begins", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/variants/shogi");
  await page.getByLabel("Handicap").selectOption({ index: 1 });
  await page.getByLabel("Clock", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("radio", { name: "Shitate" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await board.atPlay();
  // Who gives the handicap moves first.
  await page.locator(".moves li").nth(1).waitFor();
  await page.locator(".strip", { hasText: "Computer" }).getByText("Uwate").waitFor();
  await page.getByRole("timer", { name: "Clock of Shitate" }).waitFor();
  await page.waitForFunction(() => document.querySelector("shogi-board")?.moves?.length > 0);
  await type(page, (await legal(board))[0]);
  await page.locator(".moves li").nth(3).waitFor();
});
