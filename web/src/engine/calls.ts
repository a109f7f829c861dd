/** The engine, see docs/api.md: moves at a level, lines that grow, games judged, mates. */
import { ApiError, api } from "../app/api.ts";
import type {
  Defence,
  EngineView,
  GamePly,
  GameStep,
  LinesStep,
  LineView,
  Mark,
  MateFound,
  MoveAnswer,
  ReadyAnswer,
  Sides_Faults,
  TsumeView,
} from "../app/api-types.ts";
import type { GameReference, PositionView } from "../app/wire.ts";

/** How a position stands, as its side to move sees it. */
export type Score = { cp?: number; mate?: number };
export type Line = LineView;
export type Thought = LinesStep;
/** What is thought of the position after `ply` moves, and of the move that was played there. */
export type Judged = GamePly;
export type Fault = Mark;
export type FaultCount = Sides_Faults["sente"];
export type Summary = Sides_Faults;

/** Koma's own engine. */
export const KOMA = "koma";

/** A problem, shipped or one's own. */
export type Problem = Omit<TsumeView, "set">;

/** A reference by the key of a position the server told, so that it need not play the game again. */
export function shortly(view: PositionView | null, reference: GameReference): GameReference {
  return view?.key ? ({ after: view.key, moves: [] } as unknown as GameReference) : reference;
}

/** Asks with the key of a position; where the server has forgotten it, with the whole game. */
async function byKey<T>(
  view: PositionView | null,
  reference: GameReference,
  ask: (game: GameReference) => Promise<T>,
): Promise<T> {
  const short = shortly(view, reference);
  try {
    return await ask(short);
  } catch (cause) {
    if (short !== reference && cause instanceof ApiError && cause.code === "UNKNOWN_KEY") return ask(reference);
    throw cause;
  }
}

/** What the computer plays here. */
export function askMove(
  view: PositionView | null,
  reference: GameReference,
  how: { level: number; engine?: string },
  signal?: AbortSignal,
): Promise<MoveAnswer> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  return byKey(view, reference, (game) => api.post("/api/engine/move", { game, ...how, seed }, { signal }));
}

/** Has an engine made for a game that begins. */
export function getReady(game: GameReference, engine: string | undefined, signal?: AbortSignal): Promise<ReadyAnswer> {
  return api.post("/api/engine/ready", { game, engine }, { signal });
}

export interface LinesWish {
  lines?: number;
  seconds?: number;
  /** What the other side would do if the side to move passed. */
  threat?: boolean;
  engine?: string;
}

/** Lines for a position, better and better. */
export function lines(game: GameReference, wish: LinesWish, signal?: AbortSignal): AsyncGenerator<Thought> {
  return api.stream("/api/engine/lines", { game, ...wish }, { signal });
}

/** Every position of a game judged, the last one first. */
export function judgeGame(
  game: GameReference,
  wish: { nodes?: number; engine?: string },
  signal?: AbortSignal,
): AsyncGenerator<GameStep> {
  return api.stream("/api/engine/game", { game, ...wish }, { signal });
}

/** Looks for a mate. */
export function findMate(game: GameReference, seconds: number, signal?: AbortSignal): Promise<MateFound> {
  return api.post("/api/engine/mate", { game, seconds, shortest: true }, { signal });
}

/** What the defender answers to the last move of `game`, if it still mates. */
export function defend(game: GameReference, signal?: AbortSignal): Promise<Defence> {
  return api.post("/api/engine/mate", { game, defend: true }, { signal });
}

/** The shipped problems. */
export function problems(set: string, variant: string | null, signal?: AbortSignal): Promise<Problem[]> {
  return api.get("/api/tsume", { query: { set, variant }, signal });
}

export function engines(): Promise<EngineView[]> {
  return api.get("/api/engines");
}

/** Sets the options of an engine of one's own; those that are not named are as the program has them. */
export function setOptions(id: string, options: Record<string, string>): Promise<EngineView> {
  return api.put(`/api/engines/${encodeURIComponent(id)}/options`, { options });
}
