// The lessons: done one after the other, with help where something is not allowed; progress stays.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const WAYS = {
  pawn: ["5g5f", "5f5e"],
  knight: ["5i6g", "6g5e"],
  promotion: ["5d5c+"],
  check: ["5i4h"],
  drop: ["G*5b"],
  nifu: ["P*5e"],
  mate: ["2c1b"],
};

scene("the lesson on the board is seen in the list of lessons", {}, async (guest) => {
  const { page } = guest;
  await guest.open("/learn?lesson=mate");
  await page.waitForFunction(() => {
    const row = document.querySelector(".learn-list ol").getBoundingClientRect();
    const here = document.querySelector(".learn-list [aria-current]").getBoundingClientRect();
    return here.left >= row.left - 1 && here.right <= row.right + 1;
  });
});

scene("lessons are done on the board, wrong tries are told, and what is done stays done", {}, async (guest) => {
  const { page, board } = guest;
  await guest.open("/");
  await page.getByRole("link", { name: "Learn in 10 minutes" }).click();
  await page.getByRole("heading", { name: "Learn shogi" }).waitFor();
  await assertAccessible(page, "learn");
  // Faces are a setting, chosen here.
  await page.getByRole("radio", { name: "I prefer letters" }).check();
  assert.equal(await board.element().evaluate((element) => element.pieces), "letters");
  await page.getByRole("radio", { name: "Show how they move" }).check();
  // A lesson that is done stays until one goes on, and then the next one comes, none is left out.
  for (const usi of WAYS.pawn) await board.move(usi);
  await page.getByText("Well done!").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: /^The lance/ }).waitFor();
  for (const [lesson, moves] of Object.entries(WAYS)) {
    await guest.open(`/learn?lesson=${lesson}`);
    await board.element().waitFor();
    for (const usi of moves) await board.move(usi);
    await page.getByText("Well done!").waitFor();
  }
  await page.getByText("7 of 13 done").waitFor();
  await page.reload();
  await page.getByText("7 of 13 done").waitFor();
  // Two pawns on a file are refused in words; a move that does not mate is not the end.
  await guest.open("/learn?lesson=nifu");
  await board.tapHand("sente", "P");
  await board.tap("3e");
  await page.getByText(/on this file already, on 3g \(nifu\)/).waitFor();
  await guest.open("/learn?lesson=mate");
  await board.move("2c2b");
  await page.getByText("Not quite. Try again.").waitFor();
  await page.getByRole("button", { name: "Start over" }).click();
  await board.wait("8k/9/7GP");
  await board.move("2c1b");
  await page.getByText("Well done!").waitFor();
  await page.getByRole("link", { name: "Dobutsu (3×4)" }).click();
  await page.waitForURL(/\/play\/dobutsu/);
});

scene("a piece in hand is in sight where it is to be dropped", { widths: ["desktop"] }, async (guest) => {
  const { page, board } = guest;
  for (const size of [
    { width: 1366, height: 850 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await guest.open("/learn?lesson=drop");
    await board.element().waitFor();
    await page.waitForFunction(() => document.querySelector("shogi-board")?.geometry().hand("sente", "G"));
    const { hand, cell } = await board.element().evaluate((element) => {
      const { cell, hand } = element.geometry();
      return { cell, hand: hand("sente", "G") };
    });
    assert.ok(hand.y + cell / 2 <= size.height, `at ${hand.y} of ${size.height}`);
    assert.ok(cell >= 36, `squares of ${cell} px`);
  }
});

scene("on a phone the piece to drop is in sight, and so is what came of it", { widths: ["phone"] }, async (guest) => {
  const { page, board } = guest;
  await guest.open("/learn?lesson=drop");
  await board.element().waitFor();
  await page.waitForFunction(() => document.querySelector("shogi-board")?.geometry().hand("sente", "G"));
  const { y } = await board.element().evaluate((element) => element.geometry().hand("sente", "G"));
  const foot = await page.locator(".learn-foot").boundingBox();
  assert.ok(y < Math.min(foot.y, 844), `the gold is at ${y}, under what begins at ${foot.y}`);
  await board.move("G*5b");
  for (const seen of [page.getByText("Well done!"), page.getByRole("button", { name: "Next" })]) {
    const box = await seen.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
  }
  await assertAccessible(page, "a lesson done");
});

scene("nobody is taken to read kanji before they say so", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/learn");
  const yes = page.getByRole("radio", { name: "Yes" });
  assert.equal(await yes.isChecked(), false);
  await yes.check();
  await page.reload();
  await yes.waitFor();
  assert.equal(await yes.isChecked(), true);
  await page.locator("a[href='/play/dobutsu?computer=1']").click();
  await page.locator(".table shogi-board").waitFor();
  assert.equal(await page.locator("shogi-board").evaluate((board) => board.pieces), "kanji");
});

scene("a first game from here has faces that a beginner can read", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/learn");
  await page.locator("a[href='/play/dobutsu?computer=1']").click();
  await page.locator(".table shogi-board").waitFor();
  const shown = () => page.locator("shogi-board").evaluate((board) => [board.pieces, board.dots]);
  assert.deepEqual(await shown(), ["letters", true]);
});

scene("who chose the faces keeps them", { widths: ["desktop"], settings: { pieces: "twoKanji" } }, async (guest) => {
  const { page } = guest;
  await guest.open("/learn");
  await page.locator("a[href='/play/dobutsu?computer=1']").click();
  await page.locator(".table shogi-board").waitFor();
  assert.equal(await page.locator("shogi-board").evaluate((board) => board.pieces), "twoKanji");
});
