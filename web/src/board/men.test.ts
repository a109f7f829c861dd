import { expect, test } from "vitest";
import { dotsPath, drawMan, Kinds, type Look, svg } from "./men.ts";
import { flights } from "./motion.ts";
import { SHOGI } from "./testkit.ts";
import type { Man } from "./types.ts";

const kinds = new Kinds(SHOGI);
const LOOK: Look = { pieces: "kanji", dots: false, flipped: false, shadows: false };

function drawn(code: string, side: Man["side"], look: Partial<Look> = {}, set = kinds) {
  const group = svg("g");
  drawMan(group, { code, side }, set, { ...LOOK, ...look });
  const text = group.querySelector("text");
  return {
    classes: group.getAttribute("class"),
    text: text?.textContent,
    turned: text?.hasAttribute("transform"),
    body: group.querySelector(".body")?.hasAttribute("transform"),
    places: text?.getAttribute("y")?.split(" ").length,
  };
}

test.each([
  ["P", "sente", "man sente up", "歩", false],
  ["P", "gote", "man gote down", "歩", true],
  ["+R", "sente", "man sente up turned", "龍", false],
  ["K", "sente", "man sente up", "玉", false],
  ["K", "gote", "man gote down", "王", true],
] as const)("%s of %s", (code, side, classes, text, turned) => {
  expect(drawn(code, side)).toMatchObject({ classes, text, turned, body: turned });
});

test.each([
  ["P", "sente", "歩兵"],
  ["+P", "sente", "と金"],
  ["K", "sente", "玉将"],
  ["K", "gote", "王将"],
] as const)("%s of %s has its whole name where two kanji are wanted", (code, side, text) => {
  expect(drawn(code, side, { pieces: "twoKanji" })).toMatchObject({ text, places: 2 });
});

test("names longer than two kanji stay what is written on the piece", () => {
  const long = new Kinds({ ...SHOGI, kinds: [{ code: "P", kanji: "歩", nameJa: "プロモ歩兵" }] });
  expect(drawn("P", "sente", { pieces: "twoKanji" }, long).text).toBe("歩");
});

test("a flipped board turns everybody round", () => {
  expect(drawn("P", "sente", { flipped: true })).toMatchObject({ classes: "man sente down", turned: true });
});

test("letters are read upright on both sides; the man still points", () => {
  expect(drawn("+P", "gote", { pieces: "letters" })).toMatchObject({ text: "+P", turned: false, body: true });
});

test("two kanji stand below one another, in one text", () => {
  const set = new Kinds({ files: 3, ranks: 3, kinds: [{ code: "K", kanji: "王将" }] });
  expect(drawn("K", "sente", {}, set)).toMatchObject({ text: "王将", places: 2 });
});

test("the king is the largest man, the pawn the smallest, and both sides of a man are one size", () => {
  const values: Record<string, number> = { P: 100, R: 1000, S: 500, K: 10000, "+P": 600 };
  const set = new Kinds({ ...SHOGI, kinds: SHOGI.kinds.map((kind) => ({ ...kind, value: values[kind.code] ?? 400 })) });
  expect(set.scale("K")).toBeGreaterThan(set.scale("R"));
  expect(set.scale("R")).toBeGreaterThan(set.scale("S"));
  expect(set.scale("S")).toBeGreaterThan(set.scale("P"));
  expect(set.scale("+P")).toBe(set.scale("P"));
});

test("a learner's marks: a dot, a bar and a ring", () => {
  const mark = (kind: "step" | "slide" | "leap") => dotsPath([{ dx: 0, dy: 1, kind }], 1);
  expect(mark("step").match(/Z/g)).toHaveLength(1);
  expect(mark("slide")).not.toContain("a");
  expect(mark("leap").match(/Z/g)).toHaveLength(2);
  expect(dotsPath([{ dx: 0, dy: 0, kind: "step" }], 1)).toBe("");
});

const man = (code: string, side: Man["side"] = "sente"): Man => ({ code, side });
const related = (a: string, b: string) => a.replace("+", "") === b.replace("+", "");

test.each<[string, (Man | null)[], (Man | null)[], [number, number][]]>([
  ["a move", [man("P"), null], [null, man("P")], [[0, 1]]],
  ["a capture", [man("P"), man("S", "gote")], [null, man("P")], [[0, 1]]],
  ["a promotion", [man("P"), null], [null, man("+P")], [[0, 1]]],
  ["a capture taken back", [null, man("P")], [man("P"), man("S", "gote")], [[1, 0]]],
  ["a drop", [null, null], [null, man("P")], []],
  ["another man", [man("P"), null], [null, man("S")], []],
])("%s is seen as a flight", (_, before, after, found) => {
  const changed = before.map((_, i) => i).filter((i) => before[i] !== after[i]);
  expect(flights(before, after, changed, related).map(({ from, to }) => [from, to])).toEqual(found);
});

test("a jump to quite another position is no flight", () => {
  const before = Array.from({ length: 40 }, (_, i) => (i < 20 ? man("P") : null));
  const after = [...before].reverse();
  const changed = before.map((_, i) => i);
  expect(flights(before, after, changed, related)).toEqual([]);
});
