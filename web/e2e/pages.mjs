// How to get to every page and state that is worth a picture.
import { pages as records } from "./kifu.pages.mjs";

const game =
  (variant, moves, query = "") =>
  async (guest) => {
    await guest.open(`/play/${variant}?moves=${encodeURIComponent(moves)}${query}`);
    await guest.board.element().waitFor();
  };

export const pages = {
  home: async (guest) => {
    await guest.open("/");
    await guest.page.locator(".variant-card").first().waitFor();
  },
  "variant-shogi": async (guest) => {
    await guest.open("/variants/shogi");
    await guest.page.locator(".piece").first().waitFor();
  },
  "variant-rules": async (guest) => {
    await guest.open("/variants/chu");
    await guest.page.locator(".piece").first().waitFor();
    await guest.page.locator("#rules").scrollIntoViewIfNeeded();
    await guest.page.evaluate(() => document.getElementById("rules").scrollIntoView());
  },
  "variant-pieces": async (guest) => {
    await guest.open("/variants/chu");
    await guest.page.locator(".piece").first().waitFor();
    await guest.page.evaluate(() => document.getElementById("pieces").scrollIntoView());
  },
  "play-shogi": game("shogi", "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b", "&clock=600%2B30x1"),
  "play-select": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await guest.board.tap("2g");
  },
  "play-check": game("shogi", "7g7f 3c3d 8h2b+ 3a2b B*4e 5a6b 4e6c+"),
  "play-setup": game("66shogi", ""),
  "play-chu": game("chu", ""),
  "play-tenjiku": game("tenjiku", ""),
  "play-taikyoku": game("taikyoku", ""),
  "play-dobutsu": game("dobutsu", ""),
  "play-end": async (guest) => {
    await game("shogi", "7g7f 3c3d")(guest);
    await guest.page.getByRole("button", { name: /^(Resign|投了)$/ }).click();
    await guest.page
      .locator("dialog")
      .getByRole("button", { name: /^(Resign|投了)$/ })
      .click();
  },
  "play-help": async (guest) => {
    await game("shogi", "")(guest);
    await guest.page.keyboard.press("?");
  },
  settings: (guest) => guest.open("/settings"),
  missing: (guest) => guest.open("/no/such/page"),
  ...records,
  workshop: (guest) => guest.open("/workshop"),
  "workshop-variant": (guest) => guest.open("/workshop/variant"),
  taikyoku: (guest) => guest.open("/taikyoku"),
  editor: (guest) => guest.open("/editor"),
};
