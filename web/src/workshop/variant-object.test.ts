import { describe, expect, it } from "vitest";
import {
  addMan,
  addPiece,
  changeMan,
  codes,
  type Draft,
  emptyDraft,
  freeCode,
  isCode,
  removeMan,
  slugOf,
} from "./draft.ts";
import type { Piece } from "./piece.ts";
import { partAt, variantObject, variantText } from "./variant-object.ts";

function piece(name: string, rules: string[] = []): Piece {
  const movement = { steps: [{ direction: "N", type: "single" }], jumps: [] };
  const origin = { kind: "text", text: "fW", as: "betza", dialect: "strict" } as const;
  const names = { key: name.toLowerCase(), name, nameJa: name, kanji: "駒" };
  return { ...names, value: 100, betza: "fW", rules, movement, isRanged: false, promotesTo: null, origin };
}

function tiny(): Draft {
  let draft = { ...emptyDraft(3, 4), name: "Tiny", start: "rk1/3/3/1KR b - 1" };
  draft = addMan(addMan(draft, piece("King", ["Royal"])), piece("Rook"));
  const { draft: more, key } = addPiece(draft, piece("Dragon"));
  return changeMan(more, "R", { promoted: key });
}

describe("the object of a variant file", () => {
  it("says everything once, with its pieces inside", () => {
    const movement = { steps: [{ direction: "N", type: "single" }], jumps: [] };
    const entry = (id: number, name: string, promotes_to: number | null, special_rules: string[]) => ({
      id,
      name,
      name_ja: name,
      name_kanji: "駒",
      value: 100,
      can_promote: promotes_to !== null,
      promotes_to,
      movement,
      is_ranged: false,
      special_rules,
    });
    expect(JSON.parse(variantText(tiny()))).toEqual({
      slug: "tiny",
      name: "Tiny",
      name_ja: "Tiny",
      pieces: [entry(1, "King", null, ["Royal"]), entry(2, "Rook", 3, []), entry(3, "Dragon", null, [])],
      board: { files: 3, ranks: 4 },
      start: "rk1/3/3/1KR b - 1",
      kinds: [
        { code: "K", piece: 1, royal: true, promotes_to: "none", most_per_file: "none" },
        { code: "R", piece: 2, royal: false, promotes_to: "+R", most_per_file: "none" },
        { code: "+R", piece: 3, royal: false, promotes_to: "none" },
      ],
      promotion: { zone: 1, when: "starts_or_ends_in_zone" },
      drops: { dead_squares: "forbidden" },
      check_rules: true,
      endings: [
        { kind: "checkmate", outcome: "loss" },
        { kind: "no_move", outcome: "loss" },
        { kind: "repetition", times: 4, outcome: "draw" },
      ],
      impasse: "none",
    });
  });

  it("says one's own ranks as squares, which a file has for both sides", () => {
    const setup = { mustDrop: true, zone: { kind: "own", ranks: 1 }, kinds: ["R"] } as const;
    const object = variantObject({ ...tiny(), setup: { ...setup, kinds: [...setup.kinds] } });
    expect(object.setup).toEqual({ must_drop: true, zone: ["3d", "2d", "1d"], kinds: ["R"] });
  });

  it("says zones, set-up and choice groups", () => {
    const object = variantObject({
      ...tiny(),
      promotion: { zone: { kind: "squares", squares: ["1a", "2a"] }, when: "ends_in_zone", forced: true },
      drops: null,
      setup: { mustDrop: true, zone: { kind: "ranks", ranks: 1 }, kinds: ["K"] },
      groups: [{ options: ["R", "+R"], limit: 1, required: true, lockUnused: "no" }],
      checkRules: false,
      repetition: null,
      goal: { men: ["K"], zone: { kind: "ranks", ranks: 1 } },
      impasse: "27-point",
    });
    expect(object).toMatchObject({
      promotion: { zone: ["1a", "2a"], when: "ends_in_zone", forced: true },
      drops: "none",
      setup: { must_drop: true, zone: 1, kinds: ["K"] },
      choice_groups: [{ options: ["R", "+R"], limit: 1, required: true, lock_unused: "no" }],
      endings: [
        { kind: "royal_taken", outcome: "loss" },
        { kind: "goal", kinds: ["K"], zone: 1, outcome: "loss" },
        { kind: "no_move", outcome: "loss" },
      ],
      impasse: { profile: "27-point" },
    });
  });

  it("knows which part of the form a line of its text is", () => {
    const lines = variantText(tiny()).split("\n");
    const lineOf = (field: string) => lines.findIndex((line) => line.startsWith(`"${field}"`)) + 1;
    const part = (field: string) => partAt(tiny(), lineOf(field));
    expect(["name", "pieces", "start", "kinds", "endings"].map(part)).toEqual([
      "name",
      "pieces",
      "board",
      "men",
      "endings",
    ]);
    expect([null, undefined, 0, 1, 999].map((line) => partAt(tiny(), line))).toEqual([null, null, null, null, null]);
  });
});

describe("a draft", () => {
  it("gives men free codes", () => {
    expect(freeCode("Gold general", [])).toBe("G");
    expect(freeCode("Great general", ["G"])).toBe("GG");
    expect(freeCode("Silver general", ["S"])).toBe("G");
    expect(freeCode("獅子", ["A"])).toBe("B");
    expect(["P", "GG", "+P", "p", "", "ABCDE"].map(isCode)).toEqual([true, true, false, false, false, false]);
  });
  it("changes a code wherever it stands", () => {
    const set = {
      ...tiny(),
      setup: { mustDrop: true, zone: null, kinds: ["R", "K"] },
      goal: { men: ["+R"], zone: { kind: "ranks", ranks: 1 } as const },
    };
    const renamed = changeMan(set, "R", { code: "QQ" });
    expect(codes(renamed)).toEqual(["K", "QQ", "+QQ"]);
    expect([renamed.setup?.kinds, renamed.goal?.men]).toEqual([["QQ", "K"], ["+QQ"]]);
  });
  it("forgets a man wherever it stands, and the pieces nobody needs", () => {
    const group = { options: ["R", "K"], limit: 1, required: false, lockUnused: "no" as const };
    const without = removeMan({ ...tiny(), groups: [group] }, "R");
    expect(codes(without)).toEqual(["K"]);
    expect(without.groups[0]?.options).toEqual(["K"]);
    expect(without.pieces.map((p) => p.name)).toEqual(["King"]);
  });
  it("promotes a man as its description says, if that piece is there", () => {
    const draft = addPiece(emptyDraft(), piece("Dragon")).draft;
    const men = ["dragon", "Horse"].map((promotesTo) => addMan(draft, { ...piece("Rook"), promotesTo }).men[0]);
    expect(men.map((man) => man?.promoted)).toEqual(["dragon", null]);
  });
  it("takes a piece only once", () => {
    const twice = addMan(addMan(emptyDraft(), piece("Rook")), piece("Rook"));
    expect([twice.pieces.length, codes(twice)]).toEqual([1, ["R", "RO"]]);
  });
  it("has a slug whatever its name is", () => {
    expect([slugOf({ name: "My Shogi", nameJa: "" }), slugOf({ name: "", nameJa: "銀将棋" })]).toEqual([
      "my-shogi",
      "my-game",
    ]);
  });
});
