// The account pages in states that are worth a picture; see pages.mjs.

const button = (place, name) => place.getByRole("button", { name });
export const PASSWORD = "correct horse";

/** Makes an account by the page; names are taken once for each run. */
let made = 0;
export async function signUp(guest, name = `Sente ${++made}${Date.now() % 1000}`) {
  const { page } = guest;
  await guest.open("/account");
  await page.getByRole("tab", { name: /^(Sign up|新規登録)$/ }).click();
  await page.getByLabel(/^(Name|名前)$/).fill(name);
  await page.getByLabel(/^(Password|パスワード)$/).fill(PASSWORD);
  await button(page.getByRole("tabpanel"), /^(Sign up|新規登録)$/).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return name;
}

/** Asks the server as the page would. */
export function call(page, method, path, body) {
  return page.evaluate(
    async ([method, path, body]) => {
      const { payload } = await (await fetch("/api/session")).json();
      const headers = { "content-type": "application/json", "x-koma-csrf": payload.csrf ?? "" };
      const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
      return (await answer.json()).payload;
    },
    [method, path, body],
  );
}

export const kif = (sente, gote, moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n") =>
  `先手：${sente}\n後手：${gote}\n棋戦：月例会\n開始日時：2026/05/03\n${moves}`;

/** Somebody without an account takes the other seat. */
export function join(page, { id, invite }, name) {
  return page.evaluate(
    async ([id, body]) => {
      const headers = { "content-type": "application/json" };
      const options = { method: "POST", credentials: "omit", headers, body: JSON.stringify(body) };
      return (await fetch(`/api/games/${id}/join`, options)).status;
    },
    [id, { invite, name }],
  );
}

/** An account with something of everything. */
export async function furnished(guest) {
  const { page } = guest;
  const name = await signUp(guest);
  for (const [sente, sight] of [
    [name, "public"],
    ["山田 太郎", "unlisted"],
    ["佐藤 花子", "private"],
  ]) {
    await call(page, "POST", `/api/kifu/import?save=true&sight=${sight}`, { text: kif(sente, "木村") });
  }
  await call(page, "POST", "/api/variants", { text: "[my:minishogi]\n", format: "ini" });
  await call(page, "POST", "/api/games", { side: "sente" });
  const game = await call(page, "POST", "/api/games", { variant: "chu", side: "gote" });
  await join(page, game, "田中");
  await page.reload();
  await page.locator(".own-list select").first().waitFor();
  return { name, game };
}

export const pages = {
  "account-in": async (guest) => {
    await guest.open("/account");
    await guest.page.getByRole("tab").first().waitFor();
  },
  "account-wrong": async (guest) => {
    const { page } = guest;
    guest.expectStatus.push(401);
    await guest.open("/account");
    await page.getByLabel(/^(Name|名前)$/).fill("nobody");
    await page.getByLabel(/^(Password|パスワード)$/).fill("wrong horse");
    await button(page.getByRole("tabpanel"), /^(Sign in|ログイン)$/).click();
    await page.locator(".refused").waitFor();
  },
  "account-up": async (guest) => {
    await guest.open("/account");
    await guest.page.getByRole("tab").last().click();
  },
  "account-new": async (guest) => void (await signUp(guest)),
  "account-own": async (guest) => void (await furnished(guest)),
  "account-delete": async (guest) => {
    const { page } = guest;
    await signUp(guest);
    await button(page, /^(Delete account|アカウントを削除)$/).click();
    await page.locator("dialog[open] input").waitFor();
  },
};
