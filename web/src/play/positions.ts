// Positions, asked of the server: the app knows no rules.
import { ApiError, api } from "../app/api.ts";
import { settings } from "../app/settings.ts";
import type { GameReference, PositionView } from "../app/wire.ts";

const MOST = 600;
const known = new Map<string, Promise<PositionView>>();

function asked({ variant, options, handicap, sfen, moves }: GameReference): GameReference {
  return { variant, options: options ?? {}, handicap: handicap || null, sfen: sfen || null, moves };
}

/** What a board needs at the end of `reference`. Asked once; the newest few hundred are kept for going back and forth. */
export function positionOf(reference: GameReference): Promise<PositionView> {
  const body = asked(reference);
  const key = `${settings.language.value}${JSON.stringify(body)}`;
  let promise = known.get(key);
  if (!promise) {
    promise = api.post<PositionView>("/api/position/legal", body);
    known.set(key, promise);
    promise.catch(() => known.delete(key));
    const oldest = known.keys().next();
    if (known.size > MOST && !oldest.done) known.delete(oldest.value);
  }
  return promise;
}

/**
 * What a board needs after one move more. The server is told the move alone, by the key of the position before it;
 * if it has forgotten the key, the whole game.
 */
export async function positionAfter(before: PositionView, reference: GameReference): Promise<PositionView> {
  const move = reference.moves.at(-1);
  if (!before.key || !move) return positionOf(reference);
  try {
    const next = await api.post<PositionView>("/api/position/legal", { after: before.key, moves: [move] });
    const view = { ...next, played: [...before.played, ...next.played] };
    learn(reference, view);
    return view;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "UNKNOWN_KEY") return positionOf(reference);
    throw cause;
  }
}

/** Tells a position that came by another way. */
export function learn(reference: GameReference, view: PositionView): void {
  known.set(`${settings.language.value}${JSON.stringify(asked(reference))}`, Promise.resolve(view));
}

export interface Explanation {
  legal: boolean;
  code: string | null;
  message: string | null;
  squares: string[];
}

/** Why a move may not be played. */
export function explain(reference: GameReference, move: string): Promise<Explanation> {
  return api.post<Explanation>("/api/position/explain", { ...asked(reference), move });
}
