// The guide says the same in both languages, leads everywhere, and calls what is on the page as the page does.
import { expect, test } from "vitest";

type Page = typeof import("*.md");
const built = import.meta.glob<Page>("../../../docs/guide/*/*.md", { eager: true });
const texts = import.meta.glob<string>("../../../docs/guide/*/*.md", { query: "?raw", import: "default", eager: true });
const tables = import.meta.glob<string>("../**/{messages,settings-messages,choosing}.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pictures = Object.keys(import.meta.glob("../../../docs/guide/pictures/*.png", { query: "?url" }));

const of = (language: string) =>
  Object.keys(texts).flatMap((path) => path.split(`/${language}/`)[1]?.replace(".md", "") ?? []);
const path = (language: string, name: string) => `../../../docs/guide/${language}/${name}.md`;
const languages = ["en", "ja"] as const;

test("both languages have the same pages, and the first one leads to all of them", () => {
  expect(of("en").length).toBeGreaterThan(5);
  expect(of("ja").sort()).toEqual(of("en").sort());
  for (const language of languages) {
    const { links } = built[path(language, "README")]!;
    const others = of(language).filter((name) => name !== "README");
    expect(links.map(({ address }) => address).sort()).toEqual(others.map((name) => `/help/${name}`).sort());
    // A page is called as its heading says.
    for (const { address, title } of links) {
      expect(title).toBe(built[path(language, address.replace("/help/", ""))]?.title);
    }
  }
});

test("both languages tell the same parts, with the same pictures", () => {
  const shape = (language: string, name: string) =>
    texts[path(language, name)]!.split("\n").flatMap((line) => {
      const picture = /\]\(\.\.\/pictures\/(\w+)-(\w+)\.png\)/.exec(line);
      if (picture) expect(picture[2]).toBe(language);
      return picture ? [picture[1]] : (/^(#+|-|\||```)/.exec(line)?.[0] ?? []);
    });
  for (const name of of("en")) expect([name, shape("ja", name)]).toEqual([name, shape("en", name)]);
});

test("every picture is shown", () => {
  const all = Object.values(texts).join("\n");
  for (const picture of pictures) expect(all).toContain(`../pictures/${picture.split("/").at(-1)}`);
});

test("what stands in bold is written on the page", () => {
  const words = Object.values(tables).join("\n");
  const missing = languages.flatMap((language) =>
    of(language).flatMap((name) => {
      const bold = [...texts[path(language, name)]!.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label!);
      return bold.filter((label) => !words.includes(`${language}: "${label}"`)).map((label) => `${name}: ${label}`);
    }),
  );
  expect(missing).toEqual([]);
});
