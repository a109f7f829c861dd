// What an editor does to a position. Positions are replaced, never changed.

import { emptyPosition, readSfen } from "../board/sfen.ts";
import type { Size } from "../board/squares.ts";
import type { BoardVariant, Hand, Man, Position, Side } from "../board/types.ts";

/** The position with this man (or nobody) on a square. */
export function put(position: Position, square: number, man: Man | null): Position {
  const men = [...position.men];
  if (square < 0 || square >= men.length) return position;
  men[square] = man;
  return { ...position, men };
}

/** The position with more or fewer of a kind in a hand; never fewer than none. */
export function hold(position: Position, side: Side, code: string, change: number): Position {
  const hand: Hand = new Map(position.hands[side]);
  const count = Math.min(Math.max((hand.get(code) ?? 0) + change, 0), 999);
  if (count > 0) hand.set(code, count);
  else hand.delete(code);
  return { ...position, hands: { ...position.hands, [side]: hand } };
}

export function turn(position: Position, side: Side): Position {
  return { ...position, side };
}

/** An empty board with empty hands; whose turn it is stays. */
export function clear(position: Position, size: Size): Position {
  return { ...emptyPosition(size), side: position.side };
}

/** The same position seen from the other side: men change sides and places, and so does the turn. */
export function turnRound(position: Position): Position {
  const opposite = (side: Side): Side => (side === "sente" ? "gote" : "sente");
  const men = position.men.map((man) => man && { ...man, side: opposite(man.side) }).reverse();
  const hands = { sente: position.hands.gote, gote: position.hands.sente };
  return { ...position, men, hands, side: opposite(position.side), extra: [] };
}

/** What a click with the same man in hand does next: the man, turned over, gone. */
export function nextFace(variant: BoardVariant, man: Man): Man | null {
  const kind = variant.kinds.find(({ code }) => code === man.code);
  return kind?.promotesTo ? { ...man, code: kind.promotesTo } : null;
}

/** The kind a man counts as in the box: its unpromoted side. */
function front(variant: BoardVariant, code: string): string {
  let at = code;
  for (let turns = 0; turns < 4; turns++) {
    const kind = variant.kinds.find((other) => other.code === at);
    if (!kind?.demotesTo) break;
    at = kind.demotesTo;
  }
  return at;
}

/** How many men of each kind a position has on the board and in hands, promoted ones under their front. */
export function census(position: Position, variant: BoardVariant): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (code: string, many: number) => {
    const kind = front(variant, code);
    counts.set(kind, (counts.get(kind) ?? 0) + many);
  };
  for (const man of position.men) if (man) count(man.code, 1);
  for (const hand of Object.values(position.hands)) for (const [code, many] of hand) count(code, many);
  return counts;
}

/** What the box still holds (positive) or never held (negative), against the start position, in the order of kinds. */
export function box(position: Position, start: Position, variant: BoardVariant): { code: string; count: number }[] {
  const [has, had] = [census(position, variant), census(start, variant)];
  return variant.kinds.flatMap(({ code }) => {
    const count = (had.get(code) ?? 0) - (has.get(code) ?? 0);
    return count === 0 ? [] : [{ code, count }];
  });
}

/** All men that are nowhere go to a hand, except royals: how mating problems are set up. */
export function restToHand(position: Position, start: Position, variant: BoardVariant, side: Side): Position {
  const royal = new Set(variant.kinds.filter((kind) => kind.isRoyal).map(({ code }) => code));
  return box(position, start, variant)
    .filter(({ code, count }) => count > 0 && !royal.has(code))
    .reduce((now, { code, count }) => hold(now, side, code, count), position);
}

/** Only the royals of the start position, where they stand. */
export function kingsOnly(start: Position, variant: BoardVariant): Position {
  const royal = new Set(variant.kinds.filter((kind) => kind.isRoyal).map(({ code }) => code));
  const men = start.men.map((man) => (man && royal.has(man.code) ? man : null));
  return { ...emptyPosition(variant), men };
}

/** The position on a board of another size, with what still has a place kept: far ranks stay far, near ones near. */
export function resize(position: Position, from: Size, to: Size): Position {
  const next = emptyPosition(to);
  const half = Math.floor(from.ranks / 2);
  const left = Math.floor((to.files - from.files) / 2);
  position.men.forEach((man, square) => {
    if (!man) return;
    const row = Math.floor(square / from.files);
    const column = (square % from.files) + left;
    const target = row < half ? row : to.ranks - (from.ranks - row);
    if (column < 0 || column >= to.files || target < 0 || target >= to.ranks) return;
    const index = target * to.files + column;
    if (!next.men[index]) next.men[index] = man;
  });
  return { ...next, hands: position.hands, side: position.side };
}

/** The position with codes replaced; men whose code has none are gone. */
export function recode(position: Position, change: (code: string) => string | null): Position {
  const man = (man: Man | null): Man | null => {
    const code = man && change(man.code);
    return man && code !== null ? { ...man, code } : null;
  };
  const hand = (held: Hand): Hand => {
    const out: Hand = new Map();
    for (const [code, count] of held) {
      const next = change(code);
      if (next !== null) out.set(next, (out.get(next) ?? 0) + count);
    }
    return out;
  };
  const hands = { sente: hand(position.hands.sente), gote: hand(position.hands.gote) };
  return { ...position, men: position.men.map(man), hands };
}

/** Sente's camp, copied for Gote: each man of Sente's stands opposite, turned round. Gote's men are taken off first. */
export function mirrorCamp(position: Position): Position {
  const men: (Man | null)[] = position.men.map((man) => (man?.side === "sente" ? man : null));
  position.men.forEach((man, square) => {
    const opposite = position.men.length - 1 - square;
    if (man?.side === "sente" && !men[opposite]) men[opposite] = { ...man, side: "gote" };
  });
  return { ...position, men, hands: { ...position.hands, gote: new Map(position.hands.sente) } };
}

/** A position out of a text of any kind that holds an SFEN: `sfen ...`, `position sfen ... moves ...`, or the bare thing. */
export function positionIn(text: string, variant: BoardVariant): ReturnType<typeof readSfen> {
  const bare = text
    .trim()
    .replace(/^position\s+/i, "")
    .replace(/^sfen\s+/i, "")
    .replace(/\s+moves(\s.*)?$/is, "");
  return readSfen(bare, variant);
}

/** Whether this looks like a mate problem: the side to move has no royal piece, and less than half of its pieces on the board. */
export function isProblem(position: Position, start: Position, variant: Pick<BoardVariant, "kinds">): boolean {
  const royals = new Set(variant.kinds.filter(({ isRoyal }) => isRoyal).map(({ code }) => code));
  const own = ({ men }: Position) => men.filter((man) => man?.side === position.side);
  return !own(position).some((man) => man && royals.has(man.code)) && own(position).length * 2 < own(start).length;
}
