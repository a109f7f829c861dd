// Pictures of every page and state, to be looked at:
//
//   node e2e/pictures.mjs [part of a name …]     desktop and phone, ja in the light and en in the dark
//   node e2e/pictures.mjs --all                  both widths, both languages, light, dark and wood
//   node e2e/pictures.mjs --sheets               the looks of one state side by side in one file, SHEET-NAME-WIDTH.png
//   node e2e/pictures.mjs --axe                  and axe over each of them
//
// Writes e2e/shots/NAME-WIDTH-LANGUAGE-THEME.png ($SHOTS names another folder). A state that is not reached is told and
// pictured as it stands, and the next one is taken; the end says how many, and is 1 if one was missed.
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { accessFindings, stage, shots as usual, visitor, widths } from "./harness.mjs";
import { pages } from "./pages.mjs";

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const has = (option) => process.argv.includes(option);
const shots = process.env.SHOTS ?? usual;
const looks = has("--all")
  ? { ja: ["light", "dark", "wood"], en: ["light", "dark", "wood"] }
  : { ja: ["light"], en: ["dark"] };

/** One state at one width in one language: visited once, pictured in each theme. Tells what was wrong. */
async function picture(name, width, language) {
  const people = [];
  const invite = async () => {
    const person = await visitor({ width, language, settings: { language, theme: "light" } });
    people.push(person);
    return person;
  };
  const guest = await invite();
  const faults = [];
  const taken = [];
  const shot = async (theme) => {
    const path = join(shots, `${name}-${width}-${language}-${theme}.png`);
    await guest.page.screenshot({ path, timeout: 60_000, animations: "disabled" });
    taken.push({ path, label: `${name} ${width} ${language} ${theme}` });
  };
  try {
    await pages[name](guest, { invite });
    await guest.page.waitForTimeout(400);
    for (const theme of looks[language]) {
      // Exactly what the setting does; see applySettings.
      await guest.page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      await shot(theme);
      if (has("--axe")) {
        const found = await accessFindings(guest.page).catch((error) => [String(error)]);
        faults.push(...found.map((text) => `axe in ${theme}: ${text}`));
      }
    }
    faults.push(...guest.faults);
  } catch (error) {
    faults.push(`not reached: ${error.message.split("\n")[0]}`);
    await shot("failed").catch(() => {});
  }
  await Promise.all(people.map((person) => person.close().catch(() => {})));
  return { faults, taken };
}

/** Several pictures in one, so that a state can be looked at in all its looks. */
async function sheet(name, width, pictures) {
  const { browser } = await stage();
  const [across, wide] = width === "phone" ? [6, 390] : [2, 960];
  const page = await browser.newPage({ viewport: { width: Math.min(across, pictures.length) * wide, height: 600 } });
  const figures = await Promise.all(
    pictures.map(async ({ path, label }) => {
      const data = (await readFile(path)).toString("base64");
      return `<figure><figcaption>${label}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
    }),
  );
  const style = `body{margin:0;display:grid;grid-template-columns:repeat(${across},${wide}px);font:12px sans-serif}figure{margin:0}img{width:100%;display:block}`;
  await page.setContent(`<style>${style}</style>${figures.join("")}`, { waitUntil: "load" });
  await page.screenshot({ path: join(shots, `SHEET-${name}-${width}.png`), fullPage: true });
  await page.close();
}

await mkdir(shots, { recursive: true });
let [count, missed] = [0, 0];
for (const name of Object.keys(pages)) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  for (const width of Object.keys(widths)) {
    const all = [];
    for (const language of Object.keys(looks)) {
      const { faults, taken } = await picture(name, width, language);
      for (const fault of faults) console.log(`${name} ${width} ${language}: ${fault}`);
      if (faults.some((fault) => fault.startsWith("not reached"))) missed += 1;
      count += taken.length;
      all.push(...taken);
    }
    if (!has("--sheets")) continue;
    await sheet(name, width, all);
    for (const { path } of all) await rm(path);
  }
}
console.log(`${count} pictures in ${shots}; ${missed} states missed`);
const { browser, server } = await stage();
await browser.close();
await server.stop();
process.exit(missed ? 1 : 0);
