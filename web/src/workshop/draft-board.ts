// A draft as the board sees it, and what the board's changes mean to a draft.

import { readSfen, writeSfen } from "../board/sfen.ts";
import { type Size, squareIndex, squareName, takeSquare } from "../board/squares.ts";
import type { BoardKind, BoardVariant } from "../board/types.ts";
import { recode, resize } from "../editor/position.ts";
import { campRanks, changeMan, codes, type Draft, type Man, removeMan, renaming, type Zone } from "./draft.ts";

/** The variant of a draft, as far as a board needs it. */
export function boardVariant(draft: Draft): BoardVariant {
  const pieces = new Map(draft.pieces.map((piece) => [piece.key, piece]));
  const face = (code: string, key: string | null, more: Partial<BoardKind>): BoardKind => {
    const piece = pieces.get(key ?? "");
    const { kanji = code, name = code, nameJa = code, value = 0 } = piece ?? {};
    return { code, kanji, letter: code, name, nameJa, value, ...more };
  };
  const fronts = draft.men.map((man) =>
    face(man.code, man.piece, { isRoyal: man.royal, promotesTo: man.promoted === null ? null : `+${man.code}` }),
  );
  const backs = draft.men.flatMap((man) =>
    man.promoted === null ? [] : [face(`+${man.code}`, man.promoted, { isRoyal: man.royal, demotesTo: man.code })],
  );
  const zone = draft.promotion && draft.men.some((man) => man.promoted !== null) ? draft.promotion.zone : null;
  const sente = zone ? zoneSquares(zone, draft) : [];
  return {
    files: draft.files,
    ranks: draft.ranks,
    kinds: [...fronts, ...backs],
    hasHands: draft.drops !== null,
    zones: zone ? { sente, gote: sente.map((square) => turned(square, draft)) } : null,
  };
}

/** The squares of a zone, by name, for the first player. */
export function zoneSquares(zone: Zone, size: Size): string[] {
  const all = Array.from({ length: size.files * size.ranks }, (_, index) => squareName(index, size));
  if (zone.kind !== "squares") {
    const ranks = Math.min(Math.max(0, zone.ranks), size.ranks);
    return zone.kind === "own" ? all.slice((size.ranks - ranks) * size.files) : all.slice(0, ranks * size.files);
  }
  const said = new Set(zone.squares);
  return all.filter((square) => said.has(square));
}

function turned(square: string, size: Size): string {
  return squareName(size.files * size.ranks - 1 - squareIndex(square, size), size);
}

/** The draft with a board of another size: men, zones and start keep what still has a place. */
export function resizeDraft(draft: Draft, files: number, ranks: number): Draft {
  const size = { files, ranks };
  const before = boardVariant(draft);
  const { position } = readSfen(draft.start, before);
  const start = writeSfen(resize(position, before, size), { ...before, ...size });
  const within = (zone: Zone): Zone => {
    if (zone.kind === "squares") {
      return { kind: "squares", squares: zone.squares.filter((square) => isOn(square, size)) };
    }
    return { kind: zone.kind, ranks: Math.min(zone.ranks, ranks) };
  };
  return {
    ...draft,
    ...size,
    start,
    promotion: draft.promotion && { ...draft.promotion, zone: within(draft.promotion.zone) },
    drops: draft.drops && { ...draft.drops, zone: draft.drops.zone && within(draft.drops.zone) },
    setup: draft.setup && { ...draft.setup, zone: draft.setup.zone && within(draft.setup.zone) },
    goal: draft.goal && { ...draft.goal, zone: within(draft.goal.zone) },
  };
}

/** A set-up phase as most want it: all that is in hand is placed in one's own camp. */
export function usualSetup(draft: Draft): NonNullable<Draft["setup"]> {
  return { mustDrop: true, zone: { kind: "own", ranks: campRanks(draft.ranks) }, kinds: held(draft) };
}

/** The draft with another start. A set-up phase places what comes into a hand, and no more what leaves both. */
export function withStart(draft: Draft, start: string): Draft {
  const next = { ...draft, start };
  if (!draft.setup) return next;
  const [before, now, chosen] = [held(draft), held(next), draft.setup.kinds];
  const kinds = codes(draft).filter((code) =>
    before.includes(code) === now.includes(code) ? chosen.includes(code) : now.includes(code),
  );
  return { ...next, setup: { ...draft.setup, kinds } };
}

/** The pieces that either side has in hand at the start. */
function held(draft: Draft): string[] {
  const { sente, gote } = readSfen(draft.start, boardVariant(draft)).position.hands;
  return draft.men.map((man) => man.code).filter((code) => sente.has(code) || gote.has(code));
}

function isOn(square: string, size: Size): boolean {
  const found = takeSquare(square);
  return found !== null && found.rest === "" && squareIndex(square, size) >= 0;
}

/** A man changed, in the start position too. */
export function changeManOnBoard(draft: Draft, code: string, change: Partial<Man>): Draft {
  return restart(draft, changeMan(draft, code, change), change.code ? renaming(code, change.code) : (c) => c);
}

/** A man removed, from the start position too. */
export function removeManOnBoard(draft: Draft, code: string): Draft {
  return restart(draft, removeMan(draft, code), (c) => c);
}

/** Writes the start of a draft anew for changed men: renamed where they have a new code, gone where they have none. */
export function restart(before: Draft, after: Draft, rename: (code: string) => string = (code) => code): Draft {
  const variant = boardVariant(after);
  const known = new Set(variant.kinds.map(({ code }) => code));
  const { position } = readSfen(before.start, boardVariant(before));
  const next = recode(position, (code) => (known.has(rename(code)) ? rename(code) : null));
  return { ...after, start: writeSfen(next, variant) };
}
