/**
 * The board by keyboard, as a pure state machine: arrows move a cursor, Enter acts there, `h` goes to the hand, Esc
 * cancels; a digit or a capital begins a typed move (`7g7f`, `P*5e`) that Enter plays.
 */
import { turned } from "./geometry.ts";
import type { Size } from "./squares.ts";
import type { Side } from "./types.ts";

export interface KeyState {
  /** Where the cursor is on the board; kept while it is in the hand. */
  cursor: number;
  /** The man in hand the cursor is on; `null`: it is on the board. */
  hand: { side: Side; code: string } | null;
  /** The move that is being typed. */
  typed: string;
}

export type KeyAction =
  | { type: "none" }
  /** As a click on the square of the cursor, or on the man in hand. */
  | { type: "press" }
  | { type: "cancel" }
  | { type: "typed"; text: string }
  | { type: "inspect" }
  | { type: "zoom"; by: number }
  | { type: "remove" }
  | { type: "turn" };

export interface KeyContext {
  size: Size;
  flipped: boolean;
  /** The kinds each side holds, in the order shown. */
  held: Record<Side, string[]>;
  /** Whose hand `h` goes to first. */
  side: Side;
  editable: boolean;
}

export interface Key {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What a key does; `null` where it is none of the board's and must go on to the page. */
export function keyStep(state: KeyState, key: Key, context: KeyContext): { state: KeyState; action: KeyAction } | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  const result = (change: Partial<KeyState>, action: KeyAction = { type: "none" }) => ({
    state: { ...state, ...change },
    action,
  });
  if (state.typed || /^[0-9A-Z０-９]$/.test(key.key)) {
    const typing = typingStep(state.typed, key.key);
    if (typing === null) return null;
    if (typing.play) return result({ typed: "" }, { type: "typed", text: typing.text });
    return result({ typed: typing.text });
  }
  const arrow = ARROWS[key.key];
  if (arrow && state.hand) return result({ hand: nextHeld(state.hand, arrow[0] + arrow[1], context) });
  if (arrow) return result({ cursor: moved(state.cursor, arrow, context) });
  switch (key.key) {
    case "Enter":
    case " ":
      return result({}, { type: "press" });
    case "Escape":
      return result({ hand: null }, { type: "cancel" });
    case "Home":
      return result({ cursor: moved(state.cursor, [-context.size.files, 0], context), hand: null });
    case "End":
      return result({ cursor: moved(state.cursor, [context.size.files, 0], context), hand: null });
    case "PageUp":
      return result({ cursor: moved(state.cursor, [0, -5], context), hand: null });
    case "PageDown":
      return result({ cursor: moved(state.cursor, [0, 5], context), hand: null });
    case "i":
      return result({}, { type: "inspect" });
    case "h":
      return result({ hand: otherHand(state.hand, context) });
    case "+":
      return context.editable ? result({}, { type: "turn" }) : result({}, { type: "zoom", by: 1.3 });
    case "-":
      return result({}, { type: "zoom", by: 1 / 1.3 });
    case "Delete":
    case "Backspace":
      return context.editable ? result({}, { type: "remove" }) : null;
    default:
      return null;
  }
}

/** The cursor goes as the board is seen, and stays on it. */
function moved(cursor: number, [dx, dy]: [number, number], { size, flipped }: KeyContext): number {
  const place = turned(cursor, size, flipped);
  const keep = (n: number, most: number) => Math.min(Math.max(n, 0), most - 1);
  const column = keep((place % size.files) + dx, size.files);
  const row = keep(Math.floor(place / size.files) + dy, size.ranks);
  return turned(row * size.files + column, size, flipped);
}

function nextHeld(at: { side: Side; code: string }, by: number, { held }: KeyContext): KeyState["hand"] {
  const codes = held[at.side];
  const next = codes[(codes.indexOf(at.code) + by + codes.length) % codes.length];
  return next === undefined ? null : { side: at.side, code: next };
}

/** From the board to the hand of who moves, from there to the other hand, from there back. Empty hands are passed over. */
function otherHand(at: KeyState["hand"], { held, side }: KeyContext): KeyState["hand"] {
  const second: Side = side === "sente" ? "gote" : "sente";
  const order = at === null ? [side, second] : at.side === side ? [second] : [];
  for (const next of order) {
    const code = held[next][0];
    if (code !== undefined) return { side: next, code };
  }
  return null;
}

/** A typed move: letters gather, Backspace takes one back, Esc forgets, Enter plays. */
function typingStep(typed: string, key: string): { text: string; play: boolean } | null {
  if (key === "Enter") return { text: typed, play: true };
  if (key === "Escape") return { text: "", play: false };
  if (key === "Backspace") return { text: typed.slice(0, -1), play: false };
  if ([...key].length === 1 && typed.length < 24) return { text: typed + key, play: false };
  return null;
}
