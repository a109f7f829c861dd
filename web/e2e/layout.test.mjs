// A board that never shrinks: a phone on its side, pages made larger, the smallest windows.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { scene, stage } from "./harness.mjs";

/** Windows: a phone on its side, 200 %, 300 % and 400 % of a laptop, a small phone. */
const LOW = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 683, height: 425 },
  { width: 455, height: 283 },
  { width: 320, height: 256 },
  { width: 360, height: 640 },
  { width: 342, height: 213 },
  { width: 390, height: 844 },
];
const PAGES = [
  ["/play/shogi?game=new", "shogi"],
  ["/play/chu", "chu"],
  ["/play/taikyoku", "taikyoku"],
  ["/variants/shogi", "shogi"],
  ["/library?view=position", "shogi"],
  ["/editor", "shogi"],
  ["/editor/minishogi", "minishogi"],
  ["/learn", "shogi"],
  ["/games/GAME", "shogi"],
  ["/kifu/RECORD", "shogi"],
  ["/embed/kifu/RECORD", null],
  ["/tsume", null],
  ["/kifu", null],
  ["/library", null],
  ["/workshop", null],
  ["/workshop/variant", null],
  ["/workshop/files", null],
  ["/taikyoku", null],
  ["/account", null],
  ["/settings", null],
  ["/help", null],
  ["/help/board", null],
  ["/", null],
];

/** How wide a square is drawn, and what the width of the page alone would allow. */
const cell = (page) =>
  page
    .locator("shogi-board")
    .first()
    .evaluate((board) => {
      const { files } = board.variant;
      return { cell: board.geometry().cell, files, width: board.clientWidth };
    });

scene(
  "no window makes a square too small to hit, and no page is wider than its window",
  { widths: ["desktop"] },
  async (guest) => {
    const { page } = guest;
    // Every page of the app is one of them.
    const source = await readFile(new URL("../src/app/routes.ts", import.meta.url), "utf8");
    for (const [, path] of source.matchAll(/path: "([^"]+)"/g)) {
      const form = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
      assert.ok(
        PAGES.some(([address]) => form.test(address.split("?")[0])),
        `${path} is not looked at`,
      );
    }
    const record = await page.request.post("/api/kifu/import?save=true", { data: { text: "1 ７六歩(77)\n2 投了\n" } });
    const { id } = (await record.json()).payload;
    const game = await page.request.post("/api/games", { data: { variant: "shogi" } });
    const made = (await game.json()).payload.id;
    for (const [form, board] of PAGES) {
      const address = form.replace("RECORD", id).replace("GAME", made);
      // All of them at the table; a phone, the smallest and the lowest elsewhere.
      const sizes = address.startsWith("/play/shogi") ? LOW : [LOW[0], LOW[4], LOW[6], LOW[7]];
      await page.setViewportSize(sizes[0]);
      await guest.open(address);
      if (board) await page.locator("shogi-board").first().waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        // The board follows its window a frame later.
        await page.waitForTimeout(150);
        const what = `${address} at ${size.width}x${size.height}`;
        if (board) {
          await page.waitForFunction(() => document.querySelector("shogi-board")?.geometry().cell > 0);
          const seen = await cell(page);
          // Where the width alone forbids it, as many squares as there are share the width.
          const least = Math.min(34, (seen.width - 30) / Math.min(12, seen.files));
          assert.ok(seen.cell >= least - 1, `${what}: squares of ${seen.cell} px, at least ${least}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 1, `${what}: ${wide} px wider than the window`);
      }
    }
  },
);

scene(
  "on a phone on its side the whole board stands beside players and moves",
  { widths: ["desktop"] },
  async (guest) => {
    const { page } = guest;
    await page.setViewportSize({ width: 844, height: 390 });
    await guest.open("/play/shogi");
    const board = page.locator("shogi-board");
    await board.waitFor();
    await board.evaluate((element) => element.scrollIntoView({ block: "start" }));
    const box = await board.boundingBox();
    assert.ok(box.height <= 390, `the board is ${box.height} px high`);
    const moves = await page.locator(".strip").first().boundingBox();
    assert.ok(moves.x > box.x + box.width - 1, "players stand beside the board");
  },
);

scene("nothing under a game leads away by a tap, and offers push no button", { widths: ["phone"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/play/shogi");
  await page.locator("shogi-board").waitFor();
  assert.equal(await page.locator(".areas").isVisible(), false);
  const buttons = page.locator(".table-controls .buttons");
  const before = await buttons.boundingBox();
  for (const usi of ["7g7f", "3c3d", "8h3c+"]) await guest.board.move(usi);
  // Gote is in check: the notice has come, and the buttons are where they were.
  await page.locator(".notice.check").waitFor();
  const after = await buttons.boundingBox();
  assert.ok(Math.abs(after.y - before.y) < 1.5, `the buttons moved from ${before.y} to ${after.y}`);
});

scene("the whole board of a position search is seen below its filters", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  for (const height of [850, 768]) {
    await page.setViewportSize({ width: 1366, height });
    await guest.open("/library?view=position");
    const board = page.locator("shogi-board");
    await board.waitFor();
    const { y, height: tall } = await board.boundingBox();
    assert.ok(y + tall <= height, `the board ends at ${y + tall} of ${height}`);
    assert.ok((await cell(page)).cell >= 36);
  }
});

scene("on a phone on its side, board and buttons stand beside each other", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await page.setViewportSize({ width: 844, height: 390 });
  const beside = async (wanted, what) => {
    await page.locator("shogi-board").first().waitFor();
    await page.waitForFunction(() => document.querySelector("shogi-board")?.geometry().cell > 0);
    const [board, button] = await Promise.all(
      [page.locator("shogi-board").first(), wanted].map((place) => place.boundingBox()),
    );
    assert.ok(button.x >= board.x + board.width - 1, `${what}: beside the board`);
    assert.ok(button.y + button.height <= 390, `${what}: in sight, it ends at ${button.y + button.height}`);
  };
  const { url } = await stage();
  const headers = { "content-type": "application/octet-stream" };
  const body = "1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n";
  const stored = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body });
  const { id } = (await stored.json()).payload;
  await guest.open(`/kifu/${id}`);
  await beside(page.getByRole("button", { name: "Forward" }), "the next move");
  await guest.open("/tsume?set=small&variant=shogi");
  await page.locator(".problems a").first().click();
  await beside(page.locator(".said-here"), "what is said");
  await beside(page.getByRole("button", { name: "Hint" }), "the hint");
});
