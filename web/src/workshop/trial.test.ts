import { describe, expect, it } from "vitest";
import { newTrial, play, resize, squareAt, targets, toggle } from "./trial.ts";

describe("the board to try a piece on", () => {
  it("has the piece in the middle, squares named as in USI", () => {
    expect(newTrial(9)).toEqual({ size: 9, at: "5e", men: [] });
    expect([squareAt(9, 0, 0), squareAt(9, 8, 8), squareAt(15, 0, 14)]).toEqual(["9a", "1i", "15o"]);
  });
  it("puts an enemy, then an own man, then nobody", () => {
    const one = toggle(newTrial(9), "5c");
    expect(one.men).toEqual([{ square: "5c", side: "gote" }]);
    expect(toggle(one, "5c").men).toEqual([{ square: "5c", side: "sente" }]);
    expect(toggle(toggle(one, "5c"), "5c").men).toEqual([]);
    expect(toggle(one, "5e")).toBe(one);
  });
  it("moves the piece and takes what it takes", () => {
    const board = ["5c", "5d", "1a"].reduce(toggle, newTrial(9));
    const moved = play(board, { to: "5c", via: ["5d"], captures: ["5d", "5c"] });
    expect([moved.at, moved.men]).toEqual(["5c", [{ square: "1a", side: "gote" }]]);
  });
  it("keeps men at their distance on a board of another size", () => {
    const board = ["5c", "9a"].reduce(toggle, newTrial(9));
    expect(resize(board, 5)).toEqual({ size: 5, at: "3c", men: [{ square: "3a", side: "gote" }] });
    expect(resize(resize(board, 15), 9)).toEqual(board);
  });
});

describe("where a piece goes", () => {
  const move = (to: string, via: string[] = [], captures: string[] = []) => ({ to, via, captures });
  it("is told by square", () => {
    const taking = [move("5c", [], ["5c"]), move("5b", ["5c"], ["5c"]), move("5e", ["5d"], ["5d"])];
    const found = targets([move("5d"), move("5e"), ...taking], "5e");
    expect([...found].map(([square, { kind }]) => `${square} ${kind}`)).toEqual([
      "5d move",
      "5c capture",
      "5b chain",
      "5e chain",
    ]);
  });
  it("is not the own square, where nothing is taken", () => {
    expect(targets([move("5e", ["5d"], [])], "5e").size).toBe(0);
  });
  it("offers the plainest way first", () => {
    const plain = move("5c", ["6d"], []);
    const taking = move("5c", ["5d"], ["5d"]);
    expect(targets([taking, plain, move("5c")], "5e").get("5c")?.moves).toEqual([move("5c"), plain, taking]);
  });
});
