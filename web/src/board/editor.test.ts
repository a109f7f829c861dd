import { expect, test } from "vitest";
import { addMan, moveMan, turnAt } from "./editor.ts";
import { Kinds } from "./men.ts";
import { readSfen, writeSfen } from "./sfen.ts";
import { squareIndex } from "./squares.ts";
import { SHOGI } from "./testkit.ts";
import type { Position } from "./types.ts";

const kinds = new Kinds(SHOGI);
const read = (sfen: string) => readSfen(sfen, SHOGI).position;
const write = (position: Position) => writeSfen(position, SHOGI);
const square = (name: string) => ({ type: "square", square: squareIndex(name, SHOGI) }) as const;
const START = "4k4/9/9/9/4+P4/9/9/9/4K4 b 2G 1";

test("any man goes anywhere, from the board and from the hand", () => {
  expect(write(moveMan(read(START), square("5i"), square("1a"), kinds))).toBe("4k3K/9/9/9/4+P4/9/9/9/9 b 2G 1");
  const gold = { type: "hand", code: "G", side: "sente" } as const;
  expect(write(moveMan(read(START), gold, square("5e"), kinds))).toBe("4k4/9/9/9/4G4/9/9/9/4K4 b G 1");
});

test("a man put into a hand shows its front", () => {
  const after = moveMan(read(START), square("5e"), { type: "hand", side: "gote" }, kinds);
  expect(write(after)).toBe("4k4/9/9/9/9/9/9/9/4K4 b 2Gp 1");
});

test("a man taken away is gone; an empty square gives nothing", () => {
  expect(write(moveMan(read(START), square("5e"), { type: "away" }, kinds))).toBe("4k4/9/9/9/9/9/9/9/4K4 b 2G 1");
  const position = read(START);
  expect(moveMan(position, square("9i"), square("1a"), kinds)).toBe(position);
  expect(moveMan(position, square("5e"), square("5e"), kinds)).toBe(position);
});

test("turning goes round the four ways a man can stand", () => {
  let position = addMan(read("9/9/9/9/9/9/9/9/9 b - 1"), { code: "S", side: "sente" }, square("5e"), kinds);
  const ways = Array.from({ length: 4 }, () => {
    position = turnAt(position, squareIndex("5e", SHOGI), kinds);
    return write(position).split("/")[4];
  });
  expect(ways).toEqual(["4+S4", "4s4", "4+s4", "4S4"]);
});

test("a man without a back only changes sides", () => {
  const position = turnAt(read("9/9/9/9/4G4/9/9/9/9 b - 1"), squareIndex("5e", SHOGI), kinds);
  expect(write(position).split("/")[4]).toBe("4g4");
});
