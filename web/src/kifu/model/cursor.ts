/**
 * Where a reader is in a record: a line from the start to an end, and a place on it.
 *
 * Going back and forth stays on the line, so that one who looked into a variation and stepped back
 * finds it again; choosing a variation makes another line.
 */
import { type GameRecord, nodeAt, pathTo, type RecordNode, ROOT } from "./record.ts";

export interface Cursor {
  readonly record: GameRecord;
  /** The ids from the start position to the end of the line. */
  readonly line: readonly number[];
  /** The place in `line`. */
  readonly at: number;
}

/** At the start of the main line. */
export function start(record: GameRecord): Cursor {
  return { record, line: extend(record, [ROOT]), at: 0 };
}

/** The node the reader is at. */
export function current(cursor: Cursor): RecordNode {
  return nodeAt(cursor.record, cursor.line[cursor.at] ?? ROOT);
}

/** At place `at` of the line, or at the nearest there is. */
export function goTo(cursor: Cursor, at: number): Cursor {
  const place = Math.max(0, Math.min(cursor.line.length - 1, at));
  return place === cursor.at ? cursor : { ...cursor, at: place };
}

/** So many plies on, or back. */
export function step(cursor: Cursor, plies: number): Cursor {
  return goTo(cursor, cursor.at + plies);
}

/** At the end of the line. */
export function last(cursor: Cursor): Cursor {
  return goTo(cursor, cursor.line.length - 1);
}

/** At a node: on the line if it is there, else on a line that goes through it. */
export function goToNode(cursor: Cursor, id: number): Cursor {
  const place = cursor.line.indexOf(id);
  if (place >= 0) return goTo(cursor, place);
  const path = pathTo(cursor.record, id);
  return { record: cursor.record, line: extend(cursor.record, path), at: path.length - 1 };
}

/** The moves to choose from at the current place: the current move and its alternatives. */
export function alternatives(cursor: Cursor): readonly number[] {
  const node = current(cursor);
  return node.id === ROOT ? [] : nodeAt(cursor.record, node.parent).children;
}

/** The moves that were recorded for the position the reader looks at. */
export function continuations(cursor: Cursor): readonly number[] {
  return current(cursor).children;
}

/** At the next (or with -1 the previous) alternative of the current move; round and round. */
export function turn(cursor: Cursor, by: number): Cursor {
  const choice = alternatives(cursor);
  if (choice.length < 2) return cursor;
  const place = choice.indexOf(current(cursor).id);
  const next = choice[(place + by + choice.length) % choice.length];
  return next === undefined ? cursor : goToNode(cursor, next);
}

/** Into the first variation of the next move, or of one later on the line. */
export function enter(cursor: Cursor): Cursor {
  for (let at = cursor.at; at < cursor.line.length; at += 1) {
    const { children } = nodeAt(cursor.record, cursor.line[at] ?? ROOT);
    const other = children.find((id) => id !== cursor.line[at + 1]);
    if (other !== undefined && children.length > 1) return goToNode(cursor, other);
  }
  return cursor;
}

/** Back to where the line left the one it is a variation of. */
export function leave(cursor: Cursor): Cursor {
  for (let at = cursor.at; at > 0; at -= 1) {
    const id = cursor.line[at] ?? ROOT;
    const parent = nodeAt(cursor.record, nodeAt(cursor.record, id).parent);
    if (parent.children[0] !== id) {
      const line = extend(cursor.record, cursor.line.slice(0, at));
      return { record: cursor.record, line, at: at - 1 };
    }
  }
  return cursor;
}

/** Whether the current move is in a variation. */
export function inVariation(cursor: Cursor): boolean {
  return leave(cursor) !== cursor;
}

/** At the next (or with -1 the previous) place on the line that `has` something. */
export function seek(cursor: Cursor, by: 1 | -1, has: (node: RecordNode) => boolean): Cursor {
  for (let at = cursor.at + by; at >= 0 && at < cursor.line.length; at += by) {
    if (has(nodeAt(cursor.record, cursor.line[at] ?? ROOT))) return goTo(cursor, at);
  }
  return cursor;
}

/** The same place in an edited record, or the nearest that is left of it. */
export function moveTo(cursor: Cursor, record: GameRecord): Cursor {
  const line: number[] = [ROOT];
  for (const id of cursor.line.slice(1)) {
    const node = record.nodes[id];
    if (!node || node.parent !== line[line.length - 1]) break;
    line.push(id);
  }
  const whole = extend(record, line);
  return { record, line: whole, at: Math.min(cursor.at, line.length - 1) };
}

function extend(record: GameRecord, path: readonly number[]): number[] {
  const line = [...path];
  let next = nodeAt(record, line[line.length - 1] ?? ROOT).children[0];
  while (next !== undefined) {
    line.push(next);
    next = nodeAt(record, next).children[0];
  }
  return line;
}
