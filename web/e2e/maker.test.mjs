// The variant maker makes no dead games, and sets up in one's own camp.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";

const begin = async ({ page, open }) => {
  await open("/workshop/variant");
  await page.getByRole("button", { name: "From Minishogi" }).click();
  await page.getByText("Ready to play").waitFor();
};

scene("a board without kings is a fault at once", {}, async (guest) => {
  const { page } = guest;
  await begin(guest);
  await page.getByRole("button", { name: "Clear the board" }).click();
  await page.getByText("2 problems").waitFor();
  await page.getByText(/Sente has no royal piece/).waitFor();
  assert.ok(await page.getByRole("button", { name: "Play it", exact: true }).isDisabled());
});

scene(
  "an opening setup places what is in hand on the own ranks, and one without pieces is a fault",
  { widths: ["desktop"] },
  async (guest) => {
    const { page } = guest;
    await begin(guest);
    await page.getByRole("tab", { name: /^Opening setup/ }).click();
    const setup = page.getByRole("region", { name: "The game begins with placing pieces" });
    await setup.getByRole("switch", { name: "The game begins with placing pieces" }).check();
    await page.getByText(/no piece to place in it/).waitFor();
    assert.equal(await setup.getByLabel("Where they are placed").inputValue(), "own");
    const kinds = setup.getByRole("group", { name: "Pieces to place" }).getByRole("checkbox");
    for (const kind of await kinds.all()) assert.equal(await kind.isChecked(), false);
  },
);
