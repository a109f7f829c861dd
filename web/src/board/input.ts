/**
 * How clicks, drags and keys become a move: a pure state machine. The legal moves are told; input only matches them.
 *
 * A man is chosen, then its way is clicked step by step. A step that can be the end and can go on waits: the same square
 * again ends the move. Where both turning over and not is legal, a choice is asked for.
 */
import { type Size, squareIndex, squareName } from "./squares.ts";
import type { BoardKind, Man, Position, Side } from "./types.ts";
import { type Move, moveEnd } from "./usi.ts";

export type Origin = { type: "square"; square: number } | { type: "hand"; code: string; side: Side };

export type InputState =
  | { mode: "idle" }
  /** A man is chosen and has gone `path`; `preview` is a square whose captures are shown before they are confirmed. */
  | { mode: "chosen"; origin: Origin; path: number[]; preview: number | null }
  /** One of `options` is to be chosen at the square `at`, turned-over men first. */
  | { mode: "choosing"; origin: Origin; path: number[]; at: number; options: Move[] };

export const IDLE: InputState = { mode: "idle" };

export type InputEvent =
  /** A click on a square, or a man let go there. `touch`: there is no pointer that could hover. */
  | { type: "square"; square: number; touch?: boolean }
  /** A man is picked up by a drag. */
  | { type: "pick"; origin: Origin }
  | { type: "hand"; code: string; side: Side }
  | { type: "choose"; usi: string }
  | { type: "cancel" };

/** Why input was refused before any rule was asked. */
export type Reason = "notYourTurn" | "senteToMove" | "goteToMove" | "noMoveNow" | "opponentsMan" | "stepByStep";

export type Effect =
  | { type: "move"; usi: string }
  | { type: "refused"; usi: string | null; from: string | null; to: string | null; reason: Reason | null };

export interface Context {
  size: Size;
  position: Position;
  /** `null`: look only. */
  moves: Move[] | null;
  captures: Record<string, string[]>;
  /** Whose men the user may move. */
  may: (side: Side) => boolean;
  /** The user plays, but there are no moves now: it is the other side's turn. */
  waits?: boolean;
  kind: (code: string) => BoardKind | undefined;
}

export interface Outcome {
  state: InputState;
  effects: Effect[];
}

const stay = (state: InputState): Outcome => ({ state, effects: [] });
const choose = (origin: Origin): InputState => ({ mode: "chosen", origin, path: [], preview: null });

export function step(state: InputState, event: InputEvent, context: Context): Outcome {
  switch (event.type) {
    case "cancel":
      return stay(IDLE);
    case "choose": {
      const found = state.mode === "choosing" && state.options.some((move) => move.usi === event.usi);
      return found ? { state: IDLE, effects: [{ type: "move", usi: event.usi }] } : stay(state);
    }
    case "pick":
      return pick(event.origin, context);
    case "hand": {
      const same =
        state.mode === "chosen" &&
        state.origin.type === "hand" &&
        state.origin.code === event.code &&
        state.origin.side === event.side;
      return same ? stay(IDLE) : pick({ type: "hand", code: event.code, side: event.side }, context);
    }
    case "square":
      return square(state, event.square, event.touch ?? false, context);
  }
}

function pick(origin: Origin, context: Context): Outcome {
  const side = origin.type === "hand" ? origin.side : context.position.men[origin.square]?.side;
  if (side === undefined || (context.moves === null && !context.waits)) return stay(IDLE);
  const from = origin.type === "square" ? squareName(origin.square, context.size) : null;
  const refuse = (reason: Reason): Outcome => ({
    state: IDLE,
    effects: [{ type: "refused", usi: null, from, to: from, reason }],
  });
  if (!context.may(side)) return refuse("opponentsMan");
  if (side !== context.position.side) {
    // Who moves both sides is told whose turn it is, not that it is another's.
    if (!context.may(context.position.side)) return refuse("notYourTurn");
    return refuse(context.position.side === "sente" ? "senteToMove" : "goteToMove");
  }
  if (context.moves === null) return stay(IDLE);
  const state = choose(origin);
  // It stays chosen: a click on a square then tells why it cannot go there.
  return candidatesOf(state, context).length > 0 ? stay(state) : { ...refuse("noMoveNow"), state };
}

function square(state: InputState, at: number, touch: boolean, context: Context): Outcome {
  const man = context.position.men[at] ?? null;
  if (state.mode !== "chosen") {
    return man ? pick({ type: "square", square: at }, context) : stay(IDLE);
  }
  const { origin, path } = state;
  const candidates = candidatesOf(state, context);

  // The same square again ends the move there; without steps it puts the man down, or offers to pass the turn with it.
  if (path.length > 0 && path.at(-1) === at) {
    return finish(
      origin,
      path,
      at,
      candidates.filter((move) => stepsLeft(move, path)?.length === 0),
    );
  }
  if (path.length === 0 && origin.type === "square" && origin.square === at) {
    const idle = candidates.filter((move) => isIdle(move, context));
    return idle.length > 0 ? stay({ mode: "choosing", origin, path, at, options: idle }) : stay(IDLE);
  }

  const next = candidates.filter((move) => stepsLeft(move, path)?.[0] === at);
  const ends = next.filter((move) => stepsLeft(move, path)?.length === 1);
  const goesOn = next.filter((move) => !ends.includes(move) && !isIdle(move, context));
  if (goesOn.length > 0) return stay({ ...state, path: [...path, at], preview: null });
  if (ends.length > 0) {
    const wide = ends.some((move) => takenBy(move, context).some((taken) => taken !== at && !path.includes(taken)));
    if (touch && wide && state.preview !== at) return stay({ ...state, preview: at });
    return finish(origin, path, at, ends);
  }

  // A click on the end of a way that leads there in one manner only.
  const through = candidates.filter((move) => moveEnd(move) === at && !isIdle(move, context));
  const ways = new Set(through.map((move) => stepsOf(move).join()));
  if (ways.size === 1) return finish(origin, path, at, through);

  // A step that a move lists later.
  if (candidates.some((move) => stepsLeft(move, path)?.slice(0, -1).includes(at) && !isIdle(move, context))) {
    return stay({ ...state, path: [...path, at], preview: null });
  }

  if (man && context.may(man.side) && man.side === context.position.side) {
    return stay(choose({ type: "square", square: at }));
  }
  const to = squareName(at, context.size);
  const from = origin.type === "square" ? squareName(origin.square, context.size) : null;
  const steps = path.map((passed) => squareName(passed, context.size)).join("");
  const usi = origin.type === "hand" ? `${origin.code}*${to}` : `${from}${steps}${to}`;
  const reason = ways.size > 1 ? "stepByStep" : null;
  return { state: choose(origin), effects: [{ type: "refused", usi, from, to, reason }] };
}

/** One move is made, several are asked about: turned over first. */
function finish(origin: Origin, path: number[], at: number, moves: Move[]): Outcome {
  const [only, ...more] = moves;
  if (!only) return stay(choose(origin));
  if (more.length === 0) return { state: IDLE, effects: [{ type: "move", usi: only.usi }] };
  const turned = (move: Move) => (move.type === "board" ? move.promotes : move.usi.startsWith("+"));
  const options = [...moves].sort((a, b) => Number(turned(b)) - Number(turned(a)));
  return stay({ mode: "choosing", origin, path, at, options });
}

export const stepsOf = (move: Move): number[] =>
  move.type === "board" ? move.steps : move.type === "drop" ? [move.to] : [];

/**
 * What is left of a move after `path`; `null` where the move does not go that way. Of moves with one result only one
 * order of steps is told, and a player may think of another.
 */
function stepsLeft(move: Move, path: number[]): number[] | null {
  const steps = stepsOf(move);
  if (path.every((passed, i) => steps[i] === passed)) return steps.slice(path.length);
  const between = steps.slice(0, -1);
  if (!path.every((passed) => between.includes(passed))) return null;
  return steps.filter((square, i) => i === steps.length - 1 || !path.includes(square));
}

/** じっと: goes away and comes back, and nothing is taken. */
function isIdle(move: Move, context: Context): boolean {
  return move.type === "board" && moveEnd(move) === move.from && takenBy(move, context).length === 0;
}

/** The legal moves of the chosen man that begin with the way it has gone. */
export function candidatesOf(state: InputState, context: Context): Move[] {
  if (state.mode !== "chosen") return [];
  const { origin, path } = state;
  return (context.moves ?? []).filter((move) => {
    if (origin.type === "hand") return move.type === "drop" && dropsFrom(origin, move.code, context);
    return move.type === "board" && move.from === origin.square && stepsLeft(move, path) !== null;
  });
}

/** Whether a man in hand is dropped by this code: its own, or its other side where that is not held by itself. */
function dropsFrom(origin: { code: string; side: Side }, code: string, context: Context): boolean {
  if (origin.code === code) return true;
  return context.kind(origin.code)?.promotesTo === code && !context.position.hands[origin.side].get(code);
}

/** The squares a move empties of other men. */
export function takenBy(move: Move, context: Context): number[] {
  const listed = context.captures[move.usi];
  if (listed) return listed.map((name) => squareIndex(name, context.size)).filter((at) => at >= 0);
  if (move.type !== "board") return [];
  return move.steps.filter((at) => at !== move.from && context.position.men[at]);
}

export interface Target {
  /** A man stands there that is taken. */
  capture: boolean;
  /** All squares that a move there empties, where every such move empties the same; else those of its first step. */
  takes: number[];
  /** The move can go on from there. */
  goesOn: boolean;
}

/** Where the chosen man can go next. */
export function targetsOf(state: InputState, context: Context): Map<number, Target> {
  const targets = new Map<number, Target>();
  if (state.mode !== "chosen") return targets;
  const { path } = state;
  const candidates = candidatesOf(state, context);
  const stands = (at: number): Man | null => context.position.men[at] ?? null;
  for (const move of candidates) {
    if (isIdle(move, context)) continue;
    const left = stepsLeft(move, path);
    const at = left?.[0];
    if (at === undefined) continue;
    const ends = left?.length === 1;
    const isOrigin = state.origin.type === "square" && at === state.origin.square;
    const capture = Boolean(stands(at)) && !isOrigin && !path.includes(at);
    const target = targets.get(at) ?? { capture, takes: [], goesOn: false };
    if (ends) target.takes = takenBy(move, context);
    else target.goesOn = true;
    targets.set(at, target);
  }
  // Ends that no single step reaches, where there is one way only.
  const ways = new Map<number, Set<string>>();
  for (const move of candidates) {
    const end = moveEnd(move);
    if (targets.has(end) || isIdle(move, context)) continue;
    ways.set(end, (ways.get(end) ?? new Set()).add(stepsOf(move).join()));
  }
  for (const [end, found] of ways) {
    const move = candidates.find((candidate) => moveEnd(candidate) === end);
    // On the man itself a click says something else.
    const isStanding = end === (path.at(-1) ?? (state.origin.type === "square" ? state.origin.square : -1));
    if (found.size !== 1 || !move || isStanding) continue;
    targets.set(end, { capture: Boolean(stands(end)), takes: takenBy(move, context), goesOn: false });
  }
  return targets;
}

/** The squares to be emptied by the way gone so far. */
export function takenSoFar(state: InputState, context: Context): number[] {
  if (state.mode === "idle" || state.origin.type !== "square") return [];
  const from = state.origin.square;
  return state.path.filter((at) => at !== from && context.position.men[at]);
}
