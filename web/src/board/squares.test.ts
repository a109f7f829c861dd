import { expect, test } from "vitest";
import { kanjiNumber, readKanjiNumber, squareAt, squareIndex, squareName } from "./squares.ts";

test.each([
  ["9a", 9, 9, 0],
  ["1i", 9, 9, 80],
  ["7g", 9, 9, 56],
  ["36a", 36, 36, 0],
  ["1aj", 36, 36, 1295],
  ["12aa", 36, 36, 26 * 36 + 24],
  ["1d", 3, 4, 11],
])("%s on %ix%i is square %i", (name, files, ranks, index) => {
  expect(squareIndex(name, { files, ranks })).toBe(index);
  expect(squareName(index, { files, ranks })).toBe(name);
});

test("every square of the largest board reads back as it was written", () => {
  const size = { files: 36, ranks: 36 };
  for (let square = 0; square < 36 * 36; square++) {
    expect(squareIndex(squareName(square, size), size)).toBe(square);
  }
});

test("what is beside the board, or no square, is none", () => {
  const size = { files: 9, ranks: 9 };
  for (const name of ["0a", "10a", "1j", "1aa", "7", "g", "7g7", "7G", "", "７g", "7gg"]) {
    expect(squareIndex(name, size), name).toBe(-1);
  }
  expect(squareAt(5, 0, size)).toBe(-1);
});

test("ranks are counted in kanji up to thirty-six", () => {
  for (const [n, text] of [
    [1, "一"],
    [10, "十"],
    [12, "十二"],
    [20, "二十"],
    [36, "三十六"],
  ] as const) {
    expect(kanjiNumber(n)).toBe(text);
    expect(readKanjiNumber(text)).toBe(n);
  }
  expect(readKanjiNumber("十十")).toBeNull();
});
