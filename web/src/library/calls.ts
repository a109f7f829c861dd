/** The requests of the library, see docs/api.md. */
import { api } from "../app/api.ts";
import type { PositionStatistics, RecordList, Tags, TagView } from "../app/api-types.ts";
import type { PositionView } from "../app/wire.ts";
import { type Filters, filterParams, type PositionQuery } from "./search.ts";

export function listGames(
  filters: Filters,
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<RecordList> {
  const query = Object.fromEntries(filterParams(filters));
  return api.get("/api/kifu", { query: { ...query, cursor, limit }, signal });
}

export function findPosition(
  position: PositionQuery,
  filters: Filters,
  signal?: AbortSignal,
): Promise<PositionStatistics> {
  // The position names its own variant and start; its games come in an order of their own.
  const heads = filterParams({ ...filters, variant: "", handicap: "", shape: "", tag: "", sort: "" });
  return api.post("/api/kifu/position", { ...Object.fromEntries(heads), ...position }, { signal });
}

export function legalMoves(position: PositionQuery, signal?: AbortSignal): Promise<PositionView> {
  return api.post("/api/position/legal", position, { signal });
}

/** All tags of records that one sees. */
export function listTags(): Promise<TagView[]> {
  return api.get("/api/kifu/tags");
}

export async function setTags(id: string, tags: string[]): Promise<string[]> {
  const answer = await api.put<Tags>(`/api/kifu/${encodeURIComponent(id)}/tags`, { tags });
  return answer.tags;
}

export async function deleteGame(id: string): Promise<void> {
  await api.delete(`/api/kifu/${encodeURIComponent(id)}`);
}
