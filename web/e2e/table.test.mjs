// At the table: the gear, moves that are asked about or made in advance, what was taken, and being told that it is one's move.
import assert from "node:assert/strict";
import { assertAccessible, scene, stage } from "./harness.mjs";
import { join, makeGame } from "./link.mjs";

for (const { language, gear, letters, japanese, off, close } of [
  {
    language: "en",
    gear: "Board settings",
    letters: "Letters",
    japanese: "▲７六歩",
    off: "Show where a piece may go",
    close: "Close",
  },
  {
    language: "ja",
    gear: "盤と対局の設定",
    letters: "アルファベット",
    japanese: "P-7f",
    off: "動けるマスを示す",
    close: "閉じる",
  },
]) {
  scene(
    `the gear changes the board without leaving it, in ${language}`,
    { language },
    async ({ page, open, board }) => {
      await open("/play/shogi");
      await board.move("7g7f");
      await page.getByRole("button", { name: gear }).click();
      const dialog = page.getByRole("dialog", { name: gear });
      await dialog.waitFor();
      await assertAccessible(page, "the gear");
      await dialog.getByRole("radio", { name: letters }).check();
      await dialog.getByRole("radio", { name: japanese }).check();
      await dialog.getByRole("switch", { name: off }).uncheck();
      await dialog.getByRole("slider").fill("0");
      const looks = () => board.element().evaluate(({ pieces, targets }) => ({ pieces, targets }));
      assert.deepEqual(await looks(), { pieces: "letters", targets: false });
      await dialog.getByRole("button", { name: close }).click();
      await page.locator(".moves", { hasText: language === "ja" ? "P-7f" : "７六歩" }).waitFor();
      // All of it stays.
      await page.reload();
      await board.element().waitFor();
      assert.deepEqual(await looks(), { pieces: "letters", targets: false });
      assert.equal(await page.evaluate(() => localStorage.getItem("koma.volume")), "0");
    },
  );
}

scene("a move on a large board is asked about where fingers play", {}, async ({ page, open, board, width }) => {
  await open("/play/tenjiku");
  await board.element().waitFor();
  const usi = await board.element().evaluate((element) => element.moves.find((move) => /^8\w8\w$/.test(move)));
  const before = await board.sfen();
  const [from, to] = usi.match(/\d+[a-z]+/g);
  await board.element().evaluate((element, square) => element.reveal(square), from);
  await board.tap(from);
  await board.tap(to);
  const asked = page.getByRole("alertdialog", { name: "Play this move?" });
  if (width === "desktop") {
    await page.locator(".moves li").nth(1).waitFor();
    assert.equal(await asked.count(), 0);
    return;
  }
  await asked.getByText(`${from} → ${to}`).waitFor();
  await assertAccessible(page, "the question");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  assert.equal(await board.sfen(), before);
  assert.equal(await page.locator(".moves li").count(), 1);
  // The board is as it was: the same move can be made again, and played.
  await board.tap(from);
  await board.tap(to);
  await asked.getByRole("button", { name: "Play it" }).click();
  await page.locator(".moves li").nth(1).waitFor();
  await asked.waitFor({ state: "detached" });
});

scene("what was taken is listed where nothing comes back", { language: "ja" }, async ({ page, open, board }) => {
  const sfen = "5k6/12/12/12/5p6/5g6/5R6/12/12/12/12/5K6 b - 1";
  await open(`/play/chu?sfen=${encodeURIComponent(sfen)}`);
  await board.element().waitFor();
  assert.equal(await page.locator(".captured li").count(), 0);
  const place = await board.element().boundingBox();
  await board.move("7g7f");
  const taken = page.getByRole("list", { name: "先手が取った駒：1枚" });
  await taken.waitFor();
  assert.match(await taken.textContent(), /金/);
  // The rook is worth ten pawns, the pawn that is left one.
  assert.match(await page.locator(".captured strong").textContent(), /\+9$/);
  assert.deepEqual(await board.element().boundingBox(), place, "the board stays where it was");
  await assertAccessible(page, "what was taken");
  // In shogi it is in hand.
  await open(`/play/shogi?moves=${encodeURIComponent("7g7f 3c3d 8h2b+")}`);
  await board.element().waitFor();
  assert.equal(await page.locator(".captured").count(), 0);
});

/** A game by link against somebody with settings of their own. */
async function meet(host, invite, settings) {
  const link = await makeGame(host);
  const guest = await invite({ settings });
  await join(guest, link);
  return guest;
}

scene("a move made in advance is played when the turn comes", {}, async (host, { invite }) => {
  const guest = await meet(host, invite, { premove: true });
  // Gote chooses 1b1c while Sente thinks: nothing is played yet, an arrow shows it.
  await guest.board.tap("1b");
  await guest.board.tap("1c");
  await guest.board.element().locator(".arrow.blue").waitFor({ state: "attached" });
  assert.match(await guest.board.sfen(), / b /);
  await host.board.move("5d5c");
  await host.page.locator(".moves li").nth(2).waitFor();
  assert.equal(await guest.board.element().locator(".arrow.blue").count(), 0);
  // One that has become impossible is refused with its reason, and nothing is played.
  await guest.board.tap("5a");
  await guest.board.tap("5d");
  await host.board.move("4e4d");
  await guest.board
    .element()
    .getByText(/can’t|cannot/)
    .first()
    .waitFor();
  assert.equal(await guest.page.locator(".moves li").count(), 4);
});

scene("whoever looks elsewhere is told that it is their move", {}, async (host, { invite }) => {
  const guest = await meet(host, invite, { notify: true });
  await guest.page.evaluate(() => {
    window.told = [];
    window.Notification = class {
      static permission = "granted";
      constructor(title, { body }) {
        window.told.push(`${title}: ${body}`);
      }
    };
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
  });
  await host.board.move("5d5c");
  await guest.page.waitForFunction(() => document.title.startsWith("● Your turn"));
  await guest.page.waitForFunction(() => window.told.length === 1);
  assert.deepEqual(await guest.page.evaluate(() => window.told), ["Your turn: Minishogi"]);
  // Sente looks at the page: its title alone says whose move it is.
  assert.ok(!(await host.page.title()).startsWith("●"));
});

for (const colorScheme of ["light", "dark"]) {
  scene(`Sente's mark is black and Gote's white, ${colorScheme}`, { colorScheme }, async ({ page, open, board }) => {
    await open("/play/shogi");
    await board.element().waitFor();
    const inside = (side) =>
      page.locator(`.strip .side-mark.${side}`).evaluate((mark) => {
        const [red] = /\d+/.exec(getComputedStyle(mark, "::after").backgroundColor);
        return Number(red);
      });
    assert.ok((await inside("sente")) < 60, "black");
    assert.ok((await inside("gote")) > 200, "white");
    // The same marks stand beside the names of a record.
    const { url } = await stage();
    const headers = { "content-type": "application/octet-stream" };
    const body = "position startpos moves 7g7f 3c3d";
    const stored = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body });
    await open(`/kifu/${(await stored.json()).payload.id}`);
    await page.locator(".seat .side-mark.sente").waitFor();
    await open("/library");
    await page.locator(".games .side-mark.sente").first().waitFor();
    assert.equal(await page.locator("main").getByText(/[☗☖]/).count(), 0);
  });
}
