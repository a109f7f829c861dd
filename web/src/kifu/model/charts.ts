/** Numbers along a line of play, ready to be drawn. */
import type { Cursor } from "./cursor.ts";
import { nodeAt, ROOT, type Side, sideToMove } from "./record.ts";
import { best } from "./remarks.ts";

/** Time spent on one move. */
export interface Spent {
  /** The place on the line. */
  at: number;
  side: Side;
  ms: number;
  /** All the side has spent so far. */
  total: number;
}

/** The times of a line. Moves without one are left out; programs that kept none write zeros, which are none. */
export function times({ record, line }: Pick<Cursor, "record" | "line">): Spent[] {
  const total = { sente: 0, gote: 0 };
  const list: Spent[] = [];
  // Who moves follows from the position before, or where there is none from who moved before.
  let next = sideToMove(nodeAt(record, ROOT).sfen);
  for (let at = 1; at < line.length; at += 1) {
    const node = nodeAt(record, line[at] ?? ROOT);
    const side = next;
    next = node.sfen ? sideToMove(node.sfen) : side === "sente" ? "gote" : "sente";
    if (node.timeMs === null) continue;
    total[side] += node.timeMs;
    list.push({ at, side, ms: node.timeMs, total: total[side] });
  }
  return list.some(({ ms }) => ms > 0) ? list : [];
}

/** An engine's judgement of the position at a place of the line, as sente sees it. */
export interface Judgement {
  at: number;
  /** Hundredths of a pawn; none for a mate. */
  score: number | null;
  /** Plies to mate, negative where sente is mated. */
  mate: number | null;
  /** Sente's chance to win, from 0 to 1. */
  chance: number;
}

/** The judgements along a line. */
export function judgements({ record, line }: Pick<Cursor, "record" | "line">): Judgement[] {
  const list: Judgement[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const said = best(nodeAt(record, line[at] ?? ROOT).analysis);
    if (!said) continue;
    const mate = said.mate ?? null;
    const score = said.score ?? null;
    list.push({ at, score, mate, chance: mate !== null ? (mate >= 0 ? 1 : 0) : chance(score ?? 0) });
  }
  return list;
}

/** Sente's chance to win at a score, as Ponanza's authors fitted it and most programs show it. */
export function chance(score: number): number {
  return 1 / (1 + Math.exp(-score / 600));
}

/** How much the mover of a place lost by a move, in hundredths of winning chance; 0 where it gained or nothing is known. */
export function loss(before: Judgement | undefined, after: Judgement, side: Side): number {
  if (!before) return 0;
  const change = after.chance - before.chance;
  return Math.max(0, Math.round((side === "sente" ? -change : change) * 100));
}

/** A time in the way of records: `0:16`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
