// A game as a record: it travels in the address and is stored nowhere.
import { api } from "../app/api.ts";
import { go } from "../app/router.ts";
import type { End } from "../app/wire.ts";
import { pack } from "../kifu/model/share.ts";

export interface Played {
  variant: string;
  options?: Record<string, string>;
  handicap?: string | null;
  sfen?: string | null;
  moves: string[];
  end?: End | null;
  headers?: Record<string, string>;
}

/** Opens a game in the record player; with `analyse` it is analysed at once. */
export async function openRecord(played: Played, analyse = false): Promise<void> {
  const { variant, options = {}, handicap, sfen, moves, end, headers = {} } = played;
  const tree = moves.map((usi, i) => ({ id: i + 1, parent: i, usi }) as Record<string, unknown>);
  const last = tree.length;
  if (end) tree.push({ id: last + 1, parent: last, termination: end.reason, winner: end.winner ?? "draw" });
  const start = sfen ? { initialSfen: sfen } : { handicap };
  const { text } = await api.post<{ text: string }>("/api/kifu/edit", {
    record: { variant, options, ...start, headers, tree },
    // The one format that holds every ending of every game.
    to: "json",
  });
  go(`/kifu/view${analyse ? "?analyse" : ""}#${await pack({ text, ply: analyse ? 0 : moves.length })}`);
}
