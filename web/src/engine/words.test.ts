import { beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.ts";
import { arrowOf, forSente, lineWords, percent, scoreWords, squareOf } from "./words.ts";

beforeEach(() => {
  settings.language.value = "en";
});

test("a score is told as sente sees it, mates in words", () => {
  expect(scoreWords({ cp: 120 }, "sente")).toBe("+120");
  expect(scoreWords({ cp: 120 }, "gote")).toBe("-120");
  expect(scoreWords({ cp: 0 }, "gote")).toBe("0");
  expect(scoreWords({ mate: 5 }, "sente")).toBe("mate in 5");
  expect(scoreWords({ mate: 5 }, "gote")).toBe("mated in 5");
  expect(scoreWords({ mate: -4 }, "gote")).toBe("mate in 4");
  expect(scoreWords({ mate: 0 }, "sente")).toBe("mate");
  expect([percent(0.623), percent(1.2), forSente(0.7, "gote")]).toEqual([62, 100, expect.closeTo(0.3)]);
});

test("a move is an arrow from its first square to its last, a drop a ring", () => {
  expect(arrowOf("8h2b+", "red")).toEqual({ from: "8h", to: "2b", colour: "red" });
  expect(arrowOf("6f5e4d")).toMatchObject({ from: "6f", to: "4d" });
  expect(arrowOf("18aj18ai")).toMatchObject({ from: "18aj", to: "18ai" });
  expect(arrowOf("P*5e")).toMatchObject({ from: "", to: "5e" });
  expect(arrowOf("+LN*12l")).toMatchObject({ to: "12l" });
  expect([arrowOf("pass"), arrowOf("resign"), arrowOf("")]).toEqual([null, null, null]);
  expect([squareOf("7g7f"), squareOf("P*5e")]).toEqual(["7g", null]);
});

test("a line may be broken between moves only, and says that it goes on", () => {
  const moves = ["▲７六歩", "△同　歩", "▲２六歩"].map((japanese, n) => ({ usi: "", japanese, english: `m${n}` }));
  expect(lineWords(moves, 2)).toBe("m0 m1 …");
  expect(lineWords([{ usi: "", japanese: "", english: "P-2f" }])).toBe("P-\u20602f");
  settings.language.value = "ja";
  expect(lineWords(moves)).toBe("▲\u2060７六歩\u200b△\u2060同歩\u200b▲\u2060２六歩");
});
