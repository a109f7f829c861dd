/** The requests of the library, see docs/api.md. */
import { api } from "../app/api.ts";
import type { PositionView } from "../app/wire.ts";
import { type Filters, filterParams, type PositionQuery } from "./search.ts";

/** A game as lists show it. */
export interface Summary {
  id: string;
  variant: string;
  sente: string | null;
  gote: string | null;
  date: string | null;
  event: string | null;
  site: string | null;
  handicap: string | null;
  moves: number;
  winner: string | null;
  termination: string | null;
  /** The ply of the position that was looked for. */
  ply?: number | null;
}

/** A part of a list. */
export interface Found {
  records: Summary[];
  next: string | null;
  total: number;
}

/** A move that was played from a position, and how those games ended. */
export interface NextMove {
  usi: string;
  japanese: string;
  english: string;
  count: number;
  sente: number;
  gote: number;
  draws: number;
}

/** Everything known about a position. */
export interface PositionFound {
  total: number;
  sente: number;
  gote: number;
  draws: number;
  moves: NextMove[];
  records: Summary[];
}

export function listGames(
  filters: Filters,
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<Found> {
  const query = Object.fromEntries(filterParams(filters));
  return api.get("/api/kifu", { query: { ...query, cursor, limit }, signal });
}

export function findPosition(position: PositionQuery, filters: Filters, signal?: AbortSignal): Promise<PositionFound> {
  // The position names its own variant and start; its games come in an order of their own.
  const heads = filterParams({ ...filters, variant: "", handicap: "", sort: "" });
  return api.post("/api/kifu/position", { ...Object.fromEntries(heads), ...position }, { signal });
}

export function legalMoves(position: PositionQuery, signal?: AbortSignal): Promise<PositionView> {
  return api.post("/api/position/legal", position, { signal });
}
