// The workshop, the taikyoku browser and the editor in states that are worth a picture; see pages.mjs.

async function words(guest, text) {
  await guest.open("/workshop");
  await guest.page.locator(".marked textarea").fill(text);
  await guest.page.waitForTimeout(900);
}
const tab = (page, index) => page.locator("[role=tab]").nth(index).click();

/** A piece of one's own, kept. */
async function keepHare(guest) {
  await words(guest, "Jumps exactly two squares straight forward, or steps one square back.");
  await guest.page.getByLabel(/^(English name|英語の名前)/).fill("Hare");
  await guest.page.getByLabel(/^(On the piece|駒の文字)/).fill("兎");
  await guest.page.getByRole("button", { name: /^(Add to my set|駒箱に入れる)$/ }).click();
  await guest.page.locator(".piece-card").waitFor();
}

async function maker(guest, at) {
  await guest.open("/workshop/variant");
  await guest.page.locator(".begin button").nth(1).click();
  await guest.page.locator(".men > li").nth(5).waitFor();
  await guest.page.waitForTimeout(900);
  if (at === undefined) return;
  await tab(guest.page, at);
  await guest.page.locator("[role=tablist]").scrollIntoViewIfNeeded();
  await guest.page.evaluate(() => {
    const { top } = document.querySelector("[role=tablist]").getBoundingClientRect();
    if (top > innerHeight / 2) scrollBy(0, top - 60);
  });
}

async function file(guest, text) {
  await guest.open("/workshop/files");
  if (text) await guest.page.locator(".marked textarea").fill(text);
  await guest.page.waitForTimeout(1000);
}

async function taikyoku(guest, name) {
  await guest.open("/taikyoku");
  await guest.page.locator(".entry").first().waitFor();
  if (!name) return;
  if (guest.width === "phone") await guest.page.locator(".entry-more summary").click();
  await guest.page.locator(".entry-filters input").first().fill(name);
  await guest.page.waitForFunction(() => document.querySelectorAll(".entry").length < 60);
}

async function editor(guest, sfen) {
  await guest.open(sfen ? `/editor/shogi?sfen=${encodeURIComponent(sfen)}` : "/editor");
  await guest.board.element().waitFor();
  await guest.page.waitForTimeout(700);
}

export const pages = {
  workshop: (guest) => guest.open("/workshop"),
  "workshop-words": (guest) => words(guest, "Slides forward, and steps one square diagonally backward."),
  "workshop-japanese": (guest) => words(guest, "前に走り、斜め後ろに一マス動く。"),
  "workshop-betza": async (guest) => {
    await words(guest, "KNADcaKmcabK");
    await guest.page.locator('.trial [data-square="5d"]').click();
    await guest.page.waitForTimeout(500);
  },
  "workshop-findings": (guest) => words(guest, "Slides dagonially forward,\nand jumpps two squares to the side."),
  "workshop-yaml": async (guest) => {
    await words(guest, "bFfR");
    await guest.page.locator(".piece-facts [role=tab]").nth(1).click();
    await guest.page.locator(".piece-facts").scrollIntoViewIfNeeded();
  },
  "workshop-set": async (guest) => {
    await keepHare(guest);
    await guest.page.locator(".piece-card").scrollIntoViewIfNeeded();
  },
  "variant-begin": (guest) => guest.open("/workshop/variant"),
  "variant-start": (guest) => maker(guest),
  "variant-men": (guest) => maker(guest, 0),
  "variant-moves": (guest) => maker(guest, 1),
  "variant-setup": async (guest) => {
    await maker(guest, 2);
    await guest.page.locator("[role=tabpanel] [role=switch]").first().click();
    await guest.page.waitForTimeout(800);
  },
  "variant-endings": (guest) => maker(guest, 3),
  "variant-made": async (guest) => {
    await maker(guest, 4);
    await guest.page.locator(".rules-page").waitFor();
  },
  "variant-picker": async (guest) => {
    await maker(guest, 0);
    await guest.page.getByRole("button", { name: /^(Add a piece|駒を加える)$/ }).click();
    await guest.page.locator("dialog[open]").waitFor();
    await guest.page.waitForTimeout(600);
  },
  "files-ini": (guest) => file(guest),
  "files-findings": (guest) => file(guest, "# mine\n[mine:minishogi]\nmaxRankk = 5\nnFoldRule = x\n"),
  "files-yaml": (guest) =>
    file(guest, "pieces:\n  - id: 1\n    movement:\n      steps:\n        - { direction: N, type: single }\n"),
  taikyoku: (guest) => taikyoku(guest),
  "taikyoku-filter": async (guest) => {
    await taikyoku(guest, "dragon");
    if (guest.width === "phone") await guest.page.locator(".entry-more summary").scrollIntoViewIfNeeded();
  },
  "taikyoku-entry": async (guest) => {
    await taikyoku(guest, "right general");
    await guest.page.locator(".entry").first().click();
    await guest.page.locator("dialog[open]").waitFor();
    await guest.page.waitForTimeout(600);
  },
  editor: (guest) => editor(guest),
  "editor-faults": async (guest) => {
    await editor(guest, "8P/9/7P1/9/4G4/9/9/9/4K4 b G 1");
    await guest.page.locator(".findings li").first().waitFor();
    await guest.page.locator(".findings li").last().scrollIntoViewIfNeeded();
  },
  "editor-actions": async (guest) => {
    await editor(guest, "4k4/9/4G4/9/9/9/9/9/4K4 b G 1");
    await guest.page.locator(".editor-side .picture").scrollIntoViewIfNeeded();
  },
  "editor-chu": async (guest) => {
    await guest.open("/editor/chu");
    await guest.board.element().waitFor();
  },
};
