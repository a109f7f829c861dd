import { describe, expect, it } from "vitest";
import { addMan, type Draft, emptyDraft } from "./draft.ts";
import { readDraft } from "./draft-store.ts";
import type { Piece } from "./piece.ts";

const KING: Piece = {
  key: "king",
  name: "King",
  nameJa: "玉将",
  kanji: "玉",
  value: 10000,
  betza: "K",
  rules: ["Royal"],
  movement: { steps: [], jumps: [] },
  isRanged: false,
  promotesTo: null,
  origin: { kind: "text", text: "K", as: "betza", dialect: "strict" },
};
const full: Draft = {
  ...addMan(emptyDraft(3, 4), KING),
  name: "Tiny",
  setup: { mustDrop: false, zone: { kind: "squares", squares: ["1d"] }, kinds: ["K"] },
  groups: [{ options: ["K"], limit: 2, required: true, lockUnused: "game" }],
  goal: { men: ["K"], zone: { kind: "ranks", ranks: 1 } },
  impasse: "24-point",
};
const stored = (draft: unknown) => readDraft(JSON.parse(JSON.stringify(draft)));

describe("a kept draft", () => {
  it("comes back as it was", () => {
    expect(stored(full)).toEqual(full);
    const bare = { ...emptyDraft(), promotion: null, drops: null, repetition: null };
    expect(stored(bare)).toEqual(bare);
  });
  it("is none where it was no draft", () => {
    expect([null, 3, "x", [], {}, { ...full, files: 99 }, { ...full, start: 4 }].map(readDraft)).toEqual(
      Array(7).fill(null),
    );
  });
  it("has the usual in the place of nonsense, and no man without a piece", () => {
    const read = stored({
      ...full,
      men: [...full.men, { code: "X", piece: "gone" }, 7],
      noMove: "explode",
      impasse: 27,
      groups: [5],
    });
    expect(read).toMatchObject({ noMove: "loss", impasse: "none", groups: [] });
    expect(read?.men).toEqual(full.men);
  });
});
