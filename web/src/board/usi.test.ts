import { expect, test } from "vitest";
import { squareIndex } from "./squares.ts";
import { moveEnd, readUsi } from "./usi.ts";

const size = { files: 36, ranks: 36 };
const at = (name: string) => squareIndex(name, size);

test.each<[string, string, string[], boolean]>([
  ["7g7f", "7g", ["7f"], false],
  ["8h2b+", "8h", ["2b"], true],
  ["6f5e4d", "6f", ["5e", "4d"], false],
  ["12l11k10j+", "12l", ["11k", "10j"], true],
  ["36aj1a", "36aj", ["1a"], false],
  ["6f7f6f", "6f", ["7f", "6f"], false],
])("%s starts on %s", (usi, from, steps, promotes) => {
  expect(readUsi(usi, size)).toEqual({ type: "board", usi, from: at(from), steps: steps.map(at), promotes });
});

test.each([
  ["P*5e", "P", "5e"],
  ["+L*3c", "+L", "3c"],
  ["GG*1aa", "GG", "1aa"],
])("%s is a drop", (usi, code, to) => {
  expect(readUsi(usi, size)).toEqual({ type: "drop", usi, code, to: at(to) });
});

test("a passed turn ends nowhere", () => {
  const pass = readUsi("pass", size);
  expect(pass?.type).toBe("pass");
  expect(pass && moveEnd(pass)).toBe(-1);
});

test.each(["", "7g", "7g7", "7g7f++", "p*5e", "*5e", "P*", "resign", "37a1a", "P*37a", "7g7f 3c3d"])(
  "%s is no move",
  (usi) => {
    expect(readUsi(usi, size)).toBeNull();
  },
);
