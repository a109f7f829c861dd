/** Changes to a record; each gives a new one. */
import { BLANK, type Ending, type GameRecord, nodeAt, pathTo, type RecordNode, ROOT, type Winner } from "./record.ts";

/** A move as the server tells it after it was played. */
export interface PlayedMove {
  usi: string;
  japanese: string | null;
  english: string | null;
  sfen: string;
  checked: readonly string[];
}

/** The record with a move after `parent`, and the node of the move; a move that is there already is not added twice. */
export function addMove(record: GameRecord, parent: number, move: PlayedMove): [GameRecord, number] {
  const known = nodeAt(record, parent).children.find((id) => nodeAt(record, id).usi === move.usi);
  if (known !== undefined) return [record, known];
  const text = move.japanese?.replace(/^[▲△☗☖]/u, "") ?? move.usi;
  return addNode(record, parent, { ...move, text });
}

/** The record with an ending after `parent`. An ending that stands there is replaced. */
export function addEnding(
  record: GameRecord,
  parent: number,
  termination: string,
  text: string,
  winner: Winner | null,
): [GameRecord, number] {
  const old = nodeAt(record, parent).children.find((id) => nodeAt(record, id).end);
  const end = { termination, winner };
  if (old !== undefined) return [change(record, old, { end, text }), old];
  return addNode(record, parent, { end, text, sfen: nodeAt(record, parent).sfen });
}

/** The record with another comment at a node. */
export function setComment(record: GameRecord, id: number, comment: string): GameRecord {
  return nodeAt(record, id).comment === comment ? record : change(record, id, { comment });
}

/** The record with or without a bookmark at a node. */
export function toggleBookmark(record: GameRecord, id: number, name: string): GameRecord {
  const { bookmarks } = nodeAt(record, id);
  return change(record, id, { bookmarks: bookmarks.length > 0 ? [] : [name] });
}

/** The record with another value of a header; an empty one takes it away. */
export function setHeader(record: GameRecord, key: string, value: string): GameRecord {
  const headers = { ...record.headers };
  if (value === "") delete headers[key];
  else headers[key] = value;
  return { ...record, headers };
}

/** The record without a node and all that follows it. The start stays. */
export function remove(record: GameRecord, id: number): GameRecord {
  if (id === ROOT) return record;
  const { parent } = nodeAt(record, id);
  const nodes = [...record.nodes];
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    open.push(...nodeAt(record, next).children);
    nodes[next] = undefined;
  }
  const above = nodeAt(record, parent);
  nodes[parent] = { ...above, children: above.children.filter((child) => child !== id) };
  return { ...record, nodes };
}

/** The record in which every move on the way to `id` is the first of its alternatives: its line becomes the main one. */
export function makeMain(record: GameRecord, id: number): GameRecord {
  const nodes = [...record.nodes];
  const path = pathTo(record, id);
  path.slice(1).forEach((child, index) => {
    const parent = nodeAt(record, path[index] ?? ROOT);
    if (parent.children[0] === child) return;
    const others = parent.children.filter((other) => other !== child);
    nodes[parent.id] = { ...parent, children: [child, ...others] };
  });
  return { ...record, nodes };
}

/** The record in which a move stands one place further up (-1) or down (1) among its alternatives. */
export function reorder(record: GameRecord, id: number, by: 1 | -1): GameRecord {
  if (id === ROOT) return record;
  const parent = nodeAt(record, nodeAt(record, id).parent);
  const children = [...parent.children];
  const place = children.indexOf(id);
  const other = children[place + by];
  if (other === undefined) return record;
  children[place] = other;
  children[place + by] = id;
  return change(record, parent.id, { children });
}

/** A record as `POST /api/kifu/edit` takes it. */
export interface EditedRecord {
  variant: string;
  initialSfen: string | null;
  handicap: string | null;
  headers: Record<string, string>;
  comments: string[];
  bookmarks: string[];
  tree: {
    id: number;
    parent: number;
    usi?: string;
    termination?: string;
    winner?: Winner;
    text?: string;
    comment?: string;
    timeMs?: number;
    bookmarks?: string[];
  }[];
}

/**
 * What the server needs to write the record, and the moves that cannot be written because they
 * could not be read: they and what follows them stay behind.
 */
export function toEdited(record: GameRecord): { record: EditedRecord; left: number } {
  const tree: EditedRecord["tree"] = [];
  const ids = new Map([[ROOT, ROOT]]);
  let left = 0;
  for (const node of inOrder(record)) {
    const parent = ids.get(node.parent);
    if (parent === undefined || !(node.usi || node.end)) {
      left += 1;
      continue;
    }
    const id = tree.length + 1;
    ids.set(node.id, id);
    tree.push({
      id,
      parent,
      ...(node.end ? endingOf(node.end, node.text) : { usi: node.usi ?? "" }),
      ...(node.comment ? { comment: node.comment } : {}),
      ...(node.timeMs === null ? {} : { timeMs: node.timeMs }),
      ...(node.bookmarks.length > 0 ? { bookmarks: [...node.bookmarks] } : {}),
    });
  }
  const { comment, bookmarks } = nodeAt(record, ROOT);
  const { variant, handicap, initialSfen } = record;
  return {
    record: {
      variant,
      initialSfen,
      handicap,
      headers: { ...record.headers },
      comments: comment ? [comment] : [],
      bookmarks: [...bookmarks],
      tree,
    },
    left,
  };
}

/** An ending with its winner, and its words where no keyword stands for them. */
function endingOf({ termination, winner }: Ending, text: string) {
  return { termination, ...(winner ? { winner } : {}), ...(termination === "OTHER" && text ? { text } : {}) };
}

/** All moves and endings, each after its parent and each line as one piece. */
export function* inOrder(record: GameRecord): Generator<RecordNode> {
  const open = [...nodeAt(record, ROOT).children].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodeAt(record, id);
    yield node;
    for (let place = node.children.length - 1; place >= 0; place -= 1) {
      const child = node.children[place];
      if (child !== undefined) open.push(child);
    }
  }
}

function addNode(record: GameRecord, parent: number, what: Partial<RecordNode>): [GameRecord, number] {
  const id = record.nodes.length;
  const above = nodeAt(record, parent);
  const nodes = [...record.nodes];
  nodes[parent] = { ...above, children: [...above.children, id] };
  nodes[id] = {
    ...BLANK,
    id,
    parent,
    number: above.number + 1,
    ...what,
  };
  return [{ ...record, nodes }, id];
}

function change(record: GameRecord, id: number, what: Partial<RecordNode>): GameRecord {
  const nodes = [...record.nodes];
  nodes[id] = { ...nodeAt(record, id), ...what };
  return { ...record, nodes };
}
