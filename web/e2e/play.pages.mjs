// Choosing a game, the table at one screen and by link, in states that are worth a picture; see pages.mjs.

const board = (guest) => guest.board.element().waitFor();
const game =
  (variant, moves, query = "") =>
  async (guest) => {
    await guest.open(`/play/${variant}?moves=${encodeURIComponent(moves)}${query}`);
    await board(guest);
  };
const position = async (guest, variant, sfen) => {
  await guest.open(`/play/${variant}?sfen=${encodeURIComponent(sfen)}`);
  await board(guest);
};
const button = (place, name) => place.getByRole("button", { name });
const RESIGN = /^(Resign|投了)$/;

async function resign({ page }) {
  await button(page, RESIGN).click();
  await button(page.locator("dialog[open]"), RESIGN).click();
  await page.locator(".notice.end").waitFor();
}

/** Chooses a game by link, with names to see, and gives the invitation. */
async function host(guest, { variant = "shogi", name = "山田 太郎" } = {}) {
  const { page } = guest;
  await guest.open(`/variants/${variant}`);
  await page.getByRole("radio", { name: /^(With a friend|.*リンク)/ }).check();
  await page.getByLabel(/^(Clock|持ち時間)$/).selectOption("600+30x1");
  await page.getByRole("radio", { name: /^(Sente|先手)/ }).check();
  await page.getByLabel(/^(Your name|名前)/).fill(name);
  await button(page, /^(Create invite link|招待リンクを作る)$/).click();
  const link = page.locator(".share input");
  await link.waitFor();
  return link.inputValue();
}

/** Two people at a table by link. */
async function two(guest, invite, options) {
  const link = await host(guest, options);
  const other = await invite();
  await other.open(link);
  await other.page.locator(".invitation input[maxlength]").fill("佐藤 花子");
  await other.page.locator(".invitation .button.primary").click();
  await board(other);
  await guest.page.getByText("佐藤 花子").waitFor();
  return { other, link };
}

const seen = (page, moves) =>
  page.waitForFunction((n) => document.querySelectorAll(".moves li").length === n + 1, moves);

async function begun(guest, invite) {
  const met = await two(guest, invite);
  await guest.board.move("7g7f");
  await seen(met.other.page, 1);
  await met.other.board.move("3c3d");
  await seen(guest.page, 2);
  return met;
}

export const pages = {
  home: async (guest) => {
    await guest.open("/");
    await guest.page.locator(".variant-card").first().waitFor();
  },
  "home-again": async (guest) => {
    await game("shogi", "7g7f 3c3d 2g2f")(guest);
    await guest.board.move("8c8d");
    await game("dobutsu", "")(guest);
    await guest.board.tap("2c");
    await guest.board.tap("2b");
    await guest.page.locator(".moves li").nth(1).waitFor();
    await guest.open("/");
    await guest.page.locator(".kept li").first().waitFor();
  },
  "home-search": async (guest) => {
    await guest.open("/");
    await guest.page.locator(".variant-card").first().waitFor();
    await guest.page.locator("input[type=search]").fill("dai");
  },
  "home-large": async (guest) => {
    await guest.open("/");
    await guest.page.locator(".variant-card").first().waitFor();
    await guest.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await guest.page.waitForTimeout(1500);
  },
  "variant-shogi": async (guest) => {
    await guest.open("/variants/shogi");
    await guest.page.locator(".piece").first().waitFor();
  },
  "variant-link": async (guest) => {
    await guest.open("/variants/shogi");
    await guest.page.getByRole("radio").nth(2).check();
    await guest.page.getByLabel(/^(Clock|持ち時間)$/).selectOption("custom");
  },
  "variant-rules": async (guest) => {
    await guest.open("/variants/chu");
    await guest.page.locator(".piece").first().waitFor();
    await guest.page.evaluate(() => document.getElementById("rules").scrollIntoView());
  },
  "variant-pieces": async (guest) => {
    await guest.open("/variants/chu");
    await guest.page.locator(".piece").first().waitFor();
    await guest.page.evaluate(() => document.getElementById("pieces").scrollIntoView());
    await guest.page.waitForTimeout(600);
  },
  "play-shogi": game("shogi", "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b", "&clock=600%2B30x1"),
  "play-select": async (guest) => {
    await game("shogi", "7g7f 3c3d 8h2b+ 3a2b")(guest);
    await guest.board.tapHand("sente", "B");
  },
  "play-promotion": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await guest.board.tap("8h");
    await guest.board.tap("2b");
    await guest.board.element().locator("[data-usi]").first().waitFor();
  },
  "play-refused": async (guest) => {
    await game("shogi", "7g7f 3c3d 8h2b+ 3a2b")(guest);
    await guest.board.tap("7f");
    await guest.board.tap("7d");
    await guest.page.waitForTimeout(600);
  },
  "play-check": game("shogi", "7g7f 3c3d 8h2b+ 3a2b B*4e 5a6b 4e6c+"),
  "play-points": async (guest) => {
    const sfen = "1K2+R4/2+P1+B1+P2/+P2+P1+P1+P1/9/9/9/7p+p/4+b1+rg1/5g1k1 b 2G4S4N4L5P5p 1";
    await position(guest, "shogi", sfen);
  },
  "play-setup": async (guest) => {
    await game("66shogi", "")(guest);
    for (const usi of ["K*1f", "K*6a", "R*6f"]) await guest.board.move(usi);
  },
  "play-chu": game("chu", ""),
  "play-lion": async (guest) => {
    await position(guest, "chu", "12/12/12/12/5p6/4p7/5N6/12/12/12/12/K10k b - 1");
    await guest.board.tap("7g");
    await guest.board.tap("8f");
  },
  "play-tenjiku": game("tenjiku", ""),
  "play-taikyoku": game("taikyoku", ""),
  "play-dobutsu": game("dobutsu", ""),
  "play-letters": async (guest) => {
    await guest.page.addInitScript(() => {
      localStorage.setItem("koma.pieces", '"letters"');
      localStorage.setItem("koma.dots", "true");
    });
    await game("shogi", "7g7f 3c3d")(guest);
  },
  "play-looking": async (guest) => {
    await game("shogi", "7g7f 3c3d 2g2f 8c8d")(guest);
    await guest.page.keyboard.press("ArrowLeft");
    await guest.page.keyboard.press("ArrowLeft");
    await guest.page.locator(".notice.asked").waitFor();
  },
  "play-end": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await resign(guest);
  },
  "play-mate": game(
    "shogi",
    "2g2f 1c1d 2f2e 1d1e 2e2d 2c2d 2h2d 9c9d P*2c 9d9e 2c2b+ 8c8d 2b3a 8b8c 2d2b+ 9e9f 3a4a 5a4a G*4b",
  ),
  "play-resign": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await button(guest.page, RESIGN).click();
    await guest.page.locator("dialog[open]").waitFor();
  },
  "play-more": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await guest.page.locator("details.more-ways summary").click();
    await guest.page.locator("details.more-ways").scrollIntoViewIfNeeded();
  },
  "play-help": async (guest) => {
    await game("shogi", "")(guest);
    await guest.page.keyboard.press("?");
  },
  "play-gear": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await button(guest.page, /^(Board settings|盤と対局の設定)$/).click();
    await guest.page.locator("dialog[open]").waitFor();
  },
  help: async (guest) => {
    await guest.open("/help");
    await guest.page.locator(".guide-text").waitFor();
  },
  "help-board": async (guest) => {
    await guest.open("/help/board");
    await guest.page.locator(".guide-text table").first().waitFor();
  },
  "link-waiting": (guest) => host(guest),
  "link-invited": async (guest, { invite }) => {
    const link = await host(await invite());
    await guest.open(link);
    await guest.page.locator(".invitation img").waitFor();
  },
  "link-playing": (guest, { invite }) => begun(guest, invite),
  "link-asked": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await button(other.page, /^(Take back|待った)$/).click();
    await button(guest.page, /^(Accept|受ける)$/).waitFor();
  },
  "link-won": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await resign(other);
    await guest.page.locator(".notice.end").waitFor();
  },
  "link-rematch": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await resign(other);
    await button(other.page, /^(Ask for a rematch|再戦を申し込む)$/).click();
    await button(guest.page, /^(Accept|受ける)$/).waitFor();
  },
  "link-watch": async (guest, { invite }) => {
    const { link } = await begun(await invite(), invite);
    await guest.open(link.split("#")[0]);
    await board(guest);
  },
  "link-taken": async (guest, { invite }) => {
    const { link } = await two(await invite(), invite);
    await guest.open(link);
    await guest.page.locator(".invitation .button.primary").waitFor();
  },
  "link-lost": async (guest, { invite }) => {
    await begun(guest, invite);
    await guest.offline(true);
    await guest.page.locator(".notice.lost").waitFor({ timeout: 60_000 });
  },
  "link-away": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await other.page.close();
    await guest.page.getByText(/The other player is not connected|相手は接続していません/).waitFor({ timeout: 60_000 });
  },
  "link-chat": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await other.page.locator(".chat .phrases .button").first().click();
    await guest.page.locator(".chat .phrases .button").first().click();
    await guest.page.locator(".chat form input").fill("近くの駅で待ち合わせましょう。");
    await guest.page.locator(".chat form .button").first().click();
    await guest.page.locator(".chat-lines li").nth(2).waitFor();
  },
  "link-gone": async (guest, { invite }) => {
    const { other } = await begun(guest, invite);
    await guest.board.move("2g2f");
    await other.page.goto("about:blank");
    await guest.page.locator(".notice.asked").waitFor();
  },
  "link-missing": async (guest) => {
    guest.expectStatus.push(400, 404);
    await guest.open("/games/no-such-game");
  },
  "server-gone": async (guest) => {
    await guest.open("/settings");
    await guest.offline(true);
    await guest.page.locator("a[href='/library']").first().click();
    await guest.page.waitForTimeout(800);
  },
  settings: (guest) => guest.open("/settings"),
  missing: (guest) => guest.open("/no/such/page"),
  "variant-missing": async (guest) => {
    guest.expectStatus.push(404);
    await guest.page.goto("/variants/no-such-game");
    await guest.page.getByRole("alert").waitFor();
  },
};
