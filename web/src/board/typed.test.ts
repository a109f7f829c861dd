import { expect, test } from "vitest";
import { Kinds } from "./men.ts";
import { squareIndex } from "./squares.ts";
import { CHU, contextOf, SHOGI, SHOGI_START } from "./testkit.ts";
import { readTyped } from "./typed.ts";
import type { BoardVariant } from "./types.ts";

function typed(text: string, sfen: string, moves: string, variant: BoardVariant = SHOGI, last = "5e") {
  const { position, moves: read } = contextOf(variant, sfen, moves.split(" "));
  const found = readTyped(text, {
    size: variant,
    position,
    moves: read ?? [],
    kinds: new Kinds(variant),
    last: squareIndex(last, variant),
  });
  return found.type === "move" ? found.usi : found.type;
}

const START = [SHOGI_START, "7g7f 2g2f 6i7h 4i5h 6i5h"] as const;

test.each([
  ["7g7f", "7g7f"],
  [" 7G7F ", "7g7f"],
  ["76歩", "7g7f"],
  ["７六歩", "7g7f"],
  ["▲７六歩", "7g7f"],
  ["☗7六歩兵", "7g7f"],
  ["76", "7g7f"],
  ["7-6歩", "7g7f"],
  ["P-7f", "7g7f"],
  ["P76", "7g7f"],
  ["７八金", "6i7h"],
  ["５八金", "several"],
  ["G4i-5h", "4i5h"],
  ["７五歩", "none"],
  ["銀", "none"],
  ["", "none"],
])("%s means %s", (text, meant) => {
  expect(typed(text, ...START)).toBe(meant);
});

const HANDS = ["4k4/9/2p6/9/4P4/9/9/2R6/4K4 b SP 1", "7h7c 7h7c+ P*7d S*5d 5e5d S*7d"] as const;

test.each([
  ["７三飛成", "7h7c+"],
  ["７三飛不成", "7h7c"],
  ["７三飛", "promotion"],
  ["Rx7c", "promotion"],
  ["Rx7c=", "7h7c"],
  ["7h7c", "promotion"],
  ["7h7c=", "7h7c"],
  ["7h7c+", "7h7c+"],
  ["７四銀", "S*7d"],
  ["７四歩打", "P*7d"],
  ["P*7d", "P*7d"],
  ["Rx7c+", "7h7c+"],
])("%s means %s", (text, meant) => {
  expect(typed(text, ...HANDS)).toBe(meant);
});

test("同 is the square of the move before", () => {
  expect(typed("同飛成", ...HANDS, SHOGI, "7c")).toBe("7h7c+");
});

test("promoted men go by all their names", () => {
  const position = ["4k4/9/9/4+R4/9/9/9/9/4K4 b - 1", "5d5c"] as const;
  for (const text of ["５三龍", "５三竜", "５三龍王", "５三竜王"]) expect(typed(text, ...position)).toBe("5d5c");
});

test("files past nine are written before a kanji rank", () => {
  const moves = "12i12h 2i2h";
  const start = "12/12/12/12/12/12/12/12/P9P1/12/12/5K5k b - 1";
  expect(typed("12八", start, moves, CHU)).toBe("12i12h");
  expect(typed("２八", start, moves, CHU)).toBe("2i2h");
});

test("what must turn over, or cannot, is not asked about", () => {
  const sfen = "4k4/P8/9/9/9/9/9/9/4K4 b - 1";
  for (const text of ["P-9a", "９一歩", "P-9a+", "９一歩成"]) expect(typed(text, sfen, "9b9a+")).toBe("9b9a+");
  expect(typed("K-5h", sfen, "5i5h")).toBe("5i5h");
});

test("two men that may turn over are two moves, not a question", () => {
  const sfen = "4k4/9/9/2S1S4/9/9/9/9/4K4 b - 1";
  expect(typed("S-6c", sfen, "7d6c 7d6c+ 5d6c 5d6c+")).toBe("several");
  expect(typed("S7d-6c", sfen, "7d6c 7d6c+ 5d6c 5d6c+")).toBe("promotion");
});
