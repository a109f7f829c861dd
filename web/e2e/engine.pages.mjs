// The computer at the table and beside records, and tsume, in states that are worth a picture; see pages.mjs.

const board = (guest) => guest.board.element().waitFor();
const button = (place, name) => place.getByRole("button", { name });
const computer =
  (variant, query = "") =>
  async (guest) => {
    await guest.open(`/play/${variant}?computer=3${query}`);
    await board(guest);
  };
const moves = (text) => `&moves=${encodeURIComponent(text)}`;
const type = async ({ page }, usi) => {
  const field = page.locator(".typed input");
  await field.fill(usi);
  await field.press("Enter");
};

/** A game with a bishop given away, a rook lost, and an end. */
const GAME = `手合割：平手
先手：あなた
後手：Koma
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)
   5 ２五歩(26)
   6 ８五歩(84)
   7 ７八金(69)
   8 ３二金(41)
   9 ２四歩(25)
  10 同　歩(23)
  11 同　飛(28)
  12 ２三歩打
  13 ２五飛(24)
  14 ６二銀(71)
  15 ３三角成(88)
  16 同　角(22)
  17 ５八玉(59)
  18 ８八角打
  19 投了
`;

const analysed =
  (plies, then = async () => {}) =>
  async (guest) => {
    const { page, open } = guest;
    await open("/kifu");
    await page.locator("textarea").fill(GAME);
    await page.locator(".kifu-import .card .button.primary").first().click();
    await page.locator(".preview .button.primary").click();
    await board(guest);
    await button(page, /^(Analyse|解析)$/).click();
    await page.locator(".faults").waitFor({ timeout: 60_000 });
    for (let ply = 0; ply < plies; ply += 1) await page.keyboard.press("ArrowRight");
    await then(guest);
  };

const tab =
  (index) =>
  ({ page }) =>
    page.locator("[role=tab]").nth(index).click();

const MATE = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const edited = (sfen) => async (guest) => {
  await guest.open(`/editor/shogi?sfen=${encodeURIComponent(sfen)}`);
  await button(guest.page, /^(Find the mate|詰みを探す)$/).click();
  await guest.page.locator(".solution").waitFor();
  await guest.page.locator(".mate-search").scrollIntoViewIfNeeded();
};

const problem = (then) => async (guest) => {
  await guest.open("/tsume?set=small&variant=shogi");
  await guest.page.locator(".problems a").nth(2).click();
  await board(guest);
  await then(guest);
};

export const pages = {
  "computer-begun": computer("shogi"),
  "computer-hint": async (guest) => {
    await computer("shogi", moves("7g7f 3c3d 2g2f 8c8d"))(guest);
    await button(guest.page, /^(Hint|ヒント)$/).click();
    await button(guest.page, /^(Where to|どこへ)/).click();
  },
  "computer-thinking": async (guest) => {
    await guest.page.route("**/api/engine/move", (route) => setTimeout(() => route.continue(), 20_000));
    await computer("shogi", moves("7g7f 3c3d"))(guest);
    await guest.board.move("2g2f");
    await guest.page.locator(".thinking").waitFor();
  },
  "computer-bad": async (guest) => {
    await computer("shogi", moves("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"))(guest);
    await type(guest, "8h3c+");
    await button(guest.page, /^(Why was this bad|なぜ悪い)/).click({ timeout: 30_000 });
  },
  "computer-lost": async (guest) => {
    await computer("shogi", moves("7g7f 3c3d"))(guest);
    await button(guest.page, /^(Resign|投了)$/).click();
    await button(guest.page.locator("dialog[open]"), /^(Resign|投了)$/).click();
    await guest.page.locator(".notice.end").waitFor();
  },
  "computer-setup": async (guest) => {
    await guest.open("/play/66shogi?computer=3&side=gote");
    await board(guest);
    await guest.page.locator(".moves li").nth(1).waitFor();
  },
  "computer-unanswered": async (guest) => {
    guest.expectStatus.push(429);
    const body = {
      success: false,
      message: "too many are waiting for the engine; try again in a minute",
      error: { code: "BUSY" },
    };
    await guest.page.route("**/api/engine/move", (route) => route.fulfill({ status: 429, json: body }));
    await computer("shogi")(guest);
    await guest.board.move("7g7f");
    await guest.page.locator(".notice.lost").waitFor();
  },
  "computer-unable": async (guest) => {
    guest.expectStatus.push(409);
    const body = {
      success: false,
      message: "the engine Odd cannot play this (it has no option for variants)",
      error: { code: "ENGINE_TROUBLE" },
    };
    await guest.page.route("**/api/engine/ready", (route) => route.fulfill({ status: 409, json: body }));
    await guest.page.addInitScript(() =>
      localStorage.setItem("koma.engine", JSON.stringify({ id: "own-1", name: "Odd" })),
    );
    await computer("minishogi")(guest);
    await guest.page.locator(".notice.lost").waitFor();
  },
  "analysis-graph": analysed(15),
  "analysis-moves": analysed(15, tab(0)),
  "analysis-live": analysed(8, async ({ page }) => {
    await page.locator(".live [role=switch]").first().check();
    await page.locator(".live .line-row").nth(2).waitFor();
    await page.waitForTimeout(1500);
    await page.locator(".live").scrollIntoViewIfNeeded();
  }),
  "mate-found": edited(MATE),
  "mate-none": edited("4k4/9/9/9/9/9/9/9/4K4 b P 1"),
  tsume: async (guest) => {
    await guest.open("/tsume");
    await guest.page.locator(".problems a").first().waitFor();
  },
  "tsume-zukou": async (guest) => {
    await guest.open("/tsume?set=zukou");
    await guest.page.locator(".problems a").first().waitFor();
  },
  "tsume-own": (guest) => guest.open("/tsume?set=own"),
  "tsume-hint": problem(async ({ page }) => {
    await button(page, /^(Hint|ヒント)$/).click();
    await button(page, /^(Where to|どこへ)/).click();
  }),
  "tsume-wrong": problem(async (guest) => {
    const sfen = await guest.board.sfen();
    const data = { game: { variant: "shogi", sfen } };
    const { payload } = await (await guest.page.request.post("/api/engine/mate", { data })).json();
    const good = [payload.line[0].usi, ...payload.sideSolutions.map(({ usi }) => usi)];
    const wrong = await guest.board.element().evaluate((b, right) => b.moves.find((usi) => !right.includes(usi)), good);
    await guest.board.move(wrong);
    await guest.page.locator(".said-here.wrong").waitFor();
  }),
  "settings-engines": async (guest) => {
    const koma = { id: "koma", name: "Koma", author: "the Koma authors", options: [], own: false, trouble: null };
    const options = [
      { name: "USI_Hash", kind: "spin", default: "256", min: 1, max: 4096, vars: [], value: null },
      { name: "Threads", kind: "spin", default: "4", min: 1, max: 64, vars: [], value: "2" },
      { name: "USI_Ponder", kind: "check", default: "false", min: null, max: null, vars: [], value: null },
      {
        name: "BookFile",
        kind: "combo",
        default: "no_book",
        min: null,
        max: null,
        vars: ["no_book", "standard_book.db"],
        value: null,
      },
      { name: "EvalDir", kind: "string", default: "eval", min: null, max: null, vars: [], value: null },
    ];
    const other = { id: "own-1", name: "YaneuraOu", author: "yaneurao", options, own: true, trouble: null };
    await guest.page.route("**/api/engines", (route) =>
      route.fulfill({ json: { success: true, message: "ok", payload: [koma, other] } }),
    );
    await guest.open("/settings");
    await guest.page.getByRole("radio", { name: "YaneuraOu" }).check();
    await guest.page.locator(".card details summary").click();
    await guest.page.locator("#engines").scrollIntoViewIfNeeded();
  },
  "library-new": async (guest) => {
    await guest.page.route("**/api/kifu?*", (route) =>
      route.fulfill({ json: { success: true, message: "ok", payload: { records: [], next: null, total: 0 } } }),
    );
    await guest.open("/library");
    await guest.page.locator(".empty-library").waitFor();
  },
};
