// A teacher's tools in the viewer: drawing by touch, sheets of diagrams, the library beside the moves, unsaved work.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const KIF = [
  "先手：山田",
  "後手：佐藤",
  ..."７六歩(77) ３四歩(33) ２六歩(27) ８四歩(83) ２五歩(26) ８五歩(84)"
    .split(" ")
    .map((move, n) => `   ${n + 1} ${move}`),
  "   7 投了",
  "",
].join("\n");

async function opened(guest, text = KIF) {
  const { page } = guest;
  await guest.open("/kifu");
  await page.locator("textarea").fill(text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator(".preview .button.primary").click();
  await page.locator(".player shogi-board").waitFor();
}
const shapes = (page) => page.locator(".player shogi-board").evaluate(({ arrows, marks }) => ({ arrows, marks }));

scene("a finger draws arrows and rings that stay with their move", { widths: ["phone"] }, async (guest) => {
  const { page, context } = guest;
  await opened(guest);
  await page.getByRole("button", { name: "Forward" }).click();
  await page.getByRole("button", { name: "Draw on the board" }).click();
  await page.getByRole("button", { name: "Red" }).click();
  const client = await context.newCDPSession(page);
  const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await page.locator("shogi-board").evaluate((board) => board.scrollIntoView({ block: "center" }));
  const at = (name) => page.locator("shogi-board").evaluate((board, square) => board.geometry().square(square), name);
  const [from, to] = [await at("8h"), await at("2b")];
  await touch("touchStart", [{ x: from.x, y: from.y }]);
  for (const part of [0.3, 0.6, 1]) {
    await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch("touchEnd", []);
  await guest.board.tap("5e");
  await page.waitForFunction(() => {
    const board = document.querySelector(".player shogi-board");
    return board.arrows.length === 1 && board.marks.length === 1;
  });
  assert.deepEqual(await shapes(page), {
    arrows: [{ from: "8h", to: "2b", colour: "red" }],
    marks: [{ square: "5e", colour: "red" }],
  });
  await assertAccessible(page, "pens");
  // Nothing was moved, and another move has no arrows.
  await page.locator(".controls .ply").getByText("1/7").waitFor();
  await page.getByRole("button", { name: "Forward" }).click();
  await page.waitForFunction(() => document.querySelector(".player shogi-board").arrows.length === 0);
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForFunction(() => document.querySelector(".player shogi-board").arrows.length === 1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction(() => document.querySelector(".player shogi-board").arrows.length === 0);
});

scene("the colours of the pen are not covered by what asks to save", { widths: ["phone"] }, async (guest) => {
  const { page } = guest;
  await opened(guest);
  await guest.board.move("9g9f");
  await page.locator(".changed").waitFor();
  await page.locator(".controls .pen").click();
  const yellow = page.locator(".pen-colour.yellow");
  await yellow.scrollIntoViewIfNeeded();
  const top = await yellow.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === one;
  });
  assert.ok(top, "something lies upon it");
  const [pens, bar] = [await page.locator(".pens").boundingBox(), await page.locator(".changed").boundingBox()];
  assert.ok(bar.y >= pens.y + pens.height || bar.y + bar.height <= pens.y, JSON.stringify({ pens, bar }));
});

scene("diagrams are printed two to six on a page", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await opened(guest);
  await page.evaluate(() => {
    window.print = () => {
      window.printed = document.querySelector(".diagram-sheets").querySelectorAll("shogi-board").length;
    };
  });
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("menuitem", { name: "Print diagrams…" }).click();
  const dialog = page.getByRole("dialog");
  assert.equal(await dialog.getByLabel("Positions after moves").inputValue(), "2, 3, 5, 6");
  await dialog.getByLabel("Positions after moves").fill("1-6 0");
  await dialog.getByText("7 diagrams, 2 pages").waitFor();
  await dialog.getByRole("radio", { name: "6" }).check();
  await assertAccessible(page, "sheets");
  await dialog.getByRole("button", { name: "Print" }).click();
  await page.waitForFunction(() => window.printed === 7);
  await page.emulateMedia({ media: "print" });
  const pages = page.locator(".diagram-page");
  assert.equal(await pages.count(), 2);
  const drawn = await pages
    .first()
    .locator("figure")
    .evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.querySelector("shogi-board").getBoundingClientRect();
        return { width, height, caption: one.querySelector("figcaption").textContent };
      }),
    );
  assert.equal(drawn.length, 6);
  for (const { width, height } of drawn) assert.ok(width > 150 && height > 150 && height < 330, `${width}x${height}`);
  assert.match(drawn[1].caption, /P-7f/);
  assert.equal(await page.locator("#app").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator(".diagram-sheets").count(), 0);
});

scene("the library stands beside the moves and plays from there", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await page.request.post("/api/kifu/import?save=true", { data: { text: KIF.replace("２五歩(26)", "７八金(69)") } });
  await opened(guest);
  await page.getByRole("tab", { name: "Library" }).click();
  const panel = page.locator(".library-panel");
  await panel.getByText("1 game reaches this position").waitFor();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowRight");
  await panel.getByRole("button", { name: "G-7h" }).click();
  // A move that the record has not is a variation of it.
  await page.locator(".controls .ply").getByText("5/5").waitFor();
  await assertAccessible(page, "library panel");
  await page.getByRole("tab", { name: /^Tree/ }).click();
  await page.locator(".tree text.move").getByText("G-7h").waitFor();
});

scene("unsaved changes are asked about before another page is shown", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await opened(guest);
  const asked = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  const library = page.locator('.areas a[href="/library"]');
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await library.click();
  assert.match(asked[0], /unsaved changes/);
  assert.match(page.url(), /\/kifu\/view/);
  answer = true;
  await library.click();
  await page.waitForURL("**/library");
  assert.equal(asked.length, 2);
});
