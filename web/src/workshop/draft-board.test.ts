import { describe, expect, it } from "vitest";
import { addMan, addPiece, changeMan, codes, type Draft, emptyDraft } from "./draft.ts";
import {
  boardVariant,
  changeManOnBoard,
  removeManOnBoard,
  resizeDraft,
  restart,
  usualSetup,
  withStart,
  zoneSquares,
} from "./draft-board.ts";
import type { Piece } from "./piece.ts";

function piece(name: string, rules: string[] = []): Piece {
  const movement = { steps: [], jumps: [], of: name };
  const origin = { kind: "shipped", file: "x.yaml", id: 1 } as const;
  const names = { key: name.toLowerCase(), name, nameJa: name, kanji: "駒" };
  return { ...names, value: 100, betza: "W", rules, movement, isRanged: false, promotesTo: null, origin };
}

function tiny(): Draft {
  const men = addMan(addMan(emptyDraft(3, 4), piece("King", ["Royal"])), piece("Rook"));
  const { draft, key } = addPiece(men, piece("Dragon"));
  return { ...changeMan(draft, "R", { promoted: key }), start: "rk1/3/3/1K+R b R 1" };
}

describe("a draft on the board", () => {
  it("has its men, both sides of them, and its zone", () => {
    const board = boardVariant(tiny());
    expect(board.kinds.map(({ code, promotesTo, demotesTo }) => [code, promotesTo, demotesTo])).toEqual([
      ["K", null, undefined],
      ["R", "+R", undefined],
      ["+R", undefined, "R"],
    ]);
    expect(board.zones).toEqual({ sente: ["3a", "2a", "1a"], gote: ["1d", "2d", "3d"] });
    expect(boardVariant({ ...tiny(), promotion: null }).zones).toBeNull();
  });
  it("is set up in its own camp, with all that is in hand, unless said otherwise", () => {
    const setup = usualSetup({ ...tiny(), start: "1k1/3/3/1K1 b Rr 1" });
    expect(setup).toEqual({ mustDrop: true, zone: { kind: "own", ranks: 1 }, kinds: ["R"] });
    expect(zoneSquares({ kind: "own", ranks: 1 }, { files: 3, ranks: 4 })).toEqual(["3d", "2d", "1d"]);
    expect(zoneSquares({ kind: "own", ranks: 9 }, { files: 1, ranks: 2 })).toEqual(["1a", "1b"]);
  });
  it("places what comes into a hand while it has a set-up, and no more what leaves it", () => {
    const empty = { ...tiny(), start: "rk1/3/3/1KR b - 1" };
    const draft: Draft = { ...empty, setup: usualSetup(empty) };
    expect(draft.setup?.kinds).toEqual([]);
    const placed = withStart(draft, "1k1/3/3/1K1 b Rr 1");
    expect(placed.setup?.kinds).toEqual(["R"]);
    expect(withStart(placed, "1k1/3/3/3 b KRr 1").setup?.kinds).toEqual(["K", "R"]);
    expect(withStart(placed, empty.start).setup?.kinds).toEqual([]);
    // What somebody chose otherwise stays.
    const chosen: Draft = { ...placed, setup: usualSetup(empty) };
    expect(withStart(chosen, "k2/3/3/1K1 b Rr 1").setup?.kinds).toEqual([]);
    expect(withStart(empty, placed.start).setup).toBeNull();
  });
  it("keeps its men on a board of another size", () => {
    expect(resizeDraft(tiny(), 3, 6)).toMatchObject({ files: 3, ranks: 6, start: "rk1/3/3/3/3/1K+R b R 1" });
  });
  it("keeps its zones on the board", () => {
    const squares = { kind: "squares", squares: ["3a", "1b", "5a"] } as const;
    const draft = { ...tiny(), goal: { men: ["K"], zone: { ...squares, squares: [...squares.squares] } } };
    expect(resizeDraft(draft, 2, 4).goal?.zone).toEqual({ kind: "squares", squares: ["1b"] });
    const deep = {
      ...tiny(),
      drops: { zone: { kind: "ranks", ranks: 4 } as const, staysPromoted: false, mayCheck: true, capturesToHand: true },
    };
    expect(resizeDraft(deep, 3, 2).drops?.zone).toEqual({ kind: "ranks", ranks: 2 });
  });
  it("renames and removes men where they stand", () => {
    expect(changeManOnBoard(tiny(), "R", { code: "Q" }).start).toBe("qk1/3/3/1K+Q b Q 1");
    expect(changeManOnBoard(tiny(), "R", { code: "QQ" }).start).toBe("qq,k,1/3/3/1,K,+QQ b QQ 1");
    expect(removeManOnBoard(tiny(), "R").start).toBe("1k1/3/3/1K1 b - 1");
  });
  it("takes off promoted men when there is no other side any more", () => {
    expect(changeManOnBoard(tiny(), "R", { promoted: null }).start).toBe("rk1/3/3/1K1 b R 1");
  });
  it("is written in commas as soon as a code has more letters", () => {
    const before = tiny();
    const after = addMan({ ...before, men: before.men }, piece("Rook two"));
    expect(codes(after)).toContain("T");
    expect(restart(before, after).start).toBe(before.start);
  });
});

describe("a zone", () => {
  const size = { files: 3, ranks: 4 };
  it("has its squares", () => {
    expect(zoneSquares({ kind: "ranks", ranks: 1 }, size)).toEqual(["3a", "2a", "1a"]);
    expect(zoneSquares({ kind: "squares", squares: ["9z", "2b"] }, size)).toEqual(["2b"]);
  });
});
