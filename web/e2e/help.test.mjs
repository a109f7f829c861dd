// The user's guide: reached from every page, in both languages, with pictures that are there and a way through it.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

for (const { language, guide, first, board, other } of [
  { language: "en", guide: "Guide", first: "First steps", board: "At the board", other: "Komaの使い方" },
  { language: "ja", guide: "使い方", first: "はじめての人へ", board: "盤の使い方", other: "Guide to Koma" },
]) {
  scene(`the guide is read from one page to the next in ${language}`, { language }, async ({ page, open }) => {
    await open("/play/shogi");
    await page.getByRole("link", { name: guide, exact: true }).click();
    await page.waitForURL("/help");
    const heading = page.locator("main h1");
    await heading.waitFor();
    assert.ok((await page.title()).startsWith(await heading.textContent()));
    await assertAccessible(page, "the first page");
    await page.locator("main a:visible", { hasText: first }).last().click();
    await page.waitForURL("/help/first-steps");
    await page.getByRole("heading", { level: 1, name: first }).waitFor();
    // Its picture is there, with words, and is not wider than the page.
    const picture = page.locator(".guide-text img");
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector(".guide-text img").naturalWidth > 0);
    assert.ok(await picture.getAttribute("alt"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    await assertAccessible(page, "a page with a picture");
    // On and on, to the keys.
    for (const address of ["/help/playing", "/help/board"]) {
      await page.locator("a[rel=next]").click();
      await page.waitForURL(address);
    }
    await page.getByRole("heading", { level: 1, name: board }).waitFor();
    assert.ok((await page.locator(".guide-text table code").count()) > 5);
    await assertAccessible(page, "a page with a table");
    // The other language is the same page; then back to the first.
    await page.getByRole("button", { name: language === "ja" ? "English" : "日本語" }).click();
    await page.getByRole("heading", { level: 1, name: board }).waitFor({ state: "detached" });
    await page.goto("/help");
    await page.getByRole("heading", { level: 1, name: other }).waitFor();
  });
}

scene("a page that the guide does not have is told", { widths: ["phone"] }, async ({ page, open }) => {
  await open("/help/no-such-page");
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
});
