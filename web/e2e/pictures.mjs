// Pictures of every page and state, to be looked at: node e2e/pictures.mjs [name…] writes e2e/shots/NAME-WIDTH-LANGUAGE-THEME.png.
// `--all` takes both widths, both languages, light and dark; otherwise desktop/phone, ja/light and en/dark.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { shots, stage, visitor, widths } from "./harness.mjs";
import { pages } from "./pages.mjs";

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const all = process.argv.includes("--all");
await mkdir(shots, { recursive: true });
const looks = all
  ? ["ja", "en"].flatMap((language) => ["light", "dark", "wood"].map((theme) => ({ language, theme })))
  : [
      { language: "ja", theme: "auto" },
      { language: "en", theme: "dark" },
    ];
for (const width of Object.keys(widths)) {
  for (const { language, theme } of looks) {
    for (const [name, visit] of Object.entries(pages)) {
      if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
      const guest = await visitor({ width, language, settings: { theme, language } });
      const others = [];
      const invite = async () => {
        const other = await visitor({ width, language, settings: { theme, language } });
        others.push(other);
        return other;
      };
      try {
        await visit(guest, { invite });
        await guest.page.waitForTimeout(400);
        await guest.page.screenshot({ path: join(shots, `${name}-${width}-${language}-${theme}.png`) });
        if (guest.faults.length)
          console.log(name, width, language, theme, guest.faults.length, "faults:", guest.faults[0]);
      } catch (error) {
        console.log(`${name} ${width} ${language} ${theme}: ${error.message.split("\n")[0]}`);
        await guest.page.screenshot({ path: join(shots, `${name}-${width}-${language}-${theme}-failed.png`) });
      }
      await Promise.all([guest, ...others].map((one) => one.close()));
    }
  }
}
const { browser, server } = await stage();
await browser.close();
await server.stop();
process.exit(0);
