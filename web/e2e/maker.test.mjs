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

scene("what is put in hand is placed in a setup that is on already", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await begin(guest);
  await page.getByRole("tab", { name: /^Opening setup/ }).click();
  const setup = page.getByRole("region", { name: "The game begins with placing pieces" });
  await setup.getByRole("switch", { name: "The game begins with placing pieces" }).check();
  await page.locator("shogi-board").evaluate((board) => board.scrollIntoView({ block: "center" }));
  const places = await page.locator("shogi-board").evaluate((board) => {
    const { x, width, bottom } = board.getBoundingClientRect();
    return { rook: board.geometry().square("1e"), stand: { x: x + width / 2, y: bottom - 18 } };
  });
  await page.mouse.move(places.rook.x, places.rook.y);
  await page.mouse.down();
  await page.mouse.move(places.stand.x, places.stand.y, { steps: 4 });
  await page.mouse.up();
  const rook = setup.getByRole("group", { name: "Pieces to place" }).getByRole("checkbox", { name: "Rook" });
  await page.waitForFunction((box) => box.checked, await rook.elementHandle());
  await page.getByText("Ready to play").waitFor();
  await page.getByRole("button", { name: "Play it", exact: true }).click();
  await guest.board.atPlay();
  await guest.board.move("R*1e");
});

scene("a game is opened in the maker, and what was there comes back with Undo", {}, async (guest) => {
  const { page } = guest;
  await begin(guest);
  await guest.open("/variants/chu");
  await page.getByRole("link", { name: "Open in the workshop" }).click();
  const files = page.getByLabel("Files", { exact: true });
  await page.waitForFunction(() => document.querySelector("shogi-board")?.variant?.files === 12);
  assert.equal(await files.inputValue(), "12");
  assert.equal(new URL(page.url()).search, "");
  // Its buttons stand at the foot of the window, wherever one is on the page.
  for (const top of [0, 400]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.getByRole("button", { name: "Play it", exact: true }).waitFor();
    const bar = await page.locator(".variant-actions").boundingBox();
    const { height } = page.viewportSize();
    assert.ok(bar.y < height && bar.y + bar.height <= height + 1, `${JSON.stringify(bar)} in ${height}`);
  }
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("shogi-board").variant.files === 5);
});

scene("a fork keeps every rule, and boards of any size can be forked", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await begin(guest);
  await page.getByRole("tab", { name: "File" }).click();
  // Minishogi's own rule of repetition, which the form has no words for.
  await page
    .locator("pre.yaml")
    .getByText(/first_player_loses/)
    .waitFor();
  const over = page.getByRole("button", { name: "Start over", exact: true });
  await over.click();
  // It asks first.
  await page.getByRole("button", { name: "Keep it" }).click();
  assert.equal(await page.locator("pre.yaml").count(), 1);
  await over.click();
  await page.getByRole("dialog").getByRole("button", { name: "Start over", exact: true }).click();
  // The board without a piece that it begins with is not asked about: its fault would stand there until the answer has come.
  const asked = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/variants/check")) asked.push(request.postData());
  });
  await page.getByRole("combobox", { name: "Begin" }).selectOption("maka-dai-dai");
  await page.getByText("Ready to play").waitFor({ timeout: 60_000 });
  assert.deepEqual(
    asked.filter((body) => /kinds\W+\[\]/.test(body)),
    [],
  );
  await page.getByRole("tab", { name: "File" }).click();
  await page
    .locator("pre.yaml")
    .getByText(/contagion/)
    .waitFor();
  assert.equal(await page.locator("shogi-board").evaluate((board) => board.variant.files), 19);
  await page.getByRole("button", { name: "Play it", exact: true }).click();
  await guest.board.atPlay();
});

scene("board and palette are seen together in a window of 768 pixels", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await page.setViewportSize({ width: 1366, height: 768 });
  await open768(guest);
  // Where the board begins under the header, all of it is seen, with the palette.
  await page.locator(".wide-board").evaluate((bench) => scrollTo(0, bench.getBoundingClientRect().top - 60));
  const [board, palette, bar] = await Promise.all(
    ["shogi-board", ".palette", ".variant-actions"].map((place) => page.locator(place).boundingBox()),
  );
  assert.ok(board.y >= 50, `the board begins at ${board.y}`);
  assert.ok(
    palette.y + palette.height <= bar.y + 1,
    `the palette ends at ${palette.y + palette.height}, the bar is at ${bar.y}`,
  );
  assert.ok(board.y + board.height <= palette.y + 1);
});

async function open768({ page, open }) {
  await open("/workshop/variant");
  await page.getByRole("button", { name: "From Shogi", exact: true }).click();
  await page.getByText("Ready to play").waitFor();
}

scene("pieces of palettes and lists tell how they move", {}, async (guest, { width }) => {
  const { page } = guest;
  await guest.open("/editor/chu");
  const lion = page.locator('.palette [data-kind="N"]');
  const card = page.locator(".about-piece");
  await lion.scrollIntoViewIfNeeded();
  if (width === "phone") {
    const { x, y, width: wide, height } = await lion.boundingBox();
    const client = await guest.context.newCDPSession(page);
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x: x + wide / 2, y: y + height / 2 }]);
    await page.waitForTimeout(700);
    await touch("touchEnd", []);
  } else {
    await lion.click({ button: "right" });
  }
  await card.getByText("Lion", { exact: true }).waitFor();
  // Asking chooses nothing.
  assert.equal(await lion.getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  if (width === "phone") return;
  await lion.focus();
  await page.keyboard.press("i");
  await card.getByText("Lion", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  // The pieces of a variant in the making, which has no address.
  await begin(guest);
  await page.locator(".men .face").first().click({ button: "right" });
  await card.waitFor();
  assert.ok((await card.locator("p").first().textContent()).length > 10);
});

scene("pieces show two kanji where that is wanted", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await guest.open("/play/shogi");
  await guest.board.element().waitFor();
  await page.getByRole("button", { name: "Board settings" }).click();
  await page.getByRole("radio", { name: "Two kanji 歩兵" }).check();
  await page.keyboard.press("Escape");
  const faces = await guest.board
    .element()
    .evaluate((board) => [
      ...new Set([...board.shadowRoot.querySelectorAll(".man text")].map((text) => text.textContent)),
    ]);
  for (const face of ["歩兵", "飛車", "玉将", "王将"]) assert.ok(faces.includes(face), faces.join(" "));
});

scene("who has no account finds a variant made here again", { widths: ["desktop"] }, async (guest) => {
  const { page } = guest;
  await begin(guest);
  await page.getByRole("textbox").first().fill("Found again");
  await page.getByText("Ready to play").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Variants made in this browser (1)").waitFor();
  await page.reload();
  await page.getByText("Variants made in this browser (1)").click();
  await page.getByRole("link", { name: "Found again" }).click();
  await page.getByRole("heading", { name: "Found again" }).first().waitFor();
});
