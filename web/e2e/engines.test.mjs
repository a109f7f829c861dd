// An engine of one's own: chosen in the settings, it plays; when it falls over, that is said and the game is not lost.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, scene, serverArgs } from "./harness.mjs";

const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/games"];
const fairy = folders.map((folder) => join(folder, "fairy-stockfish")).find((path) => existsSync(path));
if (fairy) serverArgs.push("--engine", `Fairy=${fairy}`);
serverArgs.push("--engine", `Odd=${fileURLToPath(new URL("files/odd-engine.mjs", import.meta.url))}`);

scene("an engine of one's own plays, and its crash is survived", { widths: ["desktop"] }, async (guest) => {
  const { page, open, board } = guest;
  await open("/settings");
  await page.getByRole("radio", { name: "Odd" }).check();
  await page.getByText("by Nobody").waitFor();
  await page.getByText("Options (1)").click();
  await page.getByLabel("Mood").fill("7");
  await page.getByRole("button", { name: "Save options" }).click();
  await page.getByText("Set; the engine is started anew").waitFor();
  await assertAccessible(page, "engines");
  await page.reload();
  await page.getByText("Options (1)").click();
  assert.equal(await page.getByLabel("Mood").inputValue(), "7");
  await open("/variants/shogi");
  await page.getByText("Odd plays, as chosen in the settings").waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  await board.element().waitFor();
  await board.move("7g7f");
  await board.wait("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6");
  // It falls over; its owner is told.
  guest.expectStatus.push(409);
  await board.move("2g2f");
  await page.locator(".notice.lost").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Try again" }).waitFor();
  // The game is still there.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(".notice.lost").waitFor({ state: "detached" });
  await page.locator(".moves li").nth(2).waitFor();
});

scene(
  "an engine that does not know the game says so at once, and Koma sits down",
  { widths: ["phone"] },
  async (guest) => {
    const { page, open, board } = guest;
    await open("/settings");
    await page.getByRole("radio", { name: "Odd" }).check();
    guest.expectStatus.push(409);
    await open("/variants/minishogi");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText(/cannot play this/).waitFor();
    await assertAccessible(page, "an engine that cannot");
    await page.getByRole("button", { name: "Let Koma play instead" }).click();
    await page.getByText(/Computer · level/).waitFor();
    await board.move("1e1d");
    await page.locator(".moves li").nth(2).waitFor();
  },
);

async function fairyPlays({ page, open, board }) {
  await open("/settings");
  await page.getByRole("radio", { name: "Fairy" }).check();
  await open("/variants/minishogi");
  await page.getByRole("button", { name: "Start" }).click();
  await board.element().waitFor();
  // Two moves of ours, two answers.
  await board.move("1e1d");
  await page.locator(".moves li").nth(2).waitFor({ timeout: 30_000 });
  await board.move("4e4d");
  await page.locator(".moves li").nth(4).waitFor({ timeout: 30_000 });
}

const plays = "Fairy-Stockfish plays minishogi as one's own engine";
if (fairy) scene(plays, { widths: ["desktop"] }, fairyPlays);
else test(plays, { skip: "fairy-stockfish is not installed" });
