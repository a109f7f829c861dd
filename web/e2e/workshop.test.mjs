// The workshop: pieces from words, the set, variants made, played and shared, files with findings, the taikyoku browser.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

const MARKUP = '<b>Hare</b><img src="x" onerror="window.pwned=1">';

/** Writes a description and waits until the board has followed. */
async function describe(page, text) {
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/pieces/parse"));
  const reached = page.waitForResponse((response) => response.url().endsWith("/api/pieces/reach"));
  await page.locator(".marked textarea").fill(text);
  await Promise.all([answered, reached]);
}

const goals = (page, kind = "") =>
  page.locator(`.trial .goal${kind}`).evaluateAll((squares) => squares.map((square) => square.dataset.square).sort());

async function expectGoals(page, expected, kind = "") {
  const wanted = [...expected].sort();
  await page.waitForFunction(
    ([selector, squares]) => {
      const found = [...document.querySelectorAll(selector)].map((square) => square.dataset.square).sort();
      return found.join() === squares.join();
    },
    [`.trial .goal${kind}`, wanted],
  );
  assert.deepEqual(await goals(page, kind), wanted);
}

const square = (page, name) => page.locator(`.trial [data-square="${name}"]`);

scene("a piece made from words is played against a blocker", {}, async ({ page, open }) => {
  await open("/workshop");
  await describe(page, "Slides forward, and steps one square diagonally backward.");
  await expectGoals(page, ["5d", "5c", "5b", "5a", "6f", "4f"]);
  // An enemy on 5c: it may be taken, and nothing behind it is reached.
  await square(page, "5c").click();
  await expectGoals(page, ["5d", "5c", "6f", "4f"]);
  await expectGoals(page, ["5c"], ".capture");
  // The same man as an own one stops the piece before it.
  await square(page, "5c").click();
  await expectGoals(page, ["5d", "6f", "4f"]);
  await square(page, "5c").click();
  await square(page, "5c").click();
  await expectGoals(page, ["5c"], ".capture");
  await square(page, "5e").click();
  await square(page, "5c").click();
  await square(page, "5c").locator(".man").waitFor();
  assert.equal(await page.locator(".blocker").count(), 0);
  await expectGoals(page, ["5b", "5a", "6d", "4d"]);
  const facts = page.locator(".piece-facts");
  assert.match(await facts.textContent(), /bFfR/);
  await facts.getByRole("tab", { name: "YAML" }).click();
  assert.match(await facts.locator("pre").textContent(), /direction: "N", type: ranging/);
});

scene("a lion takes on its way and comes back", {}, async ({ page, open }) => {
  await open("/workshop");
  await describe(page, "KNADcaKmcabK");
  await square(page, "5d").click();
  // 居喰い: its own square is a goal because the neighbour can be taken without moving.
  await page.locator('.trial [data-square="5e"].goal.chain').waitFor();
  await square(page, "5e").click();
  await square(page, "5e").click();
  await page.waitForFunction(() => document.querySelectorAll(".blocker").length === 0);
  assert.equal(await square(page, "5e").locator(".man").count(), 1);
});

scene("findings stand under the very words they concern", { language: "ja" }, async ({ page, open }) => {
  await open("/workshop");
  await describe(page, "Slides dagonially forward,\nand jumpps two squares to the side.");
  const marks = page.locator(".marks .mark");
  await marks.nth(1).waitFor({ state: "attached" });
  assert.deepEqual(await marks.allTextContents(), ["dagonially", "jumpps"]);
  // The mark lies where the browser draws the word in the text field: the second word begins after "and ".
  const offset = await page.evaluate(() => {
    const field = document.querySelector(".marked textarea");
    const style = getComputedStyle(field);
    const ruler = document.createElement("canvas").getContext("2d");
    ruler.font = style.font;
    const [, second] = document.querySelectorAll(".marks .mark");
    const left = second.getBoundingClientRect().left - field.getBoundingClientRect().left;
    return left - Number.parseFloat(style.paddingLeft) - ruler.measureText("and ").width;
  });
  assert.ok(Math.abs(offset) < 3, `the mark is ${offset} pixels off`);
  const findings = page.locator(".findings li");
  assert.equal(await findings.count(), 2);
  // Its place is a button that selects the words.
  await findings.nth(1).getByRole("button").click();
  const selected = await page
    .locator(".marked textarea")
    .evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(selected, "jumpps");
});

scene("words in doubt are settled by a choice, which is remembered", {}, async ({ page, open }) => {
  await open("/workshop");
  await describe(page, "Moves forward.");
  const choices = page.locator(".meant button");
  await choices.nth(1).waitFor();
  assert.equal(await choices.locator("img").count(), 2, "each with its board");
  await assertAccessible(page);
  await choices.nth(1).click();
  await expectGoals(page, ["5d", "5c", "5b", "5a"]);
  assert.equal(await page.locator(".findings li").count(), 0);
  // The same words another day are not asked about again.
  await open("/workshop");
  await describe(page, "Moves  forward.");
  await expectGoals(page, ["5d", "5c", "5b", "5a"]);
  await page.locator(".chosen button").click();
  await choices.first().waitFor();
  await expectGoals(page, ["5d"]);
});

scene("pieces are kept in the browser, and names are text", {}, async ({ page, open }, { invite }) => {
  await open("/workshop");
  await describe(page, "WfF");
  await page.getByLabel("English name").fill(MARKUP);
  await page.getByRole("button", { name: "Add to my set" }).click();
  await page.locator(".piece-card").waitFor();
  await page.reload();
  const card = page.locator(".piece-card strong");
  await card.waitFor();
  assert.equal(await card.textContent(), MARKUP);
  assert.equal(await page.locator("main img[src='x'], .piece-card b").count(), 0);
  assert.equal(await page.evaluate(() => window.pwned), undefined);

  // A link carries the words and the name.
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const friend = await invite();
  await friend.open(link.replace(/^https?:\/\/[^/]+/, ""));
  await friend.page.waitForFunction(() => document.querySelector(".marked textarea")?.value === "WfF");
  assert.equal(await friend.page.getByLabel("English name").inputValue(), MARKUP);
});

scene("a variant is made, played and shared", {}, async ({ page, open, board }, { invite }) => {
  // A piece of one's own first.
  await open("/workshop");
  await describe(page, "Jumps exactly two squares straight forward, or steps one square back.");
  await page.getByLabel("English name").fill("Hare");
  await page.getByLabel(/On the piece/).fill("兎");
  await page.getByRole("button", { name: "Add to my set" }).click();
  await page.locator(".piece-card").waitFor();

  await open("/workshop/variant");
  await page.getByRole("button", { name: "From Minishogi" }).click();
  await page.locator(".men > li").nth(5).waitFor();
  const before = await page.locator(".men > li").count();
  await page.getByLabel("Name", { exact: true }).fill(MARKUP);
  await page.getByRole("button", { name: "Add a piece" }).click();
  await page.locator("dialog").getByRole("button", { name: /Hare/ }).first().click();
  await page.locator(".men > li").nth(before).waitFor();

  // Put it on 3d, for both sides.
  await page.locator(".palette-men").getByRole("button", { name: "Sente Hare" }).click();
  await board.tap("3d");
  await page.waitForFunction(() => document.querySelector("shogi-board").sfen.split("/")[3] === "P1H2");
  await page.getByRole("button", { name: "Copy sente's camp" }).click();
  await page.waitForFunction(() => document.querySelector("shogi-board").sfen.split("/")[1] === "2h1p");

  // The rules page knows the new man; its name is text.
  await page.getByText("✓ Ready to play").waitFor();
  await page.getByRole("tab", { name: "Rules page" }).click();
  const rules = page.locator(".rules-page");
  await rules.getByText("Hare", { exact: true }).waitFor();
  assert.equal(await rules.locator("h2").textContent(), MARKUP);
  assert.equal(await rules.locator("img").count(), 0);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.yaml$/);

  await page.getByRole("button", { name: "Share" }).click();
  const address = await page.getByLabel("Address of this variant").inputValue();
  const path = address.replace(/^https?:\/\/[^/]+/, "");
  assert.match(path, /^\/variants\/v-/);

  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL(/\/play\/v-/);
  await board.atPlay();
  // The hare jumps over what is before it: 3d to 3b takes the other hare, which is a move only it can make.
  await board.move("3d3b");
  await page.waitForFunction(() => /\/2H/.test(`/${document.querySelector("shogi-board").sfen}`));

  const friend = await invite();
  await friend.open(path);
  assert.ok((await friend.page.locator("h1").first().textContent()).includes(MARKUP));
  assert.equal(await friend.page.evaluate(() => window.pwned), undefined);
  assert.equal(await friend.page.locator("h1 b, h1 img").count(), 0);
});

scene("what is wrong with a file is marked beside its lines", {}, async ({ page, open, board }) => {
  await open("/workshop/files");
  const field = page.getByLabel("Text of the file");
  await field.fill("# mine\n[mine:minishogi]\nmaxRankk = 5\nnFoldRule = x\n");
  await page.locator(".gutter .error").nth(1).waitFor();
  assert.deepEqual(await page.locator(".gutter .error").allTextContents(), ["3", "4"]);
  assert.deepEqual(await page.locator(".marks .mark").allTextContents(), ["maxRankk", "x"]);
  await page.getByText("read as variants.ini").waitFor();
  await page.locator(".findings button.where").first().click();
  assert.equal(await field.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "maxRankk");

  // Mended, it can be played at once.
  await field.fill("[mine:minishogi]\nnFoldRule = 3\n");
  await page.getByText("✓ No problems").waitFor();
  await page.locator(".made shogi-board").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL(/\/play\/v-/);
  await board.atPlay();

  // Pieces, too: the unquoted direction of YAML 1.1.
  await open("/workshop/files");
  await field.fill("pieces:\n  - id: 1\n    movement:\n      steps:\n        - { direction: N, type: single }\n");
  await page.getByText("read as a piece file").waitFor();
  await page.locator(".gutter .error", { hasText: "5" }).waitFor();
});

scene("a Japanese page says in Japanese what is wrong with a file", { language: "ja" }, async ({ page, open }) => {
  const files = [
    "pieces:\n  - id: 1\n    value: many\n    movement:\n      steps:\n        - { direction: N, type: single }\n        - { direction: up }\n",
    "slug: Mine\nname: Mine\nfiles: 99\npiece_files: [nowhere.yaml]\n",
    "[mine:nothing]\nmaxRankk = 5\nnFoldRule = x\n",
    "pieces: [",
  ];
  await open("/workshop/files");
  for (const text of files) {
    const answer = page.waitForResponse(/\/api\/(variants|pieces)\/check$/);
    await page.locator("textarea").fill(text);
    const { findings } = (await (await answer).json()).payload;
    await page.waitForFunction((n) => document.querySelectorAll(".findings li").length === n, findings.length);
    await page.locator(".findings li").first().waitFor();
    const said = await page.locator(".findings .message, .findings .help").allTextContents();
    assert.deepEqual(
      said.filter((words) => !/[ぁ-ん]/.test(words)),
      [],
    );
  }
});

scene("every page of the workshop is in reach on a phone", { widths: ["phone"] }, async ({ page, open }) => {
  await open("/workshop");
  for (const language of ["English", "日本語"]) {
    const links = page.locator(".workshop-nav a");
    for (const link of await links.all()) {
      const { x, width } = await link.boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `${await link.textContent()} ends at ${x + width} in ${language}`);
    }
    if (language === "English") await page.getByRole("button", { name: "日本語" }).click();
  }
});

scene("diagrams speak the language of the page", { language: "ja", widths: ["desktop"] }, async ({ page, open }) => {
  for (const [address, picture] of [
    ["/variants/shogi", ".piece img"],
    ["/taikyoku", ".entry img"],
  ]) {
    await open(address);
    await page.locator(picture).first().waitFor();
    const source = await page.locator(picture).first().getAttribute("src");
    assert.match(await (await page.request.get(source)).text(), />[^<]*(1マス動く|走る)</);
  }
});

scene("the source of a shipped game is opened and checked", { widths: ["desktop"] }, async ({ page, open }) => {
  await open("/workshop/files?variant=tori");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes('slug: "tori"'));
  await page.getByText("✓ No problems").waitFor();
});

scene("all taikyoku pieces are browsed", {}, async ({ page, open }, { width }) => {
  await open("/taikyoku");
  await page.getByText("404 found").waitFor();
  if (width === "phone") await page.locator(".entry-more summary").click();
  await page.getByLabel(/Name, kanji/).fill("獅子");
  await page.waitForFunction(() => document.querySelector(".entry strong")?.textContent === "Lion");
  await page.locator(".entry").first().click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("Betza").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("dialog img")].every((image) => image.naturalWidth > 0),
  );
  await assertAccessible(page, "a taikyoku piece");
  await page.keyboard.press("Escape");

  // Disputed ones have their other readings with pictures of their own.
  await page.getByLabel(/Name, kanji/).fill("right general");
  await page.getByText("Disputed only").click();
  await page.locator(".entry", { hasText: "Right general" }).first().click();
  const reading = dialog.locator(".readings li img").first();
  await reading.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector(".readings img")?.naturalWidth > 0);
  await page.keyboard.press("Escape");

  // By moves: slides forward, and does nothing to the side.
  const forward = page.getByRole("button", { name: /^forward:/ });
  await forward.click();
  await forward.click();
  for (const side of [/^left:/, /^right:/]) {
    for (let i = 0; i < 3; i++) await page.getByRole("button", { name: side }).click();
  }
  await page.getByText("No piece fits").waitFor();
  await page.getByText("Disputed only").click();
  await page.getByLabel(/Name, kanji/).fill("");
  await page.waitForFunction(() => {
    const found = Number.parseInt(document.querySelector("main [role=status]").textContent, 10);
    return found > 3 && found < 200;
  });
  // The lance of shogi is among them under its old name.
  await page.getByLabel(/Name, kanji/).fill("香車");
  await page.waitForFunction(() => document.querySelector(".entry strong")?.textContent === "Incense chariot");
});

const PAGES = {
  piece: async ({ page, open }) => {
    await open("/workshop");
    // Nothing is understood: there are findings, and nothing is asked of the board.
    await page.locator(".marked textarea").fill("Slides dagonially.");
    await page.locator(".findings li").first().waitFor();
    await assertAccessible(page, "piece");
  },
  variant: async ({ page, open }) => {
    await open("/workshop/variant");
    await page.getByRole("button", { name: "From Minishogi" }).click();
    await page.getByText("✓ Ready to play").waitFor();
    for (const name of [/^Pieces/, /^Opening setup/, /^Endings/, /^Rules page/]) {
      await page.getByRole("tab", { name }).click();
      await assertAccessible(page, `variant ${name}`);
    }
  },
  files: async ({ page, open }) => {
    await open("/workshop/files");
    await page.locator(".made shogi-board").waitFor();
    await assertAccessible(page, "files");
  },
  taikyoku: async ({ page, open }) => {
    await open("/taikyoku");
    await page.getByLabel(/Name, kanji/).fill("dragon");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length < 60);
    await assertAccessible(page, "taikyoku");
  },
};
for (const [name, visit] of Object.entries(PAGES)) {
  scene(`the ${name} page is accessible`, {}, visit);
  scene(`the ${name} page is accessible in the dark`, { colorScheme: "dark", widths: ["desktop"] }, visit);
}
