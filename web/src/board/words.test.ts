import { expect, test } from "vitest";
import { Kinds } from "./men.ts";
import { readSfen } from "./sfen.ts";
import { CHU, SHOGI } from "./testkit.ts";
import type { BoardVariant, Language } from "./types.ts";
import { readUsi } from "./usi.ts";
import { cellLabel, rankLabel, spokenMove } from "./words.ts";

function spoken(usi: string, before: string, language: Language, variant: BoardVariant = SHOGI, check = false) {
  const position = readSfen(before, variant).position;
  const move = readUsi(usi, variant);
  if (!move) throw new Error(usi);
  const after = { ...position, ply: position.ply + 1, side: position.side === "sente" ? "gote" : "sente" } as const;
  return spokenMove(move, position, after, variant, new Kinds(variant), language, check);
}

const BOARD = "4k4/9/2p6/9/9/9/2P6/2R6/4K4 b P 1";

test.each([
  ["7g7f", "ja", "先手 ７六歩兵"],
  ["7g7f", "en", "Sente Pawn to 7f"],
  ["7h7c+", "ja", "先手 ７三飛車成 歩兵を取る"],
  ["7h7c+", "en", "Sente Rook to 7c takes Pawn promotes"],
  ["P*5e", "ja", "先手 ５五歩兵打"],
  ["P*5e", "en", "Sente drops Pawn on 5e"],
  ["pass", "en", "Sente pass"],
] as const)("%s is spoken in %s", (usi, language, text) => {
  expect(spoken(usi, BOARD, language)).toBe(text);
});

test("a lion's steps and what it takes are all spoken", () => {
  const lion = "12/12/12/12/5p6/5pN5/12/12/12/12/12/5K5k b - 1";
  expect(spoken("6f7f7e", lion, "en", CHU)).toBe("Sente Lion to 7f, 7e takes P, P");
});

test("check is spoken last", () => {
  expect(spoken("7g7f", BOARD, "en", SHOGI, true)).toMatch(/ check$/);
});

test("cells say who stands there and what can be done", () => {
  const kinds = new Kinds(SHOGI);
  expect(cellLabel(0, null, SHOGI, kinds, "ja")).toBe("９一 空き");
  expect(cellLabel(0, { code: "L", side: "gote" }, SHOGI, kinds, "ja", ["captureTarget"])).toBe(
    "９一 後手 香車, 取れる",
  );
  expect(cellLabel(80, null, SHOGI, kinds, "en", ["target"])).toBe("1i empty, can go here");
});

test("ranks are written in kanji, digits or letters", () => {
  expect([rankLabel(36, "japanese"), rankLabel(36, "numeric"), rankLabel(36, "usi")]).toEqual(["三十六", "36", "aj"]);
});
