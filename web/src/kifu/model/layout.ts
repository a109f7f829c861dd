/** The tree of a record laid out: plies go down, variations to the right. */
import { type GameRecord, nodeAt, ROOT } from "./record.ts";

export interface Placed {
  id: number;
  /** The column: 0 is the main line. */
  x: number;
  /** The row: the number of plies from the start. */
  y: number;
}

export interface Layout {
  placed: readonly Placed[];
  columns: number;
  rows: number;
  /** Where a node is. */
  of(id: number): Placed | undefined;
  /** What is at a column and row. */
  at(x: number, y: number): number | undefined;
}

/**
 * Each line keeps its column to its end; a variation takes the nearest column to the right of its
 * fork that is free from the fork down to its end. So no two lines cross a node, and many short
 * variations share a column.
 */
export function layout(record: GameRecord): Layout {
  const placed: Placed[] = [];
  const byId = new Map<number, Placed>();
  const taken: { from: number; to: number }[][] = [];
  let rows = 0;
  const lines: { first: number; fork: Placed | null }[] = [{ first: ROOT, fork: null }];
  for (let line = lines.shift(); line; line = lines.shift()) {
    const ids = down(record, line.first);
    const top = line.fork ? line.fork.y + 1 : 0;
    const bottom = top + ids.length - 1;
    const x = column(taken, line.fork ? line.fork.x + 1 : 0, line.fork?.y ?? 0, bottom);
    const forks: { first: number; fork: Placed }[] = [];
    ids.forEach((id, index) => {
      const place = { id, x, y: top + index };
      placed.push(place);
      byId.set(id, place);
      for (const other of nodeAt(record, id).children.slice(1)) forks.push({ first: other, fork: place });
    });
    rows = Math.max(rows, bottom + 1);
    // Later forks first: they are shorter ways down and leave the columns beside the line to the early ones last.
    lines.unshift(...forks.reverse());
  }
  const cells = new Map(placed.map(({ id, x, y }) => [y * 65536 + x, id]));
  return {
    placed,
    columns: taken.length,
    rows,
    of: (id) => byId.get(id),
    at: (x, y) => cells.get(y * 65536 + x),
  };
}

function down(record: GameRecord, first: number): number[] {
  const ids = [];
  for (let id: number | undefined = first; id !== undefined; id = nodeAt(record, id).children[0]) ids.push(id);
  return ids;
}

function column(taken: { from: number; to: number }[][], least: number, from: number, to: number): number {
  for (let x = least; ; x += 1) {
    const spans = taken[x] ?? [];
    taken[x] = spans;
    if (spans.every((span) => span.to < from || span.from > to)) {
      spans.push({ from, to });
      return x;
    }
  }
}
