// The sheets of all areas are on the page together once their pages were visited: a class belongs to one of them.
import { expect, test } from "vitest";

const sheets = import.meta.glob<string>("../*/*.css", { query: "?raw", import: "default", eager: true });

/** The classes a sheet says something about wherever they are: `.card`, `.card:hover`, and not `.page .card`. */
function own(sheet: string): Set<string> {
  const rules = sheet.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}@]+)\{/g);
  const selectors = [...rules].flatMap(([, list]) => list!.split(","));
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)(?::[\w-]+)?\s*$/.exec(selector)?.[1] ?? []));
}

test("no two sheets speak of the same class", () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(8);
  const owners = new Map<string, string[]>();
  for (const [name, sheet] of Object.entries(sheets)) {
    for (const one of own(sheet)) owners.set(one, [...(owners.get(one) ?? []), name]);
  }
  expect(owners.has("card")).toBe(true);
  expect([...owners].filter(([, names]) => names.length > 1)).toEqual([]);
});
