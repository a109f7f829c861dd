/** Changes of a position in the editor: any man anywhere. Pure. */
import type { Origin } from "./input.ts";
import type { Kinds } from "./men.ts";
import { type Man, other, type Position, type Side } from "./types.ts";

/** Where a man is put: a square, a hand, or out of the game. */
export type Place = { type: "square"; square: number } | { type: "hand"; side: Side } | { type: "away" };

const copied = (position: Position): Position => ({
  ...position,
  men: [...position.men],
  hands: { sente: new Map(position.hands.sente), gote: new Map(position.hands.gote) },
});

function hold(position: Position, side: Side, code: string, by: number) {
  const count = (position.hands[side].get(code) ?? 0) + by;
  if (count > 0) position.hands[side].set(code, count);
  else position.hands[side].delete(code);
}

/** Takes a man from where it is and puts it elsewhere; a man of the other side that stood there is gone. */
export function moveMan(position: Position, origin: Origin, place: Place, kinds: Kinds): Position {
  const next = copied(position);
  const man: Man | null | undefined =
    origin.type === "square" ? position.men[origin.square] : { code: origin.code, side: origin.side };
  if (!man || (origin.type === "square" && place.type === "square" && place.square === origin.square)) return position;
  if (origin.type === "square") next.men[origin.square] = null;
  else if (position.hands[origin.side].get(origin.code)) hold(next, origin.side, origin.code, -1);
  else return position;
  return put(next, man, place, kinds);
}

/** Puts a man from outside. */
export function addMan(position: Position, man: Man, place: Place, kinds: Kinds): Position {
  return put(copied(position), man, place, kinds);
}

function put(next: Position, man: Man, place: Place, kinds: Kinds): Position {
  if (place.type === "square") next.men[place.square] = man;
  else if (place.type === "hand") hold(next, place.side, kinds.get(man.code)?.demotesTo ?? man.code, 1);
  return next;
}

/** The next of the four ways a man can stand: front, back, then the same of the other side. */
export function turnedMan(man: Man, kinds: Kinds): Man {
  const kind = kinds.get(man.code);
  if (kind?.promotesTo && !kinds.isTurned(man.code)) return { code: kind.promotesTo, side: man.side };
  return { code: kinds.isTurned(man.code) ? (kind?.demotesTo ?? man.code) : man.code, side: other(man.side) };
}

export function turnAt(position: Position, square: number, kinds: Kinds): Position {
  const man = position.men[square];
  if (!man) return position;
  const next = copied(position);
  next.men[square] = turnedMan(man, kinds);
  return next;
}
