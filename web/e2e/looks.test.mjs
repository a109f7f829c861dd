// Every page in the dark, at both widths: axe has nothing serious to say. (In the light each area's own tests ask it.)
import { assertAccessible, scene } from "./harness.mjs";
import { pages } from "./pages.mjs";

/** One state of each page, the one with the most on it. */
const PAGES = [
  "home-again",
  "variant-link",
  "play-select",
  "play-end",
  "play-gear",
  "help-board",
  "computer-bad",
  "analysis-graph",
  "tsume-wrong",
  "link-waiting",
  "link-chat",
  "account-up",
  "account-own",
  "settings",
  "missing",
  "kifu-broken",
  "kifu-branches",
  "kifu-graphs",
  "kifu-losses",
  "library",
  "library-chosen",
  "kifu-pen",
  "kifu-tree",
  "library-position",
  "workshop-findings",
  "variant-setup",
  "files-findings",
  "taikyoku-entry",
  "editor-actions",
  "editor-faults",
];
for (const name of PAGES) {
  scene(`${name} is accessible in the dark`, { settings: { theme: "dark" } }, async (guest, tools) => {
    await pages[name](guest, tools);
    await assertAccessible(guest.page, name);
  });
}
