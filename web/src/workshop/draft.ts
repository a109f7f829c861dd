// A variant in the making: what the form holds, before it is written as a variant file.

import { keyNamed, type Piece, same, slug } from "./piece.ts";

/**
 * Squares for the first player, the other side's are the same turned round: so many ranks at the far side or at one's own,
 * or squares one by one.
 */
export type Zone = { kind: "ranks" | "own"; ranks: number } | { kind: "squares"; squares: string[] };

/** A man of the game, with its promoted side. */
export interface Man {
  /** One to four capital letters. */
  code: string;
  /** The key of its piece. */
  piece: string;
  /** The key of the piece on its other side. */
  promoted: string | null;
  royal: boolean;
  /** 二歩: may not be dropped on a file that holds so many of its kind. */
  mostPerFile: number | null;
  /** 打ち歩詰め: a drop of it may not give mate. */
  noDropMate: boolean;
}

export interface Group {
  options: string[];
  limit: number;
  required: boolean;
  lockUnused: "no" | "setup" | "game";
}

export type Outcome = "loss" | "win" | "draw";

export interface Draft {
  name: string;
  nameJa: string;
  files: number;
  ranks: number;
  /** The start position as SFEN. */
  start: string;
  pieces: Piece[];
  men: Man[];
  promotion: null | {
    zone: Zone;
    when: "starts_or_ends_in_zone" | "ends_in_zone" | "touches_zone" | "enters_or_captures";
    forced: boolean;
  };
  drops: null | { zone: Zone | null; staysPromoted: boolean; mayCheck: boolean; capturesToHand: boolean };
  setup: null | { mustDrop: boolean; zone: Zone | null; kinds: string[] };
  groups: Group[];
  /** Whether a royal may not be left where it can be taken. */
  checkRules: boolean;
  noMove: Outcome;
  repetition: null | { times: number; outcome: Outcome };
  /** Bringing one of these men there wins. */
  goal: null | { men: string[]; zone: Zone };
  impasse: "none" | "27-point" | "24-point";
  /** The variant it began as, whole, as the object of its file; null where it began empty. */
  base: Record<string, unknown> | null;
}

/** The longest side of a board. */
export const MOST_SQUARES = 36;

/** The most choice groups of a side. */
export const MOST_GROUPS = 8;

/** A third of the board: what a camp usually is. */
export const campRanks = (ranks: number) => Math.max(1, Math.floor(ranks / 3));

/** An empty board with the rules of shogi. */
export function emptyDraft(files = 9, ranks = 9): Draft {
  const rank = String(files);
  return {
    name: "",
    nameJa: "",
    files,
    ranks,
    start: `${Array.from({ length: ranks }, () => rank).join("/")} b - 1`,
    pieces: [],
    men: [],
    promotion: {
      zone: { kind: "ranks", ranks: campRanks(ranks) },
      when: "starts_or_ends_in_zone",
      forced: false,
    },
    drops: { zone: null, staysPromoted: false, mayCheck: true, capturesToHand: true },
    setup: null,
    groups: [],
    checkRules: true,
    noMove: "loss",
    repetition: { times: 4, outcome: "draw" },
    goal: null,
    impasse: "none",
    base: null,
  };
}

/** All codes of the game, promoted sides after their fronts' list, as kinds are written. */
export function codes(draft: Pick<Draft, "men">): string[] {
  const fronts = draft.men.map((man) => man.code);
  const backs = draft.men.filter((man) => man.promoted !== null).map((man) => `+${man.code}`);
  return [...fronts, ...backs];
}

/** The slug of the game's file. */
export function slugOf(draft: Pick<Draft, "name" | "nameJa">): string {
  return slug(draft.name) || slug(draft.nameJa) || "my-game";
}

/** Capitals for a new man: the first letters of the words of its name that are still free, then others. */
export function freeCode(name: string, taken: readonly string[]): string {
  const isFree = (code: string) => code !== "" && !taken.includes(code);
  const words = name
    .normalize("NFKD")
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean);
  const letters = words.join("");
  const initials = words.map((word) => word[0]).join("");
  const tries = [letters.slice(0, 1), initials.slice(-1), initials.slice(0, 2), ...pairs(letters)];
  const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const found = [...tries, ...alphabet].find(isFree);
  if (found) return found;
  return alphabet.flatMap((a) => alphabet.map((b) => a + b)).find(isFree) ?? "ZZZ";
}

function pairs(letters: string): string[] {
  const [first, ...rest] = letters;
  return first ? rest.map((letter) => first + letter) : [];
}

/** Whether a code can stand in a file: one to four capitals. */
export function isCode(code: string): boolean {
  return /^[A-Z]{1,4}$/.test(code);
}

/** The draft with a piece more (or the same if it is there), and a man that moves so. */
export function addMan(draft: Draft, piece: Piece): Draft {
  const { draft: next, key } = addPiece(draft, piece);
  const royal = piece.rules.includes("Royal");
  const code = freeCode(
    piece.name,
    draft.men.map((man) => man.code),
  );
  const nifu = piece.rules.includes("NifuProhibited");
  const promoted = keyNamed(next.pieces, piece.promotesTo);
  const man: Man = { code, piece: key, promoted, royal, mostPerFile: nifu ? 1 : null, noDropMate: nifu };
  return { ...next, men: [...next.men, man] };
}

/** The draft with this piece among its pieces, and the key it has there. */
export function addPiece(draft: Draft, piece: Piece): { draft: Draft; key: string } {
  const known = draft.pieces.find((other) => same(other, piece));
  if (known) return { draft, key: known.key };
  const taken = draft.pieces.map((other) => other.key);
  let key = piece.key;
  for (let n = 2; taken.includes(key); n++) key = `${piece.key}-${n}`;
  return { draft: { ...draft, pieces: [...draft.pieces, { ...piece, key }] }, key };
}

/** The draft without pieces no man needs any more. */
export function tidy(draft: Draft): Draft {
  const used = new Set(draft.men.flatMap((man) => [man.piece, man.promoted]));
  const pieces = draft.pieces.filter((piece) => used.has(piece.key));
  return pieces.length === draft.pieces.length ? draft : { ...draft, pieces };
}

/** The draft with one man changed, and everything that names it by its code. The start position is the caller's. */
export function changeMan(draft: Draft, code: string, change: Partial<Man>): Draft {
  const men = draft.men.map((man) => (man.code === code ? { ...man, ...change } : man));
  const renamed = change.code !== undefined && change.code !== code ? renaming(code, change.code) : null;
  const lost = change.promoted === null ? new Set([`+${code}`]) : new Set<string>();
  return tidy(mapCodes({ ...draft, men }, (c) => (lost.has(c) ? null : (renamed?.(c) ?? c))));
}

/** The draft without a man. The start position is the caller's. */
export function removeMan(draft: Draft, code: string): Draft {
  const gone = new Set([code, `+${code}`]);
  const men = draft.men.filter((man) => man.code !== code);
  return tidy(mapCodes({ ...draft, men }, (c) => (gone.has(c) ? null : c)));
}

/** A map from old codes to new ones, promoted sides too. */
export function renaming(from: string, to: string): (code: string) => string {
  return (code) => (code === from ? to : code === `+${from}` ? `+${to}` : code);
}

function mapCodes(draft: Draft, change: (code: string) => string | null): Draft {
  const all = (list: string[]) => list.map(change).filter((code): code is string => code !== null);
  return {
    ...draft,
    setup: draft.setup && { ...draft.setup, kinds: all(draft.setup.kinds) },
    groups: draft.groups.map((group) => ({ ...group, options: all(group.options) })),
    goal: draft.goal && { ...draft.goal, men: all(draft.goal.men) },
  };
}
