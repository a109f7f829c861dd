// The pictures of the user's guide (docs/guide/pictures), from the real program in both languages:
//
//   node e2e/guide.mjs [part of a name …]
//
// They are small on purpose; where pngquant is installed they are made smaller still.
import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { stage, visitor } from "./harness.mjs";
import { pages } from "./pages.mjs";

const folder = fileURLToPath(new URL("../../docs/guide/pictures/", import.meta.url));

/** Chu shogi after a few moves: a lion that has come out. */
const LION =
  "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppp1ppppppp/4p3i3/3i8/12/3NI3I3/PPPPPPPPPPPP/MVRHD1QDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1";

/** How to get to each picture, in either language. */
const pictures = {
  learn: async ({ page, open }) => {
    await open("/learn?lesson=knight");
    await page.locator("shogi-board").waitFor();
  },
  card: async ({ page, open, board }) => {
    await open(`/play/chu?sfen=${encodeURIComponent(LION)}`);
    await board.element().waitFor();
    const { x, y } = await board.element().evaluate((element) => element.geometry().square("9h"));
    await page.mouse.move(x, y);
    await page.locator(".about-piece .card-reach").first().waitFor();
  },
  kifu: pages["analysis-graph"],
  library: async (guest) => {
    await pages["library-position"](guest);
    await guest.board.element().evaluate((board) => board.scrollIntoView({ block: "end" }));
  },
  tsume: pages["tsume-hint"],
  workshop: (guest, more) => pages[more.language === "ja" ? "workshop-japanese" : "workshop-words"](guest),
};

const wanted = process.argv.slice(2);
let all = 0;
for (const [name, reach] of Object.entries(pictures)) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  for (const language of ["en", "ja"]) {
    const guest = await visitor({ language, settings: { language, theme: "light" } });
    await guest.page.setViewportSize({ width: 980, height: 680 });
    await reach(guest, { language });
    await guest.page.waitForTimeout(600);
    const path = `${folder}${name}-${language}.png`;
    await guest.page.screenshot({ path, animations: "disabled" });
    await guest.close();
    const quant = spawnSync("pngquant", ["--force", "--speed", "1", "--output", path, "96", path]);
    if (quant.error) console.log("pngquant is not here: the pictures are larger than they need be");
    const { size } = await stat(path);
    all += size;
    console.log(`${name}-${language}: ${(size / 1000).toFixed(0)} kB`);
  }
}
console.log(`${(all / 1000).toFixed(0)} kB in all`);
const { browser, server } = await stage();
await browser.close();
await server.stop();
process.exit(0);
