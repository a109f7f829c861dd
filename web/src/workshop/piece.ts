// A piece of the workshop: what it is called, and how it moves, as objects of piece files (docs/piece-files.md).

import type { MovementJson } from "../app/api-types.ts";

/** Where a piece came from, so that it can be opened again. */
export type Origin =
  | { kind: "text"; text: string; as: "auto" | "prose" | "betza"; dialect: "strict" | "neo" | "fairy" }
  | { kind: "shipped"; file: string; id: number };

export interface Piece {
  /** Unique among the pieces kept together. */
  key: string;
  /** Its number in the file, where it came with one. */
  id?: number;
  name: string;
  nameJa: string;
  /** One or two characters to draw. */
  kanji: string;
  value: number;
  /** Canonical notation, where there is one. */
  betza: string | null;
  /** `Royal`, `NifuProhibited`, ... */
  rules: string[];
  /** The fields `movement` and `is_ranged` of a piece file, as the server gives them. */
  movement: MovementJson;
  isRanged: boolean;
  /** The name of what it promotes to, where somebody said so. */
  promotesTo: string | null;
  origin: Origin;
}

/** What the server says about a piece, described or shipped. */
export interface Described {
  name?: string | null;
  nameJa?: string | null;
  kanji?: string | null;
  value: number;
  betza?: string | null;
  specialRules?: readonly string[];
  movement: MovementJson;
  isRanged: boolean;
  /** Of a description the name of another piece; of a shipped piece its number. */
  promotesTo?: string | number | null;
}

/** A piece as the server described it, under a name of its own. */
export function pieceFrom(described: Described, origin: Origin, taken: readonly string[], named?: Names): Piece {
  const name = (named?.name || described.name || "").trim() || "New piece";
  const nameJa = (named?.nameJa || described.nameJa || "").trim() || name;
  const kanji = (named?.kanji || described.kanji || "").trim() || kanjiFor(nameJa);
  return {
    key: freeKey(slug(name) || "piece", taken),
    name,
    nameJa,
    kanji,
    value: described.value,
    betza: described.betza ?? null,
    rules: [...(described.specialRules ?? [])],
    movement: described.movement,
    isRanged: described.isRanged,
    promotesTo: typeof described.promotesTo === "string" ? described.promotesTo : null,
    origin,
  };
}

/** The names a person gives a piece. */
export interface Names {
  name: string;
  nameJa: string;
  kanji: string;
}

/** Two characters of a Japanese name, or the first letters of another. */
export function kanjiFor(name: string): string {
  const characters = [...name.replace(/\s+/g, "")];
  const isJapanese = characters.some((c) => /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff]/.test(c));
  return characters.slice(0, isJapanese ? 2 : 1).join("") || "駒";
}

/** One entry of a piece file; `promotesTo` is an id. */
export function pieceObject(piece: Piece, id: number, promotesTo: number | null) {
  return {
    id,
    name: piece.name,
    name_ja: piece.nameJa,
    name_kanji: piece.kanji,
    value: Math.round(piece.value),
    can_promote: promotesTo !== null,
    promotes_to: promotesTo,
    movement: piece.movement,
    is_ranged: piece.isRanged,
    special_rules: piece.rules,
  };
}

/** The id of a piece among others: its own, or the next that is free, from 1; null where it is not there. */
export function idOf(pieces: readonly Piece[], key: string | null): number | null {
  const piece = pieces.find((one) => one.key === key);
  if (!piece) return null;
  if (piece.id !== undefined) return piece.id;
  const most = Math.max(0, ...pieces.map(({ id }) => id ?? 0));
  return most + pieces.filter(({ id }) => id === undefined).indexOf(piece) + 1;
}

/** The key of the piece of such a name, in any of its languages. */
export function keyNamed(pieces: readonly Piece[], name: string | null): string | null {
  const plain = (text: string) => text.trim().toLowerCase();
  const called = (piece: Piece) =>
    [piece.name, piece.nameJa, piece.kanji].some((one) => plain(one) === plain(name ?? ""));
  return (name && pieces.find(called)?.key) || null;
}

/** A piece file of these pieces, in their order, ids from 1, as an object; the server writes it as a file. */
export function pieceFile(pieces: readonly Piece[], name: string): string {
  const entry = (piece: Piece, at: number) =>
    pieceObject(piece, at + 1, idOf(pieces, keyNamed(pieces, piece.promotesTo)));
  return json({ metadata: { name, version: "1.0", piece_count: pieces.length }, pieces: pieces.map(entry) });
}

/** JSON that is YAML, too: what YAML does not allow in a text, or would fold, is escaped. */
export function json(value: unknown): string {
  const escaped = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

/** A name as small letters, digits and single hyphens; empty where nothing of it is left. */
export function slug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
}

function freeKey(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let n = 2; ; n++) if (!taken.includes(`${wanted}-${n}`)) return `${wanted}-${n}`;
}

/** Two pieces of one name that move alike. */
export function same(a: Piece, b: Piece): boolean {
  return a.name === b.name && json(a.movement) === json(b.movement);
}
