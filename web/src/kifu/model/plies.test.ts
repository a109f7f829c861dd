import { expect, test } from "vitest";
import { readPlies, usualPlies } from "./plies.ts";

test.each([
  ["20, 40 62", [20, 40, 62]],
  ["5-9/2", [5, 7, 9]],
  ["3、1，3", [1, 3]],
  ["98-200", [98, 99, 100]],
  ["0 x -4 101 1.5", [0]],
  ["", []],
])("%s", (text, plies) => {
  expect(readPlies(text, 100)).toEqual(plies);
});

test("a game without remarks is shown in four steps, one with remarks where they are", () => {
  expect(usualPlies([], 100, 0)).toEqual([25, 50, 75, 100]);
  expect(usualPlies([], 2, 0)).toEqual([1, 2]);
  expect(usualPlies([30, 10], 100, 20)).toEqual([10, 20, 30]);
});
