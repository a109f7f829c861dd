// Records: read, looked through, changed, shared, saved.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { assertAccessible, scene } from "./harness.mjs";

const KIF = `先手：山田太郎
後手：佐藤花子
開始日時：2025/01/15
棋戦：竜王戦
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:12/00:00:12)
*この手は定石
   3 ２六歩(27)   ( 0:08/00:00:24)
まで3手で中断
`;
const CSA = [
  "V2.2",
  "N+山田太郎",
  "N-佐藤花子",
  "$EVENT:竜王戦",
  "$SITE:東京",
  "+7776FU",
  "-3334FU",
  "+2726FU",
  "%CHUDAN",
  "",
].join("\n");
const FORKED = `手合割：平手
先手：分かれ
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)
   5 投了

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)

変化：2手
   2 ８四歩(83)
   3 ２六歩(27)
`;
const MARKUP = '<img src=x onerror="window.broken=1"><b>太字</b>&amp;';

const preview = (page) => page.locator(".preview");
const rows = (page) => page.locator(".move-list [data-at]");
const currentRow = (page) => page.locator(".move-list [aria-current]");
/** Waits until the reader is at a ply, and says its row. */
async function at(page, ply) {
  const row = page.locator(`.move-list [data-at="${ply}"][aria-current]`);
  await row.waitFor();
  return row.textContent();
}

async function read(guest, text) {
  await guest.open("/kifu");
  await guest.page.locator("textarea").fill(text);
  await guest.page.getByRole("button", { name: "Read", exact: true }).click();
  await preview(guest.page).waitFor();
}

async function open(guest, text) {
  await read(guest, text);
  await preview(guest.page).locator(".button.primary").click();
  await currentRow(guest.page).waitFor();
  await guest.board.element().waitFor();
}

/** The value of a fact in the preview. */
const fact = (page, name) => preview(page).locator(`.facts div:has(dt:text-is("${name}")) dd`).textContent();

scene("a KIF file is previewed, opened and stepped through", {}, async (guest) => {
  const { page, board } = guest;
  await read(guest, KIF);
  assert.match(await preview(page).locator("h2").textContent(), /山田太郎.*佐藤花子/);
  assert.equal(await fact(page, "Event"), "竜王戦");
  assert.equal(await fact(page, "Date"), "2025/01/15");
  assert.equal(await fact(page, "Moves"), "3");
  assert.equal(await fact(page, "Result"), "interrupted");
  assert.equal(await fact(page, "Format"), "KIF");
  await assertAccessible(page, "preview");
  await preview(page).locator(".button.primary").click();
  await board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b");
  await page.keyboard.press("ArrowRight");
  await board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP");
  assert.match(await at(page, 1), /1▲P-7f0:16/);
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  assert.equal(await page.locator(".comment .text").textContent(), "この手は定石");
  await page.keyboard.press("End");
  assert.match(await at(page, 4), /interrupted/);
  await page.keyboard.press("Home");
  await board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP");
  await assertAccessible(page, "player");
});

scene("a CSA file is read in Japanese", { language: "ja" }, async (guest) => {
  const { page } = guest;
  await guest.open("/kifu");
  await page.locator("textarea").fill(CSA);
  await page.getByRole("button", { name: "読み込む", exact: true }).click();
  await preview(page).waitFor();
  assert.equal(await fact(page, "棋戦"), "竜王戦");
  assert.equal(await fact(page, "場所"), "東京");
  assert.equal(await fact(page, "結果"), "中断");
  await preview(page).locator(".button.primary").click();
  await currentRow(page).waitFor();
  assert.deepEqual(await rows(page).locator(".words").allTextContents(), [
    "開始局面",
    "▲７六歩",
    "△３四歩",
    "▲２六歩",
    "中断",
  ]);
});

scene("a Shift_JIS file is picked and its encoding found", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/kifu");
  const buffer = await readFile(new URL("files/shift-jis.kif", import.meta.url));
  await page.locator("input[type=file]").first().setInputFiles({ name: "対局.kif", mimeType: "text/plain", buffer });
  await preview(page).waitFor();
  assert.equal(await fact(page, "Encoding"), "CP932");
  assert.match(await preview(page).locator("h2").textContent(), /髙橋①/);
  await preview(page).locator(".button.primary").click();
  await currentRow(page).waitFor();
  // A reload reads the same file again: it is kept for this tab only.
  await page.reload();
  await currentRow(page).waitFor();
  assert.match(await page.locator("h1").textContent(), /髙橋①/);
});

scene("several files are read together and one of them opened", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/kifu");
  const files = [
    { name: "one.kif", mimeType: "text/plain", buffer: Buffer.from(KIF) },
    { name: "two.csa", mimeType: "text/plain", buffer: Buffer.from(CSA) },
  ];
  await page.locator("input[type=file]").first().setInputFiles(files);
  await page.locator(".files tr.read").nth(1).waitFor();
  await assertAccessible(page, "files");
  await page.getByRole("button", { name: "two.csa" }).click();
  await currentRow(page).waitFor();
});

scene("a record is dropped or pasted anywhere on the page", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/kifu");
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dropped.csa"));
    document.querySelector(".kifu-import h1").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }, CSA);
  await preview(page).getByText("dropped.csa").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), KIF);
  await page.locator("h1").click();
  await page.keyboard.press("Control+V");
  await preview(page).waitFor();
  assert.equal(await fact(page, "Event"), "竜王戦");
});

scene(
  "garbage is refused with its reason, and a broken file opens its good part",
  { expectStatus: [400] },
  async (guest) => {
    const { page } = guest;
    await read(guest, "this is not a game\nnor is this\n");
    assert.equal(await preview(page).getAttribute("role"), "alert");
    assert.ok((await preview(page).locator(".findings li").count()) > 0);
    await read(guest, KIF.replace("３四歩(33)", "５五歩(44)"));
    const finding = preview(page).locator(".findings .error").first();
    assert.match(await finding.textContent(), /line 6/);
    assert.match(await finding.textContent(), /５五歩/);
    await finding.locator("button.where").click();
    const selected = await page.evaluate(() => {
      const area = document.querySelector("textarea");
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.match(selected, /５五歩/);
    await page.getByRole("button", { name: "Open the part that could be read" }).click();
    await currentRow(page).waitFor();
    await page.keyboard.press("ArrowRight");
    await guest.board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6");
    await page.getByRole("tab", { name: "About" }).click();
    assert.match(await page.locator(".about .findings").textContent(), /５五歩/);
  },
);

scene("the move that a link opens at is in sight in the list", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  // Rooks that go round by five and by four squares: no position comes back a fourth time.
  const ways = [
    ["2h3h", "3h4h", "4h5h", "5h6h", "6h2h"],
    ["8b7b", "7b6b", "6b5b", "5b8b"],
  ];
  const turns = Array.from({ length: 100 }, (_, n) => ways[n % 2][Math.floor(n / 2) % ways[n % 2].length]);
  const data = { text: `position startpos moves ${turns.join(" ")}` };
  const stored = await page.request.post("/api/kifu/import?save=true", { data });
  const { id } = (await stored.json()).payload;
  for (const ply of [60, 30, 100]) {
    await guest.open(`/kifu/${id}#ply=${ply}`);
    await page.reload();
    await page.locator(`.move-list [data-at="${ply}"][aria-current]`).waitFor();
    await page.waitForTimeout(300);
    const [list, row] = await page.locator(".move-list").evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const here = one.querySelector("[aria-current]").getBoundingClientRect();
      return [
        { top, bottom },
        { top: here.top, bottom: here.bottom },
      ];
    });
    assert.ok(row.top >= list.top - 1 && row.bottom <= list.bottom + 1, `${ply}: ${JSON.stringify({ list, row })}`);
  }
});

scene("branches are walked by keyboard, list and tree", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await open(guest, FORKED);
  const words = async () => (await page.locator(".comment h2").textContent()).trim();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await words(), "2 △P-3d");
  await page.keyboard.press("ArrowDown");
  assert.equal(await words(), "2 △P-8d");
  await page.keyboard.press("ArrowRight");
  assert.equal(await words(), "3 ▲P-2f");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await words(), "1 ▲P-7f");
  await page.keyboard.press("End");
  assert.equal(await words(), "5 resignation");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await words(), "2 △P-8d");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.locator(".branches button", { hasText: "P-6f" }).click();
  assert.equal(await words(), "3 ▲P-6f");
  // After a click the keys are the game's again.
  await page.keyboard.press("ArrowRight");
  assert.equal(await words(), "4 △P-8d");
  await page.getByRole("tab", { name: /Tree/ }).click();
  await page.getByRole("img", { name: "Tree with 2 variations" }).waitFor();
  await page.keyboard.press("Home");
  assert.equal(await words(), "Start position");
  await assertAccessible(page, "tree");
});

scene("wheel, slider, flip, autoplay and the list of keys", { widths: ["desktop"] }, async (guest) => {
  const { page, board } = guest;
  await open(guest, KIF);
  await board.element().hover();
  await page.mouse.wheel(0, 120);
  await page.locator('.move-list [data-at="1"][aria-current]').waitFor();
  await page.mouse.wheel(0, -120);
  await page.locator('.move-list [data-at="0"][aria-current]').waitFor();
  await page.getByRole("slider").fill("3");
  await page.locator('.move-list [data-at="3"][aria-current]').waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector("shogi-board").flipped === true);
  await page.keyboard.press("Home");
  await page.getByLabel("Speed").selectOption("300");
  await page.locator("h1").click();
  await page.keyboard.press("Space");
  await page.locator('.move-list [data-at="4"][aria-current]').waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await assertAccessible(page, "keys");
});

scene("markup in names and comments is shown as text in every place", {}, async (guest) => {
  const { page } = guest;
  const unbroken = async (where) => {
    const found = await page.evaluate(() => [window.broken, document.querySelectorAll("img[src=x], main b").length]);
    assert.deepEqual(found, [undefined, 0], where);
  };
  const text = `先手：${MARKUP}\n後手：${MARKUP}\n棋戦：${MARKUP}\n${MARKUP}：${MARKUP}\n   1 ７六歩(77)\n*${MARKUP}\n&${MARKUP}\n   2 ${MARKUP}\n`;
  await read(guest, text);
  assert.ok((await preview(page).textContent()).includes(MARKUP));
  await unbroken("preview");
  await preview(page).getByRole("button", { name: "Save to the library" }).click();
  await preview(page).locator('a[href^="/kifu/"]').waitFor();
  await preview(page).locator(".button.primary").click();
  await currentRow(page).waitFor();
  assert.ok((await page.locator("h1").textContent()).includes(MARKUP));
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".comment .text").textContent(), MARKUP);
  for (const tab of ["Tree", "Analysis", "About"]) {
    await page.getByRole("tab", { name: tab }).click();
    await unbroken(tab);
  }
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.locator(".written").waitFor();
  assert.ok((await page.locator(".written").inputValue()).includes(MARKUP));
  await unbroken("download");
  await page.keyboard.press("Escape");
  await guest.open("/library");
  await page.locator(".games tbody tr").first().waitFor();
  assert.ok((await page.locator(".games").textContent()).includes(MARKUP));
  await unbroken("library");
});

scene("a shared link carries the game and stores nothing", { widths: ["desktop"] }, async (guest, { invite }) => {
  const { page } = guest;
  await open(guest, FORKED);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("dialog").getByLabel("Link");
  await field.waitFor();
  const link = await field.inputValue();
  assert.match(link, /\/kifu\/view#g=[\w-]+&ply=1$/);
  await assertAccessible(page, "share");
  const other = await invite();
  const asked = [];
  other.page.on("request", (request) => asked.push(request.url()));
  await other.page.goto(link);
  await other.page.locator('.move-list [data-at="1"][aria-current]').waitFor();
  assert.ok((await other.page.locator("h1").textContent()).includes("分かれ"));
  assert.ok(asked.every((url) => !url.includes("save=true") && !url.includes("g=")));
  const list = await (await other.page.request.get("/api/kifu?player=分かれ")).json();
  assert.equal(list.payload.total, 0);
});

scene("a damaged link says so", { widths: ["desktop"] }, async (guest) => {
  await guest.page.goto("/kifu/view#g=AAAAAAAA");
  await guest.page.getByRole("alert").getByText("The game in this link is damaged").waitFor();
});

scene("moves, branches and comments are added on the board and saved", { widths: ["desktop"] }, async (guest) => {
  const { page, board } = guest;
  await open(guest, KIF.replace("竜王戦", "編集"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => (document.querySelector("shogi-board").moves ?? []).includes("8c8d"));
  await board.move("8c8d");
  await page.locator(".comment h2").getByText("2 △P-8d").waitFor();
  await page.getByRole("button", { name: "Write a comment" }).click();
  await page.locator(".comment textarea").fill("居飛車 <i>");
  await page.getByText("There are changes that are not saved").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/kifu\/(?!view)[\w-]+$/);
  await page.reload();
  await currentRow(page).waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".comment h2").getByText("2 △P-8d").waitFor();
  assert.equal(await page.locator(".comment .text").textContent(), "居飛車 <i>");
});

scene("a comment on a stored record is saved beside it", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  const stored = (id) => page.evaluate((at) => fetch(`/api/kifu/${at}.kifu`).then((answer) => answer.text()), id);
  const address = () => new URL(page.url()).pathname.split("/").at(-1);
  await open(guest, KIF.replace("竜王戦", "後から書く"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/kifu\/\d+$/);
  const first = address();
  const write = async (text) => {
    await page.keyboard.press("Home");
    await page
      .getByRole("button", { name: /comment/i })
      .first()
      .click();
    await page.locator(".comment textarea").fill(text);
    // A save makes another record, and the button says so.
    await page.getByRole("button", { name: "Save a copy", exact: true }).click();
  };
  await write("序盤の研究");
  await page.getByText("Saved as a new record. The one you opened stays as it was.").waitFor();
  await page.waitForURL((url) => url.pathname !== `/kifu/${first}`);
  const second = address();
  await page.getByText("There are changes that are not saved").waitFor({ state: "detached" });
  assert.match(await stored(second), /\*序盤の研究/);
  assert.doesNotMatch(await stored(first), /序盤の研究/);
  // What can be undone came along; the first record is still at its address.
  await page.goto(`/kifu/${first}`);
  await currentRow(page).waitFor();
  await write("序盤の研究");
  await page.getByText("This record had been saved before").waitFor();
  await page.waitForURL(`**/kifu/${second}`);
});

scene("every format is written, with what it cannot hold", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await open(guest, FORKED);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("menuitem", { name: "KI2" }).click();
  await page.getByText("Copied as KI2").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /▲７六歩/);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Nothing is lost").waitFor();
  await dialog.getByRole("radio", { name: "CSA" }).check();
  await dialog.locator(".findings li").first().waitFor();
  assert.match(await dialog.locator(".written").inputValue(), /\+7776FU/);
  await assertAccessible(page, "download");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download the file" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csa$/);
  assert.match(await readFile(await download.path(), "utf8"), /\+7776FU/);
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "SVG" }).click(),
  ]);
  assert.match(await readFile(await picture.path(), "utf8"), /<svg/);
});

scene("a format that has no place for a game says why, and which one has", { expectStatus: [422] }, async (guest) => {
  const { page } = guest;
  await open(guest, "setoption name USI_Variant value chu\nposition startpos moves 6i6h\n");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "CSA" }).check();
  const refused = dialog.getByRole("alert");
  await refused.getByText("CSA cannot hold this game").waitFor();
  await refused.getByText("CSA is for shogi only").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Download the file" }).isDisabled());
  await assertAccessible(page, "a refused format");
  await refused.getByRole("button", { name: "Write it as JSON" }).click();
  await dialog.locator(".written").waitFor();
  assert.match(await dialog.locator(".written").inputValue(), /"variant":"chu"/);
});

scene("what was changed on a phone is saved from where one is", { widths: ["phone"] }, async (guest) => {
  const { page } = guest;
  await open(guest, KIF.replace("竜王戦", "電話で編集"));
  await page.getByRole("button", { name: "Write a comment" }).click();
  await page.locator(".comment textarea").fill("電話から");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.waitFor();
  const { y, height } = await save.boundingBox();
  assert.ok(y > 0 && y + height < page.viewportSize().height, `it is at ${y}`);
  await assertAccessible(page, "a changed record");
  await save.click();
  await page.waitForURL(/\/kifu\/\d+$/);
});

scene("a new record is made on the board", { widths: ["phone"] }, async (guest) => {
  const { page, board } = guest;
  await guest.open("/kifu");
  await page.getByRole("button", { name: "Start a new record" }).click();
  await page.waitForFunction(() => (document.querySelector("shogi-board")?.moves ?? []).includes("7g7f"));
  await board.move("7g7f");
  await page.waitForFunction(() => (document.querySelector("shogi-board").moves ?? []).includes("3c3d"));
  await board.move("3c3d");
  assert.deepEqual(await rows(page).locator(".words").allTextContents(), ["Start position", "▲P-7f", "△P-3d"]);
});

scene(
  "arrows and rings stay with their move, in the file and in the link",
  { widths: ["desktop"] },
  async (guest, more) => {
    const { page, board } = guest;
    await open(guest, KIF);
    await page.keyboard.press("ArrowRight");
    await at(page, 1);
    const place = (square) => board.element().evaluate((element, name) => element.geometry().square(name), square);
    const draw = async (from, to) => {
      const [a, b] = [await place(from), await place(to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down({ button: "right" });
      await page.mouse.move(b.x, b.y, { steps: 4 });
      await page.mouse.up({ button: "right" });
    };
    const nothing = { arrows: [], marks: [] };
    /** Waits for the shapes on the board: the page draws them with its next frame. */
    const shows = (one, { arrows, marks }) =>
      one.waitForFunction(
        (wanted) => {
          const { arrows: lines, marks: rings } = document.querySelector("shogi-board");
          const told = [...lines.map((a) => [a.from, a.to, a.colour]), ...rings.map((m) => [m.square, m.colour])];
          return JSON.stringify(told) === wanted;
        },
        JSON.stringify([...arrows.map((a) => [a.from, a.to, a.colour]), ...marks.map((m) => [m.square, m.colour])]),
      );
    const drawn = { arrows: [{ from: "2g", to: "2e", colour: "green" }], marks: [{ square: "5e", colour: "green" }] };
    // The board is not focused for it, not even for a moment: the arrow keys go on turning the pages.
    await page.evaluate(() => {
      document.addEventListener("focusin", ({ target }) => {
        if (target.matches("shogi-board")) window.boardFocused = true;
      });
    });
    await draw("2g", "2e");
    await shows(page, { ...drawn, marks: [] });
    await draw("5e", "5e");
    await shows(page, drawn);
    assert.equal(await page.evaluate(() => window.boardFocused), undefined);
    // They are of this move alone, and no words of its comment.
    await page.keyboard.press("ArrowRight");
    await at(page, 2);
    await shows(page, nothing);
    await page.keyboard.press("ArrowLeft");
    await at(page, 1);
    await shows(page, drawn);
    assert.ok(!(await page.locator(".comment").textContent()).includes("#marks"));
    // One of them is taken back, and drawn again.
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelector("shogi-board").marks.length === 0);
    await page.keyboard.press("Control+y");
    await page.waitForFunction(() => document.querySelector("shogi-board").marks.length === 1);
    // Saved, and read again; and in a link, by somebody else.
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/\/kifu\/\d+$/);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const kif = await page.evaluate(async (saved) => (await fetch(`/api/kifu/${saved}.kifu`)).text(), id);
    assert.match(kif, /^\*#marks 2g2e:green 5e:green$/m);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Show the saved record" }).inputValue();
    const friend = await more.invite();
    await friend.open(link.replace(/^https?:\/\/[^/]+/, ""));
    await friend.board.element().waitFor();
    await friend.page.keyboard.press("Home");
    await friend.page.keyboard.press("ArrowRight");
    await at(friend.page, 1);
    await shows(friend.page, drawn);
  },
);

for (const { language, caption, said } of [
  { language: "en", caption: "After move 2, △P-3d", said: "この手は定石" },
  { language: "ja", caption: "2手目 △３四歩 まで", said: "この手は定石" },
]) {
  scene(`a record is printed as a diagram with its moves, in ${language}`, { language }, async (guest) => {
    const { page } = guest;
    await guest.open("/kifu");
    await page.locator("textarea").fill(KIF);
    await page.locator(".kifu-import .card .button.primary").first().click();
    await preview(page).locator(".button.primary").click();
    await currentRow(page).waitFor();
    await guest.board.element().waitFor();
    for (const _ of [1, 2]) await page.keyboard.press("ArrowRight");
    await at(page, 2);
    assert.equal(await page.locator(".sheet li").count(), 0);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const sheet = page.locator(".sheet");
    await sheet.getByText(caption, { exact: true }).waitFor();
    assert.equal(await sheet.locator("li").count(), 4);
    assert.ok((await sheet.innerText()).includes(said));
    assert.match(await sheet.locator("h1").innerText(), /山田太郎.*佐藤花子/);
    for (const unwanted of [".top", ".areas", ".player-side", ".controls"]) {
      assert.equal(await page.locator(unwanted).first().isVisible(), false, unwanted);
    }
    const { width } = await guest.board.element().boundingBox();
    assert.ok(width > 250 && width <= 430, `the diagram is ${width} pixels wide`);
    // Afterwards the page is as it was.
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator(".sheet li").count(), 0);
    assert.equal(await guest.board.element().getAttribute("data-theme"), null);
  });
}
