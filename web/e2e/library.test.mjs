// The library: games by who played them and by what stood on the board.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { assertAccessible, scene, stage } from "./harness.mjs";

/** Games enough to be searched: name, event, day, moves, ending. */
const GAMES = [
  ["青木", "井上", "春の会", "2023/04/01", "７六歩(77) ３四歩(33) ２六歩(27)", "投了"],
  ["青木", "上田", "夏の会", "2024/07/01", "７六歩(77) ８四歩(83)", "投了"],
  ["江川", "青木", "夏の会", "2024/07/02", "２六歩(27) ３四歩(33) ７六歩(77)", "投了"],
  ["小田", "上田", "秋の会", "2025/10/01", "７六歩(77) ３四歩(33) ６六歩(67)", "千日手"],
];
const files = GAMES.map(([sente, gote, event, date, moves, end], index) => {
  const lines = [...moves.split(" "), end].map((move, ply) => `   ${ply + 1} ${move}`);
  const text = [`先手：${sente}`, `後手：${gote}`, `棋戦：${event}`, `開始日時：${date}`, ...lines, ""].join("\n");
  return { name: `game-${index}.kif`, mimeType: "text/plain", buffer: Buffer.from(text) };
});

let filled = null;
/** Puts the games in, once for all tests here. */
function fill() {
  filled ??= (async () => {
    const { url } = await stage();
    for (const { buffer } of files) {
      const headers = { "content-type": "application/octet-stream" };
      const answer = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body: buffer });
      assert.equal(answer.status, 200, await answer.text());
    }
  })();
  return filled;
}

const names = (page) => page.locator(".games .players").allTextContents();
const total = (page, text) => page.getByRole("status").getByText(text, { exact: true }).waitFor();

scene("files are imported with progress, and known ones are told", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await fill();
  await guest.open("/library");
  await page.getByRole("button", { name: "Import" }).click();
  await assertAccessible(page, "import");
  const bad = { name: "bad.kif", mimeType: "text/plain", buffer: Buffer.from("nothing\n") };
  guest.faults.length = 0;
  await page
    .locator("dialog input[type=file]")
    .first()
    .setInputFiles([...files.slice(0, 2), bad]);
  await page.getByText("0 games stored, 2 already in the library, 1 file failed").waitFor();
  assert.match(await page.locator("dialog .findings").textContent(), /bad\.kif/);
  // The refusal of the bad file belongs to the test.
  guest.faults.length = 0;
});

scene("games are found by player, event, day and result, and the address remembers", {}, async (guest) => {
  const { page } = guest;
  await fill();
  await guest.open("/library");
  await total(page, "4 games");
  await assertAccessible(page, "library");
  await page.getByLabel("Player").fill("青木");
  await page.getByRole("button", { name: "Search" }).click();
  await total(page, "3 games");
  await page.getByText("Filters", { exact: false }).first().click();
  await page.getByLabel("Result").selectOption("gote");
  await page.waitForURL(/winner=gote/);
  await page.reload();
  await total(page, "1 game");
  assert.match((await names(page))[0], /青木.*井上|青木.*上田|江川.*青木/);
  await guest.open("/library?event=夏の会&from=2024-07-02");
  await total(page, "1 game");
  assert.match((await names(page))[0], /江川/);
  await page.locator(".games a").first().click();
  await page.locator(".move-list [aria-current]").waitFor();
  assert.match(await page.locator("h1").textContent(), /江川/);
});

scene("a position is found, whatever the order of moves, and the next move is played by a click", {}, async (guest) => {
  const { page, board } = guest;
  await fill();
  await guest.open("/library?view=position&moves=7g7f,3c3d,2g2f");
  await page.getByRole("heading", { name: "2 games reach this position" }).waitFor();
  assert.equal(await page.locator(".games tbody tr").count(), 2);
  await page.getByRole("button", { name: "From the start" }).click();
  await page.getByRole("heading", { name: "4 games reach this position" }).waitFor();
  const next = page.locator(".next-moves tbody tr");
  assert.match(await next.first().textContent(), /P-7f3 75%/);
  await assertAccessible(page, "position search");
  await next.first().getByRole("button").click();
  await page.getByRole("heading", { name: "3 games reach this position" }).waitFor();
  await page.waitForFunction(() => (document.querySelector("shogi-board").moves ?? []).includes("8c8d"));
  // A phone has the board out of sight by now, and the table under the thumb.
  if (guest.width === "desktop") await board.move("8c8d");
  else await next.filter({ hasText: "P-8d" }).getByRole("button").click();
  await page.getByRole("heading", { name: "1 game reaches this position" }).waitFor();
  await page.locator(".games a").first().click();
  await page.locator('.move-list [data-at="2"][aria-current]').waitFor();
});

scene("a position of a record is looked up from the player", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await fill();
  await guest.open("/library?event=秋の会");
  await page.locator(".games a").first().click();
  await page.locator(".move-list [aria-current]").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await page.getByRole("menuitem", { name: "Find this position" }).click();
  await page.getByRole("heading", { name: "3 games reach this position" }).waitFor();
});

scene("games are exported in one archive", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await fill();
  await guest.open("/library?event=夏の会");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("The 2 games found, in one ZIP file.").waitFor();
  await page.getByRole("radio", { name: "CSA" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: "Export" }).click(),
  ]);
  const bytes = await readFile(await download.path());
  assert.equal(bytes.readUInt32LE(0), 0x04034b50);
  assert.ok(bytes.includes("N+江川") && bytes.includes("N+青木"));
});

// The last ones here: they put more games in.
async function put(text) {
  const { url } = await stage();
  const headers = { "content-type": "application/octet-stream" };
  const answer = await fetch(`${url}/api/kifu/import?save=true`, { method: "POST", headers, body: text });
  assert.equal(answer.status, 200, await answer.text());
}

scene("a handicap is named in the language of the page", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await put("手合割：香落ち\n下手：柿沼\n上手：木村\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n");
  await guest.open("/library?player=柿沼");
  await page.locator(".games .chip", { hasText: "Handicap: Lance" }).waitFor();
  await page.getByRole("button", { name: "日本語" }).click();
  await page.locator(".games .chip", { hasText: "香落ち" }).waitFor();
});

scene("a game that the format has no place for is left out and told", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  guest.expectStatus.push(422);
  await fill();
  await put("setoption name USI_Variant value chu\nposition startpos moves 6i6h\n");
  await guest.open("/library");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("radio", { name: "CSA" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: "Export" }).click(),
  ]);
  assert.ok((await readFile(await download.path())).includes("N+江川"));
  await page.getByText("1 game is left out: CSA has no place for it").waitFor();
});

scene(
  "who won is seen at a glance, and days are turned round by their heading",
  { colorScheme: "dark" },
  async ({ page, open }) => {
    await fill();
    await open("/library?player=青木");
    await total(page, "3 games");
    const rows = page.locator(".games tbody tr");
    // After two moves Sente resigned: 青木 lost, 上田 won.
    const row = rows.filter({ hasText: "上田" });
    assert.match(await row.locator(".players").textContent(), /lost 青木.*won 上田/);
    const marks = row.locator(".players .side-mark");
    assert.deepEqual(await marks.evaluateAll((all) => all.map(({ classList }) => classList[1])), ["sente", "gote"]);
    const colour = (name) =>
      row
        .locator(".players a > span", { hasText: name })
        .locator(".star")
        .evaluate((star) => getComputedStyle(star).backgroundColor);
    // A ring and a full disc of the same ink: what is white or black would read the other way round in the dark.
    assert.equal(await colour("上田"), "rgba(0, 0, 0, 0)");
    const ink = await row.locator(".players a").evaluate((link) => getComputedStyle(link).getPropertyValue("--ink"));
    const full = await page.evaluate((colour) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.backgroundColor = colour;
      const said = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return said;
    }, ink);
    assert.equal(await colour("青木"), full);
    const days = () => page.locator(".games .date").allTextContents();
    assert.deepEqual(await days(), ["2024/07/02", "2024/07/01", "2023/04/01"]);
    const head = page.getByRole("columnheader", { name: "Date" });
    if ((await head.count()) === 0 || !(await head.isVisible())) return;
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    await head.getByRole("button").click();
    await page.locator(".games .date", { hasText: "2023/04/01" }).first().waitFor();
    await page.waitForFunction(() => document.querySelector(".games .date").textContent === "2023/04/01");
    assert.deepEqual(await days(), ["2023/04/01", "2024/07/01", "2024/07/02"]);
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.match(page.url(), /sort=oldest/);
    await assertAccessible(page, "sorted");
  },
);

scene(
  "the bars of a position are black for Sente and white for Gote in the dark, too",
  {
    colorScheme: "dark",
  },
  async ({ page, open }) => {
    await fill();
    await open("/library?view=position");
    const colour = (side) =>
      page
        .locator(`.bar .${side}`)
        .first()
        .evaluate((part) => getComputedStyle(part).backgroundColor);
    await page.locator(".bar").first().waitFor();
    assert.deepEqual([await colour("sente"), await colour("gote")], ["rgb(23, 19, 14)", "rgb(255, 253, 246)"]);
  },
);

scene("a draw has no star", { language: "ja", widths: ["desktop"] }, async ({ page, open }) => {
  await fill();
  await open("/library?player=小田");
  await page.locator(".games tbody tr").first().waitFor();
  assert.equal(await page.locator(".games .star").count(), 0);
  assert.equal(await page.getByRole("columnheader", { name: "対局日" }).count(), 1);
});

scene("games are tagged, found by their tag, and deleted by whoever may", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const own = (name, move) => ({ text: `先手：${name}\n後手：タグ\n   1 ${move}\n   2 投了\n` });
  for (const [name, move] of [
    ["組一", "９六歩(97)"],
    ["組二", "１六歩(17)"],
  ]) {
    await page.request.post("/api/kifu/import?save=true", { data: own(name, move) });
  }
  await guest.open("/library?player=%E7%B5%84");
  await total(page, "2 games");
  await page.getByRole("checkbox", { name: "Select all games shown" }).check();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Add a tag…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the tag or collection").fill("教室");
  await assertAccessible(page, "tagging");
  await dialog.getByRole("button", { name: "Add a tag" }).click();
  await page.getByText("2 games tagged").waitFor();
  await page.locator("a.chip.tag").first().click();
  await page.waitForURL("**/library?tag=*");
  await total(page, "2 games");
  await assertAccessible(page, "tagged");
  // Taken off one of them, it is a collection of one.
  await page.getByRole("checkbox", { name: "Select this game" }).first().check();
  await page.getByRole("button", { name: "Take off “教室”" }).click();
  await total(page, "1 game");
  await page.getByRole("checkbox", { name: "Select this game" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 game deleted").waitFor();
  await guest.open("/library?player=%E7%B5%84");
  await total(page, "1 game");
  await page.getByRole("checkbox", { name: "Select this game" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
});

scene("the list is sorted by length, too", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await fill();
  await guest.open("/library");
  for (const [sort, turn] of [
    ["longest", -1],
    ["shortest", 1],
  ]) {
    await page.getByRole("button", { name: /^Moves/ }).click();
    await page.waitForURL(`**/library?sort=${sort}`);
    await page.waitForFunction((sign) => {
      const moves = [...document.querySelectorAll(".games td.number")].map((cell) =>
        Number.parseInt(cell.textContent, 10),
      );
      const isSorted = moves.every((n, at) => at === 0 || (n - moves[at - 1]) * sign >= 0);
      return isSorted && moves.length >= 4 && moves[0] !== moves.at(-1);
    }, turn);
  }
});
