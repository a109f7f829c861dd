import { expect, test } from "vitest";
import { readSfen, writeSfen } from "./sfen.ts";
import { CHU, KYOTO, SHOGI, SHOGI_START, WORDS } from "./testkit.ts";
import type { BoardVariant } from "./types.ts";

test.each<[string, BoardVariant]>([
  [SHOGI_START, SHOGI],
  ["l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 42", SHOGI],
  ["p+nks+l/5/5/5/+LSK+NP b 2Ppl 7", KYOTO],
  ["12/12/12/12/5p6/5pN5/12/12/12/12/12/5K5k w 7f 3", CHU],
  ["gg,2,k/4/K,+P,1,GG b - 1", WORDS],
  ["4/4/4 b 2GG,gg,3p 1 setup:placing=K/free checks:1/0", WORDS],
])("%s reads back as it was written", (sfen, variant) => {
  const { position, faults } = readSfen(sfen, variant);
  expect(faults).toEqual([]);
  expect(writeSfen(position, variant)).toBe(sfen);
});

test("men stand where the text says", () => {
  const { position } = readSfen(SHOGI_START, SHOGI);
  expect(position.men[0]).toEqual({ code: "L", side: "gote" });
  expect(position.men[4]).toEqual({ code: "K", side: "gote" });
  expect(position.men[7 * 9 + 1]).toEqual({ code: "B", side: "sente" });
  expect(position.men.filter(Boolean)).toHaveLength(40);
});

test("several men of one code in a row are written once, with a number", () => {
  const { position, faults } = readSfen("gg4/4/K,p2,1 w - 1", WORDS);
  expect(faults).toEqual([]);
  expect(position.men.slice(0, 4).every((man) => man?.code === "GG" && man.side === "gote")).toBe(true);
  expect(position.men[10]).toEqual({ code: "P", side: "gote" });
});

test("missing hands mean none, a missing number means the first move", () => {
  const { position, faults } = readSfen("9/9/9/9/9/9/9/9/4K4 w", SHOGI);
  expect(faults).toEqual([]);
  expect([position.side, position.ply, position.hands.sente.size]).toEqual(["gote", 1, 0]);
});

test.each([
  ["", "no position"],
  ["9/9/9 b - 1", "ranks instead of 9"],
  ["10/9/9/9/9/9/9/9/9 b - 1", "has 10 squares instead of 9"],
  ["8/9/9/9/9/9/9/9/9 b - 1", "has 8 squares instead of 9"],
  ["4Z4/9/9/9/9/9/9/9/9 b - 1", "Z is not a piece"],
  ["9/9/9/9/9/9/9/9/9 x - 1", "b or w"],
  ["9/9/9/9/9/9/9/9/9 b ? 1", "hands"],
  ["9/9/9/9/9/9/9/9/9 b - zero", "not a move number"],
  ["99999999999999999999/9 b - 1", "squares instead of 9"],
])("%s is refused with the reason", (sfen, reason) => {
  const { faults } = readSfen(sfen, SHOGI);
  expect(faults.map(({ message }) => message).join("; ")).toContain(reason);
  expect(faults.every(({ messageJa }) => /[ぁ-ん]/.test(messageJa))).toBe(true);
});

test("what was good of a faulty position is kept", () => {
  const { position, faults } = readSfen("4k4/9/4Z4/9/9/9/9/9/4K4 b - 1", SHOGI);
  expect(faults).toHaveLength(1);
  expect(position.men[4]?.code).toBe("K");
  expect(position.men[80 - 4]?.code).toBe("K");
});
