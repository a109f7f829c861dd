// Games by link: two browsers, a clock, one of them cut off and back, takebacks, rematch, somebody who watches.
import assert from "node:assert/strict";
import { assertAccessible, scene } from "./harness.mjs";
import { join, makeGame } from "./link.mjs";

const MARKUP = '<img src="x" onerror="window.pwned=1"><b>Bold</b>';

const movesSeen = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll(".moves li").length === n + 1, count);

scene("two browsers play by link with a clock; one is cut off and comes back", {}, async (host, { invite }) => {
  const link = await makeGame(host, { name: "Ann" });
  assert.match(link, /\/games\/[^#]+#invite=/);
  await assertAccessible(host.page, "waiting");
  await host.page.getByRole("button", { name: "Copy the link" }).click();

  const guest = await invite();
  await guest.open(link);
  await guest.page.getByText("You are invited to a game").waitFor();
  await assertAccessible(guest.page, "invitation");
  await guest.page.getByLabel("Your name").fill("Ben");
  await guest.page.getByRole("button", { name: "Join the game" }).click();
  await guest.board.element().waitFor();
  assert.ok(!guest.page.url().includes("invite"), "the invitation leaves the address once it is used");
  await host.page.getByText("Ben").waitFor();
  await guest.page.getByText("Ann").waitFor();
  // Gote sees the board from the other side.
  assert.equal(await guest.board.element().evaluate((board) => board.flipped), true);

  await host.board.move("5d5c");
  await movesSeen(guest.page, 1);
  // Whoever reaches for a man out of turn is told so, at the board.
  await host.board.tap("1e");
  await host.board.element().getByText("not your turn").waitFor();
  await guest.board.move("1b1c");
  await movesSeen(host.page, 2);
  const clock = (page, side) => page.getByRole("timer", { name: `Clock of ${side}` }).innerText();
  assert.match(await clock(host.page, "Gote"), /^(10:00|9:5\d)/);

  // The guest loses the network; the host plays on; the guest hears of it when it is back.
  await guest.offline(true);
  await guest.page.getByText("Connection lost").waitFor();
  await host.page.getByText("The other player is not connected").waitFor();
  await host.board.move("1e1d");
  await movesSeen(host.page, 3);
  await guest.offline(false);
  await movesSeen(guest.page, 3);
  await guest.page.getByText("Connection lost").waitFor({ state: "detached" });
  await guest.board.move("1c1d");
  await movesSeen(host.page, 4);

  // Both clocks agree to the second, on both screens.
  const seconds = (text) =>
    text
      .split(" ")[0]
      .split(":")
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  for (const side of ["Sente", "Gote"]) {
    const [one, two] = await Promise.all([clock(host.page, side), clock(guest.page, side)]);
    assert.ok(Math.abs(seconds(one) - seconds(two)) <= 1, `${side}: ${one} and ${two}`);
  }
  // A reload keeps the seat.
  await guest.page.reload();
  await movesSeen(guest.page, 4);

  await guest.page.getByRole("button", { name: "Resign" }).click();
  await guest.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await host.page.getByText("You won").waitFor();
  await guest.page.getByText("You lost").waitFor();
  await host.page.getByText("Gote resigned. Sente wins.").waitFor();
  await assertAccessible(host.page, "end");
});

scene(
  "a move is taken back if the other side agrees; a rematch changes sides",
  { widths: ["desktop"] },
  async (host, { invite }) => {
    const link = await makeGame(host, { clock: "0" });
    const guest = await invite({ width: "phone" });
    await join(guest, link);
    await host.board.move("5d5c");
    await movesSeen(guest.page, 1);

    await host.page.getByRole("button", { name: "Take back" }).click();
    await guest.page.getByText("asks to take a move back").waitFor();
    await guest.page.getByRole("button", { name: "Decline" }).click();
    await host.page.getByText("The other player declined").waitFor();
    await movesSeen(host.page, 1);
    await guest.board.move("1b1c");
    await movesSeen(host.page, 2);
    await guest.page.getByRole("button", { name: "Take back" }).click();
    await host.page.getByRole("button", { name: "Accept" }).click();
    await movesSeen(host.page, 1);
    await movesSeen(guest.page, 1);
    await guest.board.move("1b1c");
    await movesSeen(host.page, 2);

    await host.page.getByRole("button", { name: "Resign" }).click();
    await host.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await guest.page.getByRole("button", { name: "Ask for a rematch" }).click();
    await host.page.getByText("asks for a rematch").waitFor();
    const before = host.page.url();
    await host.page.getByRole("button", { name: "Accept" }).click();
    await host.page.waitForURL((url) => url.href !== before);
    await guest.page.waitForURL((url) => url.href !== before);
    assert.equal(host.page.url(), guest.page.url());
    // The guest has Sente now.
    await guest.board.element().waitFor();
    await guest.page.waitForFunction(() => document.querySelector("shogi-board")?.side === "sente");
    await guest.board.move("5d5c");
    await movesSeen(host.page, 1);
  },
);

scene(
  "whoever has only the link to watch sees the moves, and names with markup as text",
  {},
  async (host, { invite }) => {
    const link = await makeGame(host, { name: MARKUP.slice(0, 40), clock: "0" });
    const guest = await invite();
    await join(guest, link, MARKUP.slice(0, 40));
    const watcher = await invite();
    await watcher.open(link.split("#")[0]);
    await watcher.page.getByText("Watching").waitFor();
    await watcher.page.getByText(MARKUP.slice(0, 40)).first().waitFor();
    assert.equal(await watcher.page.locator(".strip img, .strip b").count(), 0);
    assert.equal(await watcher.page.evaluate(() => window.pwned), undefined);
    await host.board.move("5d5c");
    await movesSeen(watcher.page, 1);
    assert.equal(await watcher.board.element().evaluate((board) => board.moves), null);
    await assertAccessible(watcher.page, "watching");
  },
);

scene("a second visitor with the same invitation can only watch", { widths: ["phone"] }, async (host, { invite }) => {
  const link = await makeGame(host, { clock: "0" });
  await join(await invite(), link);
  const late = await invite();
  await late.open(link);
  await late.page.getByText("The seat has been taken").waitFor();
  await late.page.getByRole("button", { name: "Just watch" }).click();
  await late.board.element().waitFor();
});

scene("a game that is not there says so", { widths: ["desktop"], expectStatus: [400, 404] }, async ({ page }) => {
  await page.goto("/games/no-such-game");
  await page.getByRole("heading", { name: "This game is not here any more" }).waitFor();
});

scene("the link of an invitation is never cut off", { widths: ["desktop"] }, async (host) => {
  const { page } = host;
  for (const height of [850, 768]) {
    await page.setViewportSize({ width: 1366, height });
    await makeGame(host);
    const copy = page.getByRole("button", { name: "Copy the link" });
    // What lies on top in its middle is the button itself: no scrolling box has cut it.
    const seen = await copy.evaluate((button) => {
      const { left, top, width, height: high } = button.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].map((part) => [left + width / 2, top + high * part]);
      return points.map(([x, y]) => button.contains(document.elementFromPoint(x, y)));
    });
    assert.deepEqual(seen, [true, true, true], `at a height of ${height}`);
    const hidden = await page.locator(".table-notices").evaluate((box) => box.scrollHeight - box.clientHeight);
    assert.ok(hidden <= 1, `${hidden} pixels of the invitation are cut off at a height of ${height}`);
  }
});

scene("who wants to play with a friend is asked about the friend, not the computer", {}, async ({ page, open }) => {
  await open("/");
  await page.getByRole("link", { name: "Play with a friend" }).click();
  await page.getByRole("button", { name: "Create invite link" }).waitFor();
  assert.ok(await page.getByRole("radio", { name: "With a friend (link)" }).isChecked());
});
