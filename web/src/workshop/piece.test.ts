import { describe, expect, it } from "vitest";
import { entry, kanjiFor, type Piece, pieceFile, pieceFrom, slug } from "./piece.ts";
import { add, pack, remove, unpack } from "./set.ts";
import { flow, quote } from "./yaml.ts";

const movement = {
  steps: [
    { direction: "N", type: "ranging" },
    { direction: "S", type: "single" },
  ],
  jumps: [],
};
const moves = { movement, isRanged: true };
const origin = { kind: "text", text: "slides forward, steps back", as: "auto", dialect: "strict" } as const;

function rabbit(): Piece {
  return pieceFrom({ name: "Rabbit", nameJa: null, value: 400, betza: "bWfR", ...moves }, origin, []);
}

describe("a piece", () => {
  it("keeps how it moves as the server's object, which is YAML", () => {
    const [first, second] = rabbit().movement.split("\n");
    expect(JSON.parse((first ?? "").replace("movement: ", ""))).toEqual(movement);
    expect(second).toBe("is_ranged: true");
  });
  it("gets a key nobody has, and names where there are none", () => {
    expect(rabbit().key).toBe("rabbit");
    const again = pieceFrom({ name: "Rabbit", value: 1, ...moves }, origin, ["rabbit", "rabbit-2"]);
    expect(again.key).toBe("rabbit-3");
    const nameless = pieceFrom({ value: 1, ...moves }, origin, [], { name: " ", nameJa: "走兎王", kanji: "" });
    expect([nameless.name, nameless.nameJa, nameless.kanji]).toEqual(["New piece", "走兎王", "走兎"]);
  });
  it("is written as an entry of a piece file", () => {
    const lines = entry({ ...rabbit(), rules: ["Royal", "CannotDropInZone 2"] }, 7, 8);
    expect(lines[0]).toBe("  - id: 7");
    expect(lines).toContain("    promotes_to: 8");
    expect(lines.slice(-3)).toEqual(["    special_rules:", "      - Royal", "      - CannotDropInZone 2"]);
  });
  it("has one or two characters to draw", () => {
    expect(["走兎", "獅", "Lion king", "", " と "].map(kanjiFor)).toEqual(["走兎", "獅", "L", "駒", "と"]);
  });
  it("stays one line of comment whatever its name is", () => {
    const file = pieceFile([{ ...rabbit(), name: "a\nb\u2028c: [" }], "my\nset");
    expect(file).toContain("  # a b c: [ (R): bWfR\n");
    expect(file).toContain('    name: "a\\nb\\u2028c: ["\n');
  });
});

describe("words in YAML", () => {
  it("are quoted so that any of them can be read back", () => {
    expect(quote('a"b\\c\n')).toBe('"a\\"b\\\\c\\n"');
    expect(quote("\u0085\u2028\ufeff駒𠵇")).toBe('"\\u0085\\u2028\\ufeff駒𠵇"');
  });
  it("make mappings without what is not said", () => {
    expect(
      flow([
        ["a", "1"],
        ["b", null],
        ["c", '"x"'],
      ]),
    ).toBe('{ a: 1, c: "x" }');
  });
  it("make slugs", () => {
    expect(["Éa  Shogi!", "将棋", "-a-", "x".repeat(50)].map(slug)).toEqual(["ea-shogi", "", "a", "x".repeat(40)]);
  });
});

describe("the set", () => {
  it("replaces a piece of the same key", () => {
    const set = add(add([], rabbit()), { ...rabbit(), value: 5 });
    expect(set.map((piece) => piece.value)).toEqual([5]);
    expect(remove(set, "rabbit")).toEqual([]);
  });
  it("comes back from the browser's storage", () => {
    const set = [rabbit(), { ...rabbit(), key: "b", origin: { kind: "shipped", file: "chu.yaml", id: 3 } as const }];
    expect(unpack(pack(set))).toEqual(set);
  });
  it("leaves out what is no piece", () => {
    const kept = {
      pieces: [
        rabbit(),
        rabbit(),
        null,
        3,
        { ...rabbit(), key: "x", value: "9" },
        { ...rabbit(), key: "y", rules: ["a\nb"] },
      ],
    };
    expect(unpack(JSON.stringify(kept))).toEqual([rabbit()]);
    expect([null, "", "{", "[]", "7", '{"pieces":4}'].map(unpack)).toEqual([[], [], [], [], [], []]);
  });
});
