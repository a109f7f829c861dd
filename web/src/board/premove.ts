/**
 * A move made in advance, while the other side thinks: the presses that make it, kept until the turn has come and then made on
 * the board. Whether it is legal is known only then.
 */
import type { InputEvent, Origin } from "./input.ts";
import type { Man, Position, Side } from "./types.ts";

export interface Premove {
  origin: Origin;
  /** The man that was chosen; another one does not make its move. */
  man: Man;
  /** Null while only the man is chosen. */
  to: number | null;
}

/** What a press out of turn makes of it; `undefined` where it is none of its business. */
export function premoveStep(
  now: Premove | null,
  event: InputEvent,
  position: Position,
  mine: Side,
): Premove | null | undefined {
  if (event.type === "cancel") return null;
  if (event.type === "hand") {
    if (event.side !== mine) return undefined;
    const { code, side } = event;
    const isSame = now?.to === null && now.origin.type === "hand" && now.origin.code === code;
    return isSame ? null : { origin: { type: "hand", code, side }, man: { code, side }, to: null };
  }
  if (event.type !== "square") return undefined;
  const at = event.square;
  const man = position.men[at] ?? null;
  const isChosen = now?.to === null;
  if (man?.side === mine) {
    if (isChosen && now.origin.type === "square" && now.origin.square === at) return null;
    return { origin: { type: "square", square: at }, man, to: null };
  }
  if (isChosen) return { ...now, to: at };
  // A press beside it takes it back.
  return now ? null : undefined;
}

/** Whether the man is still where it was chosen. */
export function stands({ origin, man }: Premove, position: Position): boolean {
  if (origin.type === "hand") return (position.hands[origin.side].get(origin.code) ?? 0) > 0;
  const now = position.men[origin.square];
  return now?.side === man.side && now.code === man.code;
}
