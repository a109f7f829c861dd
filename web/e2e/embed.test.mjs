// Records in pages of other sites: by the element, by a frame, and nothing else in that frame.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after } from "node:test";
import { assertAccessible, scene, stage } from "./harness.mjs";

/** 先手：山田, ７六歩, ３四歩 with the comment 定跡, 投了; in Shift_JIS, as old programs write it. */
const FILE = Buffer.from(
  "90e68ee881468e5293630a20202031208256985a95e0283737290a202020322082528e6c95e0283333290a2a92e890d50a2020203320938a97b90a",
  "hex",
);

/** A site of somebody else: another origin, with a file and pages that are made of what a test wants in them. */
const site = createServer(async ({ url }, answer) => {
  const { pathname, searchParams } = new URL(url, "http://site");
  if (pathname === "/game.kif") return answer.end(FILE);
  if (pathname !== "/") return answer.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
  const { url: koma } = await stage();
  answer.setHeader("content-type", "text/html; charset=utf-8");
  return answer.end(
    `<!doctype html><html lang="en"><title>blog</title><main><h1>blog</h1>${searchParams.get("html")}</main>
    <script type="module" src="${koma}/embed/shogi-board.js"></script>`,
  );
});
const address = new Promise((found) => {
  site.listen(0, "127.0.0.1", () => found(`http://127.0.0.1:${site.address().port}`));
});
after(() => site.close());

const blog = async (page, html) => {
  await page.goto(`${await address}/?${new URLSearchParams({ html })}`);
  return page.frameLocator("iframe");
};

for (const [language, first, end] of [
  ["en", "▲P-7f", "resignation"],
  ["ja", "▲７六歩", "投了"],
]) {
  scene(`a file of another site is read in its page, in ${language}`, { language }, async ({ page }) => {
    const frame = await blog(page, '<shogi-kifu src="game.kif" ply="1"></shogi-kifu>');
    await frame.locator("shogi-board").waitFor();
    await frame.locator('.move-list [data-at="1"][aria-current]').waitFor();
    const words = frame.locator(".move-list .words");
    assert.deepEqual([(await words.allTextContents())[1], (await words.allTextContents())[3]], [first, end]);
    await frame.locator(".controls button:has(svg)").nth(3).click();
    await frame.locator('.move-list [data-at="2"][aria-current]').waitFor();
    await frame.getByText("定跡").first().waitFor();
    // Only to be read: no menu, nothing to save.
    assert.equal(await frame.locator(".top, .actions, .comment textarea").count(), 0);
    await assertAccessible(page, "a page with a record");
  });
}

scene("a stored record is framed, and no other page of Koma is", { expectStatus: [404] }, async ({ page, context }) => {
  const { url } = await stage();
  const headers = { "content-type": "application/octet-stream" };
  const stored = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body: FILE });
  const { id } = (await stored.json()).payload;
  const frame = await blog(page, `<shogi-kifu src="${url}/kifu/${id}"></shogi-kifu>`);
  await frame.locator("shogi-board").waitFor();
  // Its name leads to the record, in a tab of its own.
  const [tab] = await Promise.all([context.waitForEvent("page"), frame.locator("h1 a").click()]);
  await tab.waitForURL(`${url}/kifu/${id}`);
  await tab.close();
  // What is not there says so; the way home opens a tab, too.
  const missing = await blog(page, `<iframe src="${url}/embed/kifu/999999999"></iframe>`);
  const [home] = await Promise.all([context.waitForEvent("page"), missing.getByRole("link").click()]);
  assert.equal(new URL(home.url()).pathname, "/");
  assert.equal(await missing.locator(".top").count(), 0);
});

scene("in a frame of any size nothing lies upon the board", { widths: ["desktop"] }, async ({ page }) => {
  const { url } = await stage();
  const headers = { "content-type": "application/octet-stream" };
  const stored = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body: FILE });
  const { id } = (await stored.json()).payload;
  // The first is the one that Share writes.
  for (const [width, height] of [
    [760, 600],
    [600, 500],
    [900, 420],
    [400, 700],
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${url}/embed/kifu/${id}`);
    const places = ["shogi-board", ".seat:last-child", ".controls"];
    await page.locator(places[0]).waitFor();
    const [board, name, controls] = await Promise.all(places.map((place) => page.locator(place).boundingBox()));
    const end = ({ y, height }) => y + height - 1;
    const size = `${width}x${height}`;
    assert.ok(end(board) <= name.y && end(name) <= controls.y, `${size}: ${JSON.stringify({ board, name, controls })}`);
    if (width === 760) {
      assert.ok(end(controls) <= height, `${size}: the controls end at ${end(controls)}`);
      const cell = await page.locator("shogi-board").evaluate((one) => one.geometry().cell);
      assert.ok(cell >= 36, `${size}: squares of ${cell} px`);
    }
  }
});

scene("what is wrong with the source is said in the element", { expectStatus: [404] }, async ({ page }) => {
  await blog(page, '<shogi-kifu src="nothing.kif"></shogi-kifu>');
  await page.getByRole("alert").getByText("nothing.kif: 404").waitFor();
  await blog(page, "<shogi-kifu></shogi-kifu>");
  await page.getByRole("alert").getByText("needs src").waitFor();
});

scene("another game is asked of the Koma that the element came from", {}, async ({ page }) => {
  await blog(page, '<shogi-board variant="chu" language="en"></shogi-board>');
  const seen = await page.waitForFunction(() => {
    const { variant, sfen } = document.querySelector("shogi-board");
    return variant.files === 12 && sfen.length > 100 && variant.name;
  });
  assert.equal(await seen.jsonValue(), "Chu shogi");
});
