import { describe, expect, it } from "vitest";
import { playedOn } from "./attributes.ts";
import "./index.ts";
import { SHOGI, SHOGI_START } from "./shogi.ts";

const made = (attributes: Record<string, string>) => {
  const board = document.createElement("shogi-board");
  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
  document.body.append(board);
  return board;
};
const faultOf = (board: Element) => {
  const fault = board.shadowRoot?.querySelector<HTMLElement>(".fault");
  return fault?.hidden ? null : fault?.textContent;
};

describe("a board by its attributes", () => {
  it("shows a position of shogi where no game is named", () => {
    const sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    const board = made({ sfen, flipped: "" });
    expect([board.sfen, board.flipped, board.variant.files]).toEqual([sfen, true, 9]);
    expect(board.position.men.filter(Boolean)).toHaveLength(3);
    expect(faultOf(board)).toBeNull();
    const plain = document.createElement("shogi-board");
    plain.sfen = sfen;
    document.body.append(plain);
    expect(plain.position.men.filter(Boolean)).toHaveLength(3);
  });
  it("speaks the language of the page, then the browser's, where none is named", () => {
    const spoken = (attributes: Record<string, string> = {}) => made(attributes).language;
    const page = document.documentElement;
    const before = page.lang;
    try {
      for (const [lang, language] of [
        ["en", "en"],
        ["en-GB", "en"],
        ["de", "en"],
        ["ja", "ja"],
        ["ja-JP", "ja"],
      ] as const) {
        page.lang = lang;
        expect([lang, spoken()]).toEqual([lang, language]);
      }
      expect(spoken({ language: "en" })).toBe("en");
      // Ranks are named as moves of that language are written, unless somebody says otherwise.
      expect(made({ language: "en" }).coordinates).toBe("usi");
      expect(made({ language: "ja" }).coordinates).toBe("japanese");
      expect(made({ language: "ja", coordinates: "numeric" }).coordinates).toBe("numeric");
      page.removeAttribute("lang");
      expect(spoken()).toBe(navigator.language.startsWith("ja") ? "ja" : "en");
    } finally {
      page.lang = before;
    }
  });
  it("plays moves from the start", () => {
    const board = made({ moves: "7g7f 3c3d 8h2b+" });
    expect(board.sfen).toBe("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
    expect(board.lastMove).toBe("8h2b+");
  });
  it("shows what is wrong in the element", () => {
    expect(faultOf(made({ sfen: "what" }))).toBeTruthy();
    expect(faultOf(made({ moves: "7g7f P*5e" }))).toContain("P*5e");
    expect(faultOf(made({ moves: "5e5d" }))).toContain("5e5d");
  });
  it("turns what is taken back, and lets it be dropped", () => {
    const { sfen, fault } = playedOn(SHOGI_START, ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"], SHOGI);
    expect(fault).toBeNull();
    expect(sfen).toBe("lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
  });
});
