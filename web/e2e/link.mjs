// Games by link, for the tests that need one.

/** Makes a game and returns its invitation. */
export async function makeGame(
  { page, open },
  { variant = "minishogi", side = "Sente", clock = "600+30x1", name = "" } = {},
) {
  await open(`/variants/${variant}`);
  await page.getByRole("radio", { name: "With a friend (link)" }).check();
  await page.getByLabel("Clock", { exact: true }).selectOption(clock);
  await page.getByRole("radio", { name: side }).check();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Create invite link" }).click();
  await page.getByText("Waiting for the other player").waitFor();
  return page.getByLabel("Invitation", { exact: true }).getByRole("textbox").inputValue();
}

/** Follows an invitation and sits down. */
export async function join({ page, open, board }, link, name = "") {
  await open(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Join the game" }).click();
  await board.element().waitFor();
}
