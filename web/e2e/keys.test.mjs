// The computer, the analyst and the problems by keyboard alone, and what is said to those who do not see the board.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";

/** Goes on with Tab to a link, button, switch or field of that name. */
async function tabTo(page, name, most = 80) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const { activeElement: it } = document;
      const label = it?.labels?.[0]?.textContent ?? it?.textContent;
      return (it?.getAttribute("aria-label") ?? label ?? "").trim();
    });
    if (at === name) return;
  }
  assert.fail(`Tab does not reach "${name}"`);
}
async function press(page, name, key = "Enter") {
  await tabTo(page, name);
  await page.keyboard.press(key);
}
/** Types a move on the board, which takes it once it has the focus. */
async function typed(page, usi) {
  await page.keyboard.press("Space");
  await page.keyboard.type(usi);
  await page.keyboard.press("Enter");
}
/** Waits until the board has said something like it. */
const spoken = (page, words) =>
  page.waitForFunction(
    (pattern) =>
      new RegExp(pattern).test(
        document.querySelector("shogi-board")?.shadowRoot.querySelector("[aria-live]")?.textContent ?? "",
      ),
    words,
  );

scene("a game against the computer and its analysis by keyboard alone", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/");
  await press(page, "Play the computer");
  await board.atPlay();
  await typed(page, "7g7f");
  await page.locator(".moves li").nth(2).waitFor();
  await spoken(page, "^Gote ");
  await page.keyboard.press("Escape");
  await press(page, "Hint");
  // A button that is busy keeps the focus: the same key asks on.
  await page.getByRole("button", { name: "Where to?" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "looks good" }).waitFor();
  await press(page, "Resign");
  await press(page, "Resign");
  await page.getByRole("status").filter({ hasText: "You lost" }).waitFor();
  await press(page, "Analyse the game");
  await page.locator(".plot .curve").waitFor({ timeout: 60_000 });
  await press(page, "Live analysis", "Space");
  await page.locator(".live .line-row").nth(2).waitFor();
  await page.keyboard.press("Space");
  await page.locator(".live .line-row").first().waitFor({ state: "detached" });
});

scene("a problem is solved by keyboard alone", { widths: ["desktop"] }, async ({ page, open, board }) => {
  await open("/tsume?set=small&variant=shogi");
  await press(page, "Begin");
  await board.element().waitFor();
  const sfen = await board.sfen();
  const answer = await page.request.post("/api/engine/mate", { data: { game: { variant: "shogi", sfen } } });
  const { line } = (await answer.json()).payload;
  assert.equal(line.length, 1, "the first problem is a mate in one");
  await page.waitForFunction(() => document.querySelector("shogi-board")?.moves?.length > 0);
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SHOGI-BOARD");
  await press(page, "Hint");
  await page.getByRole("button", { name: "Where to?" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type(line[0].usi);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "Solved!" }).waitFor();
  await press(page, "All problems");
  await page.getByText(/^1 of \d+ solved/).waitFor();
});
