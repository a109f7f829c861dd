import { describe, expect, it } from "vitest";
import { json, kanjiFor, type Piece, pieceFile, pieceFrom, pieceObject, slug } from "./piece.ts";
import { add, pack, remove, unpack } from "./set.ts";

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
  it("keeps how it moves as the server's object", () => {
    expect(rabbit()).toMatchObject(moves);
  });
  it("keeps what a description says it promotes to, and not the number of a shipped piece", () => {
    const promotesTo = ["gold", 7, null].map((to) => pieceFrom({ value: 1, promotesTo: to, ...moves }, origin, []));
    expect(promotesTo.map((piece) => piece.promotesTo)).toEqual(["gold", null, null]);
  });
  it("gets a key nobody has, and names where there are none", () => {
    expect(rabbit().key).toBe("rabbit");
    const again = pieceFrom({ name: "Rabbit", value: 1, ...moves }, origin, ["rabbit", "rabbit-2"]);
    expect(again.key).toBe("rabbit-3");
    const nameless = pieceFrom({ value: 1, ...moves }, origin, [], { name: " ", nameJa: "走兎王", kanji: "" });
    expect([nameless.name, nameless.nameJa, nameless.kanji]).toEqual(["New piece", "走兎王", "走兎"]);
  });
  it("is an entry of a piece file", () => {
    const entry = pieceObject({ ...rabbit(), rules: ["Royal", "CannotDropInZone 2"] }, 7, 8);
    expect(entry).toMatchObject({ id: 7, can_promote: true, promotes_to: 8, movement, is_ranged: true });
    expect(entry.special_rules).toEqual(["Royal", "CannotDropInZone 2"]);
  });
  it("promotes in the file of a set to the piece of that name", () => {
    const hare = { ...rabbit(), key: "hare", name: "Hare", nameJa: "兎", promotesTo: "rabbit" };
    const file = JSON.parse(pieceFile([hare, rabbit()], "set"));
    const promotions = file.pieces.map((entry: { promotes_to: unknown }) => entry.promotes_to);
    expect([file.metadata, promotions]).toEqual([{ name: "set", version: "1.0", piece_count: 2 }, [2, null]]);
  });
  it("has one or two characters to draw", () => {
    expect(["走兎", "獅", "Lion king", "", " と "].map(kanjiFor)).toEqual(["走兎", "獅", "L", "駒", "と"]);
  });
});

describe("words", () => {
  it("are JSON that YAML reads alike", () => {
    expect(json('a"b\\c\n')).toBe('"a\\"b\\\\c\\n"');
    expect(json("\u0085\u2028\ufeff駒𠵇")).toBe('"\\u0085\\u2028\\ufeff駒𠵇"');
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
