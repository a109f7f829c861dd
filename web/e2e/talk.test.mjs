// What players say to each other, and a game that one of them has left.
import assert from "node:assert/strict";
import { assertAccessible, scene, serverArgs } from "./harness.mjs";
import { join, makeGame } from "./link.mjs";

serverArgs.push("--claim-after", "1");

scene(
  "each player reads a set phrase in their own language, and either closes the chat",
  {},
  async (host, { invite }) => {
    const link = await makeGame(host, { name: "Ann" });
    const guest = await invite({ language: "ja", settings: { language: "ja" } });
    await guest.open(link);
    await guest.page.getByRole("button", { name: "対局する" }).click();
    await guest.board.atPlay();
    const chat = (page, name) => page.getByRole("region", { name });
    const [mine, theirs] = [chat(host.page, "Chat"), chat(guest.page, "チャット")];
    await theirs.getByRole("button", { name: "よろしくお願いします" }).click();
    await mine.getByRole("listitem").getByText("Have a good game").waitFor();
    await mine.getByLabel("Message").fill("<b>Hello</b>");
    await mine.getByRole("button", { name: "Send" }).click();
    await theirs.getByRole("listitem").getByText("<b>Hello</b>").waitFor();
    assert.equal(await mine.getByLabel("Message").inputValue(), "");
    await assertAccessible(host.page, "chat");
    // Whoever reloads finds what was said.
    await guest.page.reload();
    await theirs.getByRole("listitem").getByText("よろしくお願いします").waitFor();
    // One closes it, for both; only that one opens it again.
    await theirs.getByRole("button", { name: "チャットを閉じる" }).click();
    await mine.getByText("The other player has closed the chat").waitFor();
    assert.equal(await mine.getByLabel("Message").count(), 0);
    assert.equal(await mine.getByRole("button", { name: "Open the chat" }).count(), 0);
    await theirs.getByRole("button", { name: "チャットを開く" }).click();
    await mine.getByLabel("Message").waitFor();
    // Who watches hears nothing of it.
    const watcher = await invite();
    await watcher.open(link.split("#")[0]);
    await watcher.board.atPlay();
    await watcher.page.getByText("Watching").waitFor();
    assert.equal(await chat(watcher.page, "Chat").count(), 0);
  },
);

scene("what is said does not lie upon an offer", { widths: ["phone"] }, async (host, { invite }) => {
  const link = await makeGame(host, { name: "Ann" });
  const guest = await invite();
  await join(guest, link, "Ben");
  await host.board.atPlay();
  await host.board.move("5d5c");
  await host.page.getByRole("button", { name: "Take back" }).click();
  const offer = guest.page.locator(".notice.asked");
  await offer.getByRole("button", { name: "Accept" }).waitFor();
  await host.page.getByLabel("Message").fill("Sorry, a slip!");
  await host.page.getByRole("button", { name: "Send" }).click();
  const said = guest.page.locator(".toasts p");
  await said.waitFor();
  const [bubble, box] = [await said.boundingBox(), await offer.boundingBox()];
  assert.ok(bubble.y + bubble.height <= box.y || bubble.y >= box.y + box.height, JSON.stringify({ bubble, box }));
});

scene("who is left alone claims the game, or calls it off", { widths: ["desktop"] }, async (host, { invite }) => {
  for (const [button, outcome] of [
    ["Claim the win", "You won"],
    ["Call it off", "Called off"],
  ]) {
    const link = await makeGame(host, { name: "Ann" });
    const guest = await invite();
    await join(guest, link, "Ben");
    await host.board.atPlay();
    // With the move one has to move.
    await guest.page.goto("about:blank");
    await host.page.getByText("The other player is not connected").waitFor();
    assert.equal(await host.page.getByRole("button", { name: button }).count(), 0);
    await host.board.move("5d5c");
    await host.page.getByRole("button", { name: button }).click();
    await host.page.locator(".notice.end").getByText(outcome, { exact: true }).waitFor();
    const said = button === "Claim the win" ? /Gote left the game\. Sente wins/ : /called off/;
    await host.page.getByText(said).waitFor();
  }
});

scene("the record of a game opens where the game ended", { widths: ["desktop"] }, async (host, { invite }) => {
  const link = await makeGame(host, { name: "Ann" });
  const guest = await invite();
  await join(guest, link, "Ben");
  await host.board.atPlay();
  await host.board.move("5d5c");
  await host.page.getByRole("button", { name: "Resign" }).click();
  await host.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await host.page.getByRole("link", { name: "See the record" }).click();
  await host.page.locator(".controls .ply").getByText(/^1\//).waitFor();
});
