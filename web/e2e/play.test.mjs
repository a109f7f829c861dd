// Play at one screen: choosing a game, whole games by hand and by keyboard, set-up, lions, a board larger than the screen.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";

/** A short game to mate: a rook breaks through on the second file. */
const MATE = "2g2f 1c1d 2f2e 1d1e 2e2d 2c2d 2h2d 9c9d P*2c 9d9e 2c2b+ 8c8d 2b3a 8b8c 2d2b+ 9e9f 3a4a 5a4a G*4b".split(
  " ",
);

scene("from the home page to a game of shogi, played to mate", {}, async ({ page, open, board }) => {
  await open("/");
  await assertAccessible(page, "home");
  await page
    .getByRole("link", { name: /^Shogi/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Rules" }).waitFor();
  await assertAccessible(page, "variant");
  await page.getByRole("radio", { name: "On this device" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await board.element().waitFor();
  await assertAccessible(page, "table");
  for (const usi of MATE) await board.move(usi);
  await page.getByText("Gote’s king is in checkmate. Sente wins.").waitFor();
  assert.equal(await page.locator(".moves li").count(), MATE.length + 1);
  await assertAccessible(page, "end");

  // The game is kept: home offers it, and it opens where it was.
  await page.reload();
  await page.getByText("Gote’s king is in checkmate. Sente wins.").waitFor();
  // Back and forth, and a move taken back brings the game to life again.
  await page.keyboard.press("Home");
  await board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b");
  await page.keyboard.press("ArrowRight");
  await board.wait("lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P");
  await page.keyboard.press("End");
  await page.getByText("in checkmate").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("in checkmate").waitFor({ state: "detached" });
  await page.locator(".moves li").nth(MATE.length).waitFor({ state: "detached" });
  assert.equal(await page.locator(".moves li").count(), MATE.length);
});

scene("a move that is not allowed is refused with its reason", {}, async ({ open, board }) => {
  await open(`/play/shogi?moves=${encodeURIComponent("7g7f 3c3d 8h2b+ 3a2b")}`);
  await board.element().waitFor();
  await board.tap("7f");
  await board.tap("7d");
  await board
    .element()
    .getByText(/can’t|cannot|not/i)
    .first()
    .waitFor();
});

// A king may be left where it can be taken while a crown prince lives.
const ATTACKED = `/play/chu?sfen=${encodeURIComponent("5k6/12/12/12/12/5r6/12/12/12/12/12/5K4+E1 b - 1")}`;

scene("a royal that may be taken is attacked, not in check", {}, async ({ page, open, board }) => {
  await open(ATTACKED);
  await board.element().waitFor();
  await page.getByText("The royal piece on 7l is attacked by 7f").waitFor();
  assert.equal(await page.locator(".notice.check").count(), 0);
});

scene("and its square is named as the board has it", { language: "ja" }, async ({ page, open, board }) => {
  await open(ATTACKED);
  await board.element().waitFor();
  await page.getByText("７十二の玉駒に当たり（７六）", { exact: true }).waitFor();
});

scene("what is attacked in every game from its start is no news", {}, async ({ page, open, board }) => {
  // The list of moves is drawn from the same answer as the notices, and after them.
  const told = (plies) => page.locator(".moves li").nth(plies).waitFor({ state: "attached" });
  await open("/play/taikyoku");
  await told(0);
  assert.equal(await page.getByText(/is attacked by/).count(), 0);
  const [first] = await board.element().evaluate((element) => element.moves);
  await open(`/play/taikyoku?moves=${first}`);
  await told(1);
  assert.equal(await page.getByText(/is attacked by/).count(), 0);
});

scene("66shogi begins with a set-up that explains itself", {}, async ({ page, open, board }) => {
  await open("/play/66shogi");
  await board.element().waitFor();
  await page.getByText("Sente places a piece").waitFor();
  assert.match(await page.getByLabel("Set-up").innerText(), /rook/i);
  await assertAccessible(page, "set-up");
  const first = "R*6f G*5f S*4f N*3f L*2f K*1f".split(" ");
  const second = "B*1a G*2a S*3a N*4a L*5a K*6a".split(" ");
  for (const [i, usi] of first.entries()) {
    await board.move(usi);
    await board.move(second[i]);
  }
  await page.getByLabel("Set-up").waitFor({ state: "detached" });
  await board.move("6e6d");
  await board.move("1b1c");
  assert.equal(await page.locator(".moves li").count(), 15);
});

scene("the lion of chu shogi takes two men in one move", {}, async ({ page, open, board }) => {
  const sfen = "12/12/12/12/5p6/4p7/5N6/12/12/12/12/K10k b - 1";
  await open(`/play/chu?sfen=${encodeURIComponent(sfen)}`);
  await board.element().waitFor();
  await board.move("7g8f7e");
  assert.equal((await board.sfen()).split(" ")[0], "12/12/12/12/5N6/12/12/12/12/12/12/K10k");
  assert.equal(await page.locator(".moves li").count(), 2);
});

scene("three moves of taikyoku shogi, found with the minimap", {}, async ({ page, open, board, width }) => {
  await open("/play/taikyoku");
  await board.element().waitFor();
  await assertAccessible(page, "a board of men with two kanji");
  for (const [turn, file] of [4, 33, 20].entries()) {
    // A move of a man on this file; the window does not show it yet.
    const usi = await board
      .element()
      .evaluate(
        (element, wanted) => element.moves.find((move) => new RegExp(`^${wanted}[a-z]+${wanted}[a-z]+$`).test(move)),
        file,
      );
    assert.ok(usi, `a move on file ${file}`);
    const rank = [.../[a-z]+/.exec(usi)[0]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
    const map = await board.element().locator(".minimap").first().boundingBox();
    const point = { x: map.x + (map.width * (36.5 - file)) / 36, y: map.y + (map.height * (rank - 0.5)) / 36 };
    if (width === "phone") await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.click(point.x, point.y);
    await board.move(usi);
    assert.equal(await page.locator(".moves li").count(), turn + 2);
  }
});

scene("a game by keyboard alone", { widths: ["desktop"] }, async ({ page, open, board }) => {
  await open("/");
  // From the top of the page to the first game and into it, with Tab and Enter.
  const tabTo = async (test, most = 60) => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(test)) return;
    }
    assert.fail(`Tab does not reach ${test}`);
  };
  await tabTo(() => document.activeElement?.getAttribute("href") === "/variants/shogi");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Rules" }).waitFor();
  await tabTo(() => document.activeElement?.getAttribute("value") === "computer");
  await page.keyboard.press("ArrowRight");
  await tabTo(() => document.activeElement?.textContent === "Start");
  await page.keyboard.press("Enter");
  await board.element().waitFor();
  // Typed moves: the board takes them once it has the focus.
  await page.keyboard.press("Space");
  for (const usi of MATE.slice(0, -1)) {
    const before = await board.sfen();
    await page.keyboard.type(usi);
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => document.querySelector("shogi-board").sfen !== old, before);
  }
  // The last one in the field for typed moves.
  await page.keyboard.press("Escape");
  await tabTo(() => document.activeElement?.getAttribute("aria-label") === "Type a move", 40);
  await page.keyboard.type(MATE.at(-1));
  await page.keyboard.press("Enter");
  await page.getByText("Gote’s king is in checkmate. Sente wins.").waitFor();
});

scene("arrows and Enter move a man on the board", { widths: ["desktop"] }, async ({ page, open, board }) => {
  await open("/play/minishogi");
  await board.element().waitFor();
  await page.keyboard.press("Space");
  const before = await board.sfen();
  // Wherever the cursor starts: to the corner, then to the pawn on 5d, and one up.
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.querySelector("shogi-board").sfen !== old, before);
  assert.equal((await board.sfen()).split(" ")[0], "rbsgk/4p/P4/5/KGSBR");
});

scene(
  "a handicap game starts with the stronger side, a clock runs down to tenths",
  { widths: ["desktop"] },
  async (guest) => {
    const { page, open, board } = guest;
    await open("/variants/shogi");
    await page.getByRole("radio", { name: "On this device" }).check();
    await page.getByLabel("Handicap").selectOption({ index: 1 });
    await page.getByLabel("Clock", { exact: true }).selectOption("custom");
    await page.getByRole("radio", { name: "Sudden death" }).check();
    await page.getByLabel("Main time (minutes)").fill("1");
    await page.getByLabel("Main time (minutes)").press("Tab");
    await page.getByRole("button", { name: "Start" }).click();
    await board.element().waitFor();
    await page.locator(".strip.turn strong", { hasText: "Uwate" }).waitFor();
    await page.clock.install();
    await page.clock.resume();
    const first = await board.element().evaluate((element) => element.moves[0]);
    await board.move(first);
    const clock = page.getByRole("timer", { name: "Clock of Shitate" });
    assert.match(await clock.innerText(), /^(1:00|0:5\d)$/);
    await page.clock.fastForward(53_000);
    await page.waitForFunction(() => /^\d\.\d$/.test(document.querySelector(".clock.running").textContent));
    await page.clock.fastForward(10_000);
    await page.getByText("Shitate ran out of time").or(page.getByText("Sente ran out of time")).waitFor();
  },
);

scene("resigning asks first; the record can be opened", { widths: ["phone"] }, async ({ page, open, board }) => {
  await open("/play/shogi");
  await board.move("7g7f");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  await board.move("3c3d");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByText("Sente resigned. Gote wins.").waitFor();
  // On the first page it is no game to go on with.
  await open("/");
  const last = page.getByRole("region", { name: "Last games" });
  await last.getByRole("link", { name: /Shogi/ }).waitFor();
  assert.equal(await page.getByRole("region", { name: "Continue playing" }).count(), 0);
  await last.getByRole("link", { name: /Shogi/ }).click();
  await page.getByText("Sente resigned. Gote wins.").waitFor();
  await page.getByRole("button", { name: "See the record" }).click();
  await page.waitForURL(/\/kifu\/view#/);
  await page.locator(".move-list [data-at]").nth(3).waitFor();
  assert.deepEqual(await page.locator(".move-list .words").allTextContents(), [
    "Start position",
    "▲P-7f",
    "△P-3d",
    "resignation",
  ]);
});

scene("language, theme and pieces are settings that stay", {}, async ({ page, open, board }) => {
  await open("/settings");
  await assertAccessible(page, "settings");
  await page.getByRole("radio", { name: "日本語" }).check();
  await page.getByRole("heading", { name: "設定" }).waitFor();
  await page.getByRole("radio", { name: "ダーク" }).check();
  await page.getByRole("radio", { name: "アルファベット" }).check();
  await open("/play/shogi");
  await board.element().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await board.element().evaluate((element) => element.pieces), "letters");
  await assertAccessible(page, "table in the dark");
});

scene(
  "every key is in the help, and the help closes with Escape",
  { widths: ["desktop"] },
  async ({ page, open, board }) => {
    await open("/play/shogi");
    await board.element().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await assertAccessible(page, "help");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" });
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.querySelector("shogi-board").flipped);
  },
);

scene("an address that leads nowhere says so", { widths: ["phone"], expectStatus: [404] }, async ({ page, open }) => {
  await open("/no/such/page");
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await page.goto("/variants/no-such-game");
  await page.getByRole("alert").waitFor();
});

/** Opens the record of the game that is over, saves it, and gives it as it is stored. */
async function keepRecord(page) {
  await page.getByRole("button", { name: "See the record" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/kifu\/\d+$/);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  return page.evaluate(async (at) => {
    const kif = await (await fetch(`/api/kifu/${at}.kifu`)).text();
    const { payload } = await (await fetch(`/api/kifu/${at}`)).json();
    return { kif, winner: payload.winner, termination: payload.termination };
  }, id);
}

const REPEATED = "2h3h 8b7b 3h2h 7b8b ".repeat(3).trim();
for (const [what, moves, resigned, said, expected] of [
  ["resignation", "7g7f 3c3d", true, "Sente resigned. Gote wins.", ["投了", "gote", "TORYO"]],
  ["repetition", REPEATED, false, "(sennichite): a draw", ["千日手", "draw", "SENNICHITE"]],
  ["mate", MATE.join(" "), false, "Gote’s king is in checkmate. Sente wins.", ["詰み", "sente", "TSUMI"]],
]) {
  scene(
    `the record of a game says that it ended by ${what}`,
    { widths: ["desktop"] },
    async ({ page, open, board }) => {
      await open(`/play/shogi?moves=${encodeURIComponent(moves)}`);
      await board.element().waitFor();
      if (resigned) {
        await page.getByRole("button", { name: "Resign" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
      }
      await page.getByText(said).waitFor();
      const { kif, winner, termination } = await keepRecord(page);
      assert.match(kif, new RegExp(expected[0]));
      assert.deepEqual([winner, termination], expected.slice(1));
    },
  );
}

scene("a game of another kind keeps its own ending, too", { widths: ["desktop"] }, async ({ page, open, board }) => {
  // Dobutsu: the lion walks into the last rank and cannot be taken there.
  await open(`/play/dobutsu?sfen=${encodeURIComponent("3/L2/2l/3 b - 1")}&moves=${encodeURIComponent("3b3a")}`);
  await board.element().waitFor();
  await page.getByText("Sente wins.").first().waitFor();
  const { winner, termination } = await keepRecord(page);
  assert.deepEqual([winner, termination], ["sente", "TRY"]);
});
