// The record pages and the library in states that are worth a picture; see pages.mjs.

/** A game with times, comments, engine's judgements and variations. */
export const GAME = `手合割：平手
開始日時：2026/11/15 10:00
棋戦：第三回 駒の会 決勝
場所：東京
先手：山田 太郎
後手：佐藤 花子
*対局室には朝から陽が差している。
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:12/00:00:12)
   3 ２六歩(27)   ( 0:08/00:00:24)
*#評価値=35
   4 ８四歩(83)   ( 0:44/00:00:56)
*#評価値=42
*横歩取りの出だし。3手目に６六歩なら四間飛車もあった。
&横歩取り
   5 ２五歩(26)   ( 1:30/00:01:54)
*#評価値=60
   6 ８五歩(84)   ( 0:09/00:01:05)
*#評価値=-15
   7 ７八金(69)   ( 2:50/00:04:44)
*#評価値=12
   8 ３二金(41)   ( 0:31/00:01:36)
*#評価値=88
   9 ２四歩(25)   ( 0:05/00:04:49)
  10 同　歩(23)   ( 0:04/00:01:40)
  11 同　飛(28)   ( 0:03/00:04:52)
*#評価値=140
  12 ８六歩(85)   ( 5:12/00:06:52)
  13 同　歩(87)   ( 0:20/00:05:12)
  14 同　飛(82)   ( 0:11/00:07:03)
*#評価値=-60
  15 ３四飛(24)   ( 8:01/00:13:13)
*#評価値=-120
*決断の一手。
  16 ３三角(22)   ( 1:02/00:08:05)
*#評価値=-90
  17 投了

変化：15手
  15 ８七歩打   ( 0:10/)
  16 ７六飛(86)   ( 0:10/)
  17 ３四飛(24)   ( 0:10/)

変化：5手
   5 ６六歩(67)   ( 0:10/)
   6 ８五歩(84)   ( 0:10/)
   7 ７七角(88)   ( 0:10/)
   8 ６二銀(71)   ( 0:10/)

変化：3手
   3 ６六歩(67)   ( 0:10/)
*四間飛車
   4 ８四歩(83)   ( 0:10/)
   5 ６八飛(28)   ( 0:10/)
   6 ６二銀(71)   ( 0:10/)
`;

async function preview({ page, open }, text) {
  await open("/kifu");
  await page.locator("textarea").fill(text);
  await page.locator(".kifu-import .card .button.primary").first().click();
  await page.locator(".preview").waitFor();
}

const player =
  (plies, then = async () => {}) =>
  async (guest) => {
    await preview(guest, GAME);
    await guest.page.locator(".preview .button.primary").click();
    await guest.page.locator("shogi-board").waitFor();
    for (let ply = 1; ply <= plies; ply += 1) await guest.page.keyboard.press("ArrowRight");
    await then(guest.page);
  };
const tab = (index) => player(14, (page) => page.locator("[role=tab]").nth(index).click());

let filled = null;
async function fill(page) {
  filled ??= (async () => {
    const names = ["山田 太郎", "佐藤 花子", "Smith", "鈴木 一郎"];
    for (let n = 0; n < 12; n += 1) {
      const text = GAME.replace("山田 太郎", names[n % 4])
        .replace("佐藤 花子", names[(n + 1 + (n >> 2)) % 4])
        .replace("2026/11/15", `20${14 + n}/0${1 + (n % 9)}/1${n % 9}`)
        .replace("  17 投了", n % 5 ? "  17 投了" : "  17 千日手");
      await page.request.post("/api/kifu/import?save=true", { data: { text } });
    }
  })();
  await filled;
}

export const pages = {
  kifu: (guest) => guest.open("/kifu"),
  "kifu-preview": (guest) => preview(guest, GAME),
  "kifu-broken": (guest) => preview(guest, GAME.replace("８四歩(83)", "５五歩(44)")),
  "kifu-player": player(4),
  "kifu-branches": player(14),
  "kifu-tree": tab(1),
  "kifu-graphs": tab(2),
  "kifu-library": tab(3),
  "kifu-about": tab(4),
  "kifu-pen": player(4, async (page) => {
    await page.locator(".controls .pen").click();
    await page.locator("shogi-board").evaluate((board) => {
      board.arrows = [{ from: "2h", to: "2e", colour: "green" }];
      board.marks = [{ square: "5e", colour: "red" }];
    });
  }),
  "kifu-diagrams": player(4, async (page) => {
    await page.locator(".actions [aria-haspopup]").first().click();
    await page.locator("[role=menuitem]").nth(6).click();
    await page.locator("dialog[open]").waitFor();
  }),
  "kifu-files": async (guest) => {
    guest.expectStatus.push(400);
    await guest.open("/kifu");
    const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await guest.page
      .locator("input[type=file]")
      .first()
      .setInputFiles([
        file("決勝.kif", GAME),
        file("semifinal.kif", GAME.replace("山田 太郎", "Smith").replace("８四歩(83)", "５五歩(44)")),
        file("nothing.kif", "nothing\n"),
      ]);
    await guest.page.locator(".files tbody tr").nth(2).waitFor();
  },
  "kifu-refused": async (guest) => {
    guest.expectStatus.push(400);
    await guest.open("/kifu");
    await guest.page.locator("textarea").fill("これは棋譜ではありません。\nNot a record at all.\n");
    await guest.page.locator(".kifu-import .card .button.primary").first().click();
    await guest.page.locator(".refused, .findings li").first().waitFor();
  },
  "kifu-end": player(20),
  "kifu-menu": player(4, (page) => page.locator(".actions [aria-haspopup]").nth(1).click()),
  "kifu-export": player(4, async (page) => {
    await page.locator(".actions .row > button").nth(1).click();
    await page.locator(".written").waitFor();
  }),
  "kifu-losses": player(4, async (page) => {
    await page.locator(".actions .row > button").nth(1).click();
    await page.getByRole("radio", { name: "USI" }).check();
    await page.locator("dialog .findings li").first().waitFor();
  }),
  "kifu-share": player(4, async (page) => {
    await page.locator(".actions .row > button").nth(2).click();
    await page.locator(".link").first().waitFor();
  }),
  "kifu-edit": player(4, (page) => page.locator(".comment header button").last().click()),
  "kifu-changed": player(4, async (page) => {
    await page.locator(".comment header button").last().click();
    await page.locator(".comment textarea").fill("ここで長考。\n次の一手は？");
  }),
  "kifu-keys": player(4, (page) => page.keyboard.press("?")),
  "library-empty": async (guest) => {
    await guest.open("/library?player=nobody");
    await guest.page.waitForTimeout(500);
  },
  "library-import": async (guest) => {
    await fill(guest.page);
    await guest.open("/library");
    await guest.page.getByRole("button", { name: /^(Import|取り込み)$/ }).click();
    await guest.page.locator("dialog[open]").waitFor();
  },
  "library-export": async (guest) => {
    await fill(guest.page);
    await guest.open("/library");
    await guest.page.locator(".games").waitFor();
    await guest.page.getByRole("button", { name: /^(Export|書き出し)$/ }).click();
    await guest.page.locator("dialog[open]").waitFor();
  },
  library: async (guest) => {
    await fill(guest.page);
    await guest.open("/library");
    await guest.page.locator(".games").waitFor();
  },
  "library-chosen": async (guest) => {
    await fill(guest.page);
    const list = await (await guest.page.request.get("/api/kifu?limit=2")).json();
    for (const { id } of list.payload.records) {
      await guest.page.request.put(`/api/kifu/${id}/tags`, { data: { tags: ["教室", "横歩取り入門"] } });
    }
    await guest.open("/library");
    await guest.page.locator(".games tbody input[type=checkbox]").first().check();
  },
  "library-filters": async (guest) => {
    await fill(guest.page);
    await guest.open("/library?player=佐藤&winner=gote");
    await guest.page.locator(".games").waitFor();
  },
  "library-position": async (guest) => {
    await fill(guest.page);
    await guest.open("/library?view=position&moves=7g7f,3c3d");
    await guest.page.locator(".next-moves").waitFor();
  },
};
