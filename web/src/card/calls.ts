/** What the card asks the server, see docs/api.md. */
import { api } from "../app/api.ts";
import type { Reach, Side } from "../board/types.ts";

/** Which rules a board is played by. */
export interface RulesRef {
  variant: string;
  options?: Record<string, string>;
}

export const reachOf = (rules: RulesRef, sfen: string, square: string, signal?: AbortSignal) =>
  api.post<Reach>("/api/position/reach", { ...rules, sfen, square }, { signal });

export const attacksIn = (rules: RulesRef, sfen: string, signal?: AbortSignal) =>
  api.post<Record<Side, string[]>>("/api/position/attacks", { ...rules, sfen }, { signal });
