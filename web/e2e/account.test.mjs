// Accounts: signing up, in and out, what is one's own, and the end of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { call, furnished, join, kif, PASSWORD, signUp } from "./account.pages.mjs";
import { assertAccessible, scene } from "./harness.mjs";

const button = (place, name) => place.getByRole("button", { name, exact: true });
const section = (page, name) => page.getByRole("region", { name, exact: true });

async function signIn({ page, open }, name, password = PASSWORD) {
  await open("/account");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page.getByRole("tabpanel"), "Sign in").click();
}

scene("somebody signs up, out and in again", {}, async (guest) => {
  const { page } = guest;
  await guest.open("/");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("tab", { name: "Sign in" }).waitFor();
  await assertAccessible(page, "sign in");
  const name = await signUp(guest);
  await assertAccessible(page, "a new account");
  await page.getByRole("link", { name: `Account: ${name}` }).waitFor();
  await button(page, "Sign out").click();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  guest.expectStatus.push(401, 409);
  await signIn(guest, name, "wrong horse");
  await page.getByText("The name or the password is wrong").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page.getByRole("tabpanel"), "Sign in").click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  // It is remembered, and a name is taken once.
  await page.reload();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await button(page, "Sign out").click();
  await page.getByRole("tab", { name: "Sign up" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page.getByRole("tabpanel"), "Sign up").click();
  await page.getByRole("alert").waitFor();
});

scene("one's own records are shown, hidden and deleted", {}, async (guest, { invite }) => {
  const { page } = guest;
  const { name } = await furnished(guest);
  await assertAccessible(page, "account");
  const records = section(page, "My records");
  assert.equal(await records.getByRole("listitem").count(), 3);
  const row = records.getByRole("listitem").filter({ hasText: name });
  const sight = row.getByRole("combobox");
  assert.equal(await sight.inputValue(), "public");
  await sight.selectOption("private");
  await page.getByText("Changed who sees it").waitFor();
  await page.reload();
  assert.equal(await sight.inputValue(), "private");
  const address = await row.getByRole("link").getAttribute("href");
  const stranger = await invite({ expectStatus: [404] });
  await stranger.page.goto(address);
  await stranger.page.getByText("Nothing is here").waitFor();
  await sight.selectOption("unlisted");
  await row.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await stranger.open(new URL(link).pathname);
  await stranger.page.locator(".move-list [aria-current]").waitFor();
  await row.getByRole("button", { name: "Delete" }).click();
  await button(page.locator("dialog[open]"), "Delete").click();
  await page.getByText("Deleted", { exact: true }).waitFor();
  assert.equal(await records.getByRole("listitem").count(), 2);
  await section(page, "My variants").getByRole("button", { name: "Delete" }).click();
  await button(page.locator("dialog[open]"), "Delete").click();
  await page.getByText("What you share from the workshop is listed here.").waitFor();
});

scene("a record saved from its page belongs to who is signed in", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await signUp(guest);
  await guest.open("/kifu");
  const file = { name: "a.kif", mimeType: "text/plain", buffer: Buffer.from(kif("自分", `相手${Date.now()}`)) };
  await page.locator("input[type=file]").first().setInputFiles(file);
  const saved = page.waitForResponse(/\/api\/kifu\/.*save=true/);
  await page.getByRole("button", { name: "Save to the library" }).click();
  assert.equal((await saved).status(), 200);
  await guest.open("/account");
  await section(page, "My records").getByRole("link", { name: /自分/ }).waitFor();
});

scene("a game goes on from another device", { widths: ["desktop"] }, async (guest, { invite }) => {
  const name = await signUp(guest);
  const made = await call(guest.page, "POST", "/api/games", { side: "sente" });
  assert.equal(await join(guest.page, made, "Gote"), 200);
  const other = await invite();
  await signIn(other, name);
  await section(other.page, "My games").getByRole("link").first().click();
  await other.board.element().waitFor();
  await other.page.waitForFunction(() => (document.querySelector("shogi-board")?.moves ?? []).includes("7g7f"));
  await other.board.move("7g7f");
  // Signing out closes the table's socket: there is nothing to move any more.
  await guest.open("/account");
  await guest.page.getByRole("button", { name: "Sign out there" }).click();
  await guest.page.getByText("Signed out there", { exact: true }).waitFor();
});

scene("the password is changed, and other sessions are over", { widths: ["phone"] }, async (guest, { invite }) => {
  const { page } = guest;
  const name = await signUp(guest);
  const other = await invite({ expectStatus: [401] });
  await signIn(other, name);
  await other.page.getByRole("heading", { level: 1, name }).waitFor();
  guest.expectStatus.push(401);
  const form = section(page, "Change password");
  await form.getByLabel("Current password").fill("wrong horse");
  await form.getByLabel("New password").fill("another horse");
  await button(form, "Change password").click();
  await form.getByText("The password is wrong").waitFor();
  await form.getByLabel("Current password").fill(PASSWORD);
  await button(form, "Change password").click();
  await page.getByText("Password changed; you are signed out everywhere else").waitFor();
  await other.page.reload();
  await other.page.getByRole("tab", { name: "Sign in" }).waitFor();
  await signIn(other, name, "another horse");
  await other.page.getByRole("heading", { level: 1, name }).waitFor();
});

scene("data is carried away and the account deleted", {}, async (guest) => {
  const { page } = guest;
  const { name } = await furnished(guest);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  const bytes = await readFile(await download.path());
  assert.equal(bytes.readUInt32LE(0), 0x04034b50);
  for (const part of ["account.json", "records/", "variants/v-", "games/"]) assert.ok(bytes.includes(part), part);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.locator("dialog[open]");
  await assertAccessible(page, "deletion");
  guest.expectStatus.push(401);
  await dialog.getByLabel("Password").fill("wrong horse");
  await button(dialog, "Delete account").click();
  await dialog.getByText("The password is wrong").waitFor();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await button(dialog, "Delete account").click();
  await page.getByText("The account is deleted").waitFor();
  await signIn(guest, name);
  await page.getByText("The name or the password is wrong").waitFor();
});
