// A piece of the workshop: what it is called, and how it moves as our YAML says it.

import type { MovementJson } from "../app/api-types.ts";
import { list, quote } from "./yaml.ts";

/** Where a piece came from, so that it can be opened again. */
export type Origin =
  | { kind: "text"; text: string; as: "auto" | "prose" | "betza"; dialect: "strict" | "neo" | "fairy" }
  | { kind: "shipped"; file: string; id: number };

export interface Piece {
  /** Unique among the pieces kept together. */
  key: string;
  name: string;
  nameJa: string;
  /** One or two characters to draw. */
  kanji: string;
  value: number;
  /** Canonical notation, where there is one. */
  betza: string | null;
  /** `Royal`, `NifuProhibited`, ... */
  rules: string[];
  /** The fields `movement` and `is_ranged` of a piece file, as YAML without indentation. */
  movement: string;
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
    // JSON is YAML.
    movement: `movement: ${JSON.stringify(described.movement)}\nis_ranged: ${described.isRanged}`,
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

/** One entry of a piece file, as lines; `promotesTo` is an id. */
export function entry(piece: Piece, id: number, promotesTo: number | null): string[] {
  const fields = [
    `id: ${id}`,
    `name: ${quote(piece.name)}`,
    `name_ja: ${quote(piece.nameJa)}`,
    `name_kanji: ${quote(piece.kanji)}`,
    `value: ${Math.round(piece.value)}`,
    `can_promote: ${promotesTo !== null}`,
    `promotes_to: ${promotesTo ?? "null"}`,
    ...piece.movement.split("\n"),
    ...rulesOf(piece.rules),
  ];
  return fields.map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`));
}

function rulesOf(rules: readonly string[]): string[] {
  if (rules.length === 0) return ["special_rules: []"];
  return ["special_rules:", ...rules.map((rule) => `  - ${rule}`)];
}

/** A piece file of these pieces, in their order, ids from 1. */
export function pieceFile(pieces: readonly Piece[], title: string): string {
  const head = [
    "metadata:",
    `  name: ${quote(title)}`,
    '  version: "1.0"',
    `  piece_count: ${pieces.length}`,
    "",
    pieces.length ? "pieces:" : "pieces: []",
  ];
  const entries = pieces.map((piece, at) => [`  # ${comment(piece)}`, ...entry(piece, at + 1, null)].join("\n"));
  return `${head.join("\n")}\n${entries.join("\n\n")}\n`;
}

/** A comment of one line for the human reader. */
export function comment(piece: Piece): string {
  const line = `${piece.name} (${piece.kanji})${piece.betza ? `: ${piece.betza}` : ""}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a comment ends with its line
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]+/g, " ");
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

/** Two pieces that would write the same entry. */
export function sameMovement(a: Piece, b: Piece): boolean {
  return a.movement === b.movement && list(a.rules) === list(b.rules);
}
