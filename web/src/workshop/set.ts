// The set: pieces a person has collected, kept in the browser.

import type { Origin, Piece } from "./piece.ts";

/** Under which name the set is kept. */
export const STORAGE_KEY = "koma.workshop.set";

/** The most pieces a set holds. */
export const MOST_PIECES = 500;

/** Adds a piece at the end; one with the same key takes the place of the old one. */
export function add(set: readonly Piece[], piece: Piece): Piece[] {
  if (set.some((other) => other.key === piece.key)) {
    return set.map((other) => (other.key === piece.key ? piece : other));
  }
  return [...set, piece].slice(0, MOST_PIECES);
}

export function remove(set: readonly Piece[], key: string): Piece[] {
  return set.filter((piece) => piece.key !== key);
}

/** The set as text to keep. */
export function pack(set: readonly Piece[]): string {
  return JSON.stringify({ version: 1, pieces: set });
}

/** The set of a kept text. What is not a piece of ours is left out: a browser keeps strange things for years. */
export function unpack(text: string | null): Piece[] {
  if (!text) return [];
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return [];
  }
  const pieces = isRecord(kept) && Array.isArray(kept.pieces) ? kept.pieces : [];
  const keys = new Set<string>();
  return pieces.flatMap((value): Piece[] => {
    const piece = readPiece(value);
    if (!piece || keys.has(piece.key)) return [];
    keys.add(piece.key);
    return [piece];
  });
}

/** A piece out of unknown JSON; null where a field is missing or of another type. */
export function readPiece(value: unknown): Piece | null {
  if (!isRecord(value)) return null;
  const { key, name, nameJa, kanji, movement, isRanged, promotesTo, value: worth, betza, rules } = value;
  const texts = [key, name, nameJa, kanji];
  if (!texts.every((text) => typeof text === "string")) return null;
  const origin = readOrigin(value.origin);
  if (typeof worth !== "number" || !Number.isFinite(worth) || origin === null) return null;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === "string" && /^[A-Za-z]+( \d+)?$/.test(rule)))
    return null;
  if (!isRecord(movement) || typeof isRanged !== "boolean") return null;
  const [k, n, ja, characters] = texts as [string, string, string, string];
  return {
    key: k,
    name: n,
    nameJa: ja,
    kanji: characters,
    movement,
    isRanged,
    promotesTo: typeof promotesTo === "string" ? promotesTo : null,
    value: worth,
    betza: typeof betza === "string" ? betza : null,
    rules,
    origin,
  };
}

function readOrigin(value: unknown): Origin | null {
  if (!isRecord(value)) return null;
  if (value.kind === "shipped" && typeof value.file === "string" && typeof value.id === "number") {
    return { kind: "shipped", file: value.file, id: value.id };
  }
  if (value.kind !== "text" || typeof value.text !== "string") return null;
  const as = value.as === "prose" || value.as === "betza" ? value.as : "auto";
  const dialect = value.dialect === "neo" || value.dialect === "fairy" ? value.dialect : "strict";
  return { kind: "text", text: value.text, as, dialect };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
