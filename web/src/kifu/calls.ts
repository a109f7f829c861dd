/** The requests of the record pages, see docs/api.md. */
import { ApiError, api } from "../app/api.ts";
import type { RecordView, WrittenRecord } from "../app/api-types.ts";
import type { GameReference, PositionView } from "../app/wire.ts";
import { toEdited } from "./model/edit.ts";
import { type GameRecord, movesTo } from "./model/record.ts";
import type { Source } from "./session.ts";

/** What an import answers: a record, and its id where it is stored. */
export type ImportedRecord = RecordView;

/** A record written in some format. */
export type Written = WrittenRecord;

/** Reads a text or a file by its content, whatever its name; nothing is stored unless asked for. */
export function importRecord(
  from: string | Blob,
  options: { save?: boolean; game?: number; signal?: AbortSignal } = {},
): Promise<ImportedRecord> {
  const { save, game, signal } = options;
  const query = { save: save || null, game: game || null };
  return typeof from === "string"
    ? api.post("/api/kifu/import", { text: from }, { query, signal })
    : api.upload("/api/kifu/import", from, { query, signal });
}

/** The record with this id. */
export function storedRecord(id: string, signal?: AbortSignal): Promise<ImportedRecord> {
  return api.get(`/api/kifu/${encodeURIComponent(id)}`, { signal });
}

/** Formats a record can be written in. */
export const FORMATS = [
  "kif",
  "kifu",
  "ki2",
  "ki2u",
  "csa",
  "usi",
  "sfen",
  "usen",
  "psn",
  "jkf",
  "json",
  "bod",
] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Writes a record: from where it came if nothing was changed, so that nothing is lost on the way here. Without an encoding it is the
 * one that other programs expect of the format.
 */
export function writeRecord(record: GameRecord, source: Source, to: Format, encoding?: string): Promise<Written> {
  if (source) return api.post("/api/kifu/convert", { ...source, to, encoding });
  return api.post("/api/kifu/edit", { record: toEdited(record).record, to, encoding });
}

/** Whether a record was not written because the format has no place for its game. */
export function cannotHold(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "GAME_LOST";
}

/** Stores a record as it stands in the browser. */
export function saveRecord(record: GameRecord): Promise<Written> {
  return api.post("/api/kifu/edit", { record: toEdited(record).record, to: "kif" }, { query: { save: true } });
}

/** The position at a node, as the server is asked for it; none where a move on the way could not be read. */
export function referenceTo(record: GameRecord, id: number): GameReference | null {
  const moves = movesTo(record, id);
  return moves && { variant: record.variant, sfen: record.initialSfen, moves };
}

/** What is legal at a position, and how its last move is written. */
export function positionView(reference: GameReference, signal?: AbortSignal): Promise<PositionView> {
  return api.post("/api/position/legal", reference, { signal });
}

/** Why a move is not legal. */
export function explainMove(reference: GameReference, move: string): Promise<{ message: string; squares: string[] }> {
  return api.post("/api/position/explain", { ...reference, move });
}

/** What a picture shows besides the position. */
export interface PictureWords {
  flipped?: boolean;
  /** The last move, as USI. */
  last?: string | null;
  /** Arrows and rings, as a comment has them. */
  marks?: string;
  heading?: string;
  caption?: string;
}

/** Where a picture of a position is. */
export function picture(variant: string, sfen: string, type: "svg" | "png", words: PictureWords = {}): string {
  const query = new URLSearchParams({ variant, sfen });
  for (const [name, value] of Object.entries(words)) if (value) query.set(name, String(value));
  return `/api/position/picture.${type}?${query}`;
}
