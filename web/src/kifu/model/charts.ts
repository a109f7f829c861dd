/** Numbers along a line of play, ready to be drawn. */
import type { Cursor } from "./cursor.ts";
import { nodeAt, ROOT, type Side, sideToMove } from "./record.ts";

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

/** A time in the way of records: `0:16`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
