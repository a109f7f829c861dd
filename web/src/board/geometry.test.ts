import { expect, test } from "vitest";
import { arrowPath, centre, corner, gridPath, pentagon, squareAtPoint, starPoints, zoneRanks } from "./geometry.ts";

const SIZES = [
  { files: 3, ranks: 4 },
  { files: 9, ranks: 9 },
  { files: 12, ranks: 12 },
  { files: 36, ranks: 36 },
];

test("the middle of every square is in that square, flipped or not", () => {
  for (const size of SIZES) {
    for (const flipped of [false, true]) {
      for (let square = 0; square < size.files * size.ranks; square++) {
        expect(squareAtPoint(centre(square, size, flipped), size, flipped)).toBe(square);
      }
    }
  }
});

test("Sente's lower right corner is drawn lower right, and upper left when flipped", () => {
  const size = { files: 9, ranks: 9 };
  expect(corner(80, size, false)).toEqual({ x: 320, y: 352 });
  expect(corner(80, size, true)).toEqual({ x: 0, y: 0 });
});

test("beside the board is no square", () => {
  const size = { files: 9, ranks: 9 };
  for (const [x, y] of [
    [-1, 5],
    [5, -1],
    [360, 5],
    [5, 396],
  ] as const) {
    expect(squareAtPoint({ x, y }, size, false)).toBe(-1);
  }
});

test("the grid is one path with a line between any two files and ranks", () => {
  expect(gridPath({ files: 3, ranks: 4 }).match(/M/g)).toHaveLength(2 + 3);
  expect(gridPath({ files: 36, ranks: 36 }).match(/M/g)).toHaveLength(70);
});

test("the dots of a shogi board are where the promotion zones end", () => {
  const size = { files: 9, ranks: 9 };
  expect(starPoints(size, 3)).toEqual([
    { x: 120, y: 132 },
    { x: 240, y: 132 },
    { x: 120, y: 264 },
    { x: 240, y: 264 },
  ]);
  expect(starPoints({ files: 3, ranks: 4 }, 1)).toEqual([]);
  expect(starPoints(size, 0)).toEqual([]);
});

test("a zone is so many whole ranks, or none", () => {
  const size = { files: 2, ranks: 4 };
  expect(zoneRanks(["1a", "2a"], size)).toBe(1);
  expect(zoneRanks(["1a"], size)).toBe(0);
  expect(zoneRanks(undefined, size)).toBe(0);
});

test("a man has five corners", () => {
  expect(pentagon(1).match(/[ML]/g)).toHaveLength(5);
});

test("an arrow to its own square is nothing", () => {
  expect(arrowPath({ x: 5, y: 5 }, { x: 5, y: 5 }, 6)).toBe("");
  expect(arrowPath({ x: 0, y: 0 }, { x: 40, y: 0 }, 6)).toMatch(/^M/);
});
