/**
 * A game record as a tree of moves, as the browser holds it.
 *
 * Records are values: every edit gives a new one and shares what did not change, so that undo is
 * a list of old records and a view can tell by identity what to draw again.
 */
import type { KifAnalysis, KifEnd, KifFault, KifMove, KifNode, KifOffence, KifuData } from "../../app/api-types.ts";

/** What an engine wrote about a position. */
export type Analysis = KifAnalysis;

/** Why a move is against the rules. */
export type Offence = KifOffence;

/** The end of a line. */
export interface Ending {
  termination: string;
  winner: Winner | null;
}

/** Who won. */
export type Winner = "sente" | "gote" | "draw";

/** Whose turn it is. */
export type Side = "sente" | "gote";

/** A move or an ending; node 0 is the start position. */
export interface RecordNode {
  id: number;
  parent: number;
  /** The first child goes on with the line, the others are variations. */
  children: readonly number[];
  /** The number of the move as the record counts. */
  number: number;
  /** The move or the ending in the words of the file. */
  text: string;
  usi: string | null;
  japanese: string | null;
  english: string | null;
  /** The position after it; none where the move could not be carried out. */
  sfen: string | null;
  /** The squares of royals in check. */
  checked: readonly string[];
  comment: string;
  bookmarks: readonly string[];
  timeMs: number | null;
  illegal: Offence | null;
  analysis: readonly Analysis[];
  /** How bad the move was, by what engines wrote before and after it. */
  fault: KifFault | null;
  end: Ending | null;
  /** The line of the file. */
  line: number | null;
}

/** A whole game. */
export interface GameRecord {
  variant: string;
  handicap: string | null;
  initialSfen: string | null;
  headers: Readonly<Record<string, string>>;
  /** By id; removed nodes leave a hole. */
  nodes: readonly (RecordNode | undefined)[];
}

/** The part of an import's payload that makes the tree. */
export type RecordPayload = Partial<KifuData> & { tree: PayloadNode[] };

/** A node as it comes over the wire: a move or an ending. */
export type PayloadNode = Pick<KifNode, "id" | "parent" | "number" | "text"> & Partial<KifMove & KifEnd & KifNode>;

/** The id of the start position. */
export const ROOT = 0;

/** A node with nothing in it. */
export const BLANK: RecordNode = {
  id: ROOT,
  parent: -1,
  children: [],
  number: 0,
  text: "",
  usi: null,
  japanese: null,
  english: null,
  sfen: null,
  checked: [],
  comment: "",
  bookmarks: [],
  timeMs: null,
  illegal: null,
  analysis: [],
  fault: null,
  end: null,
  line: null,
};

/** The record of an import. Nodes that hang nowhere are left out. */
export function fromPayload(payload: RecordPayload): GameRecord {
  const nodes: (RecordNode | undefined)[] = [];
  const children: number[][] = [[]];
  nodes[ROOT] = {
    ...BLANK,
    sfen: payload.initialSfen ?? null,
    comment: (payload.comments ?? []).join("\n"),
    analysis: payload.analysis ?? [],
    bookmarks: payload.bookmarks ?? [],
  };
  for (const from of payload.tree) {
    const siblings = children[from.parent];
    if (!siblings || from.id === ROOT || nodes[from.id]) continue;
    siblings.push(from.id);
    children[from.id] = [];
    nodes[from.id] = nodeOf(from);
  }
  for (const node of nodes) if (node) node.children = children[node.id] ?? [];
  return {
    variant: payload.variant ?? "shogi",
    handicap: payload.handicap ?? null,
    initialSfen: payload.initialSfen ?? null,
    headers: payload.headers ?? {},
    nodes,
  };
}

function nodeOf(from: PayloadNode): RecordNode {
  const { id, parent, number, text } = from;
  return {
    ...BLANK,
    id,
    parent,
    number,
    text,
    usi: from.usi ?? null,
    japanese: from.japanese ?? null,
    english: from.english ?? null,
    sfen: from.sfen ?? null,
    checked: from.checked ?? [],
    comment: from.comment ?? "",
    bookmarks: from.bookmarks ?? [],
    timeMs: from.timeMs ?? null,
    illegal: from.illegal ?? null,
    analysis: from.analysis ?? [],
    fault: from.fault ?? null,
    end: from.termination ? { termination: from.termination, winner: from.winner ?? null } : null,
    line: from.line ?? null,
  };
}

/** An empty game. */
export function emptyRecord(variant: string, sfen: string, handicap: string | null = null): GameRecord {
  return { variant, handicap, initialSfen: sfen, headers: {}, nodes: [{ ...BLANK, sfen }] };
}

/** The node with this id. */
export function nodeAt(record: GameRecord, id: number): RecordNode {
  const node = record.nodes[id];
  if (!node) throw new RangeError(`no node ${id}`);
  return node;
}

/** How many moves and endings there are. */
export function size(record: GameRecord): number {
  let count = -1;
  for (const node of record.nodes) if (node) count += 1;
  return count;
}

/** How many variations there are. */
export function branches(record: GameRecord): number {
  let count = 0;
  for (const node of record.nodes) if (node) count += Math.max(0, node.children.length - 1);
  return count;
}

/** The ids from the start position to `id`. */
export function pathTo(record: GameRecord, id: number): number[] {
  const path = [];
  for (let at = id; at >= ROOT; at = nodeAt(record, at).parent) path.push(at);
  return path.reverse();
}

/** The moves that lead to `id`, or none where one of them could not be carried out. */
export function movesTo(record: GameRecord, id: number): string[] | null {
  const moves = [];
  for (const step of pathTo(record, id).slice(1)) {
    const { usi, end } = nodeAt(record, step);
    if (usi) moves.push(usi);
    else if (!end) return null;
  }
  return moves;
}

/** Who is to move in a position. */
export function sideToMove(sfen: string | null): Side {
  return sfen?.split(" ")[1] === "w" ? "gote" : "sente";
}

/** Who made the move of a node. */
export function mover(record: GameRecord, node: RecordNode): Side {
  for (let at = node.parent, flips = 0; at >= ROOT; at = nodeAt(record, at).parent, flips += 1) {
    const { sfen } = nodeAt(record, at);
    if (!sfen) continue;
    const side = sideToMove(sfen);
    return flips % 2 === 0 ? side : side === "sente" ? "gote" : "sente";
  }
  return node.number % 2 === 1 ? "sente" : "gote";
}

/** The last position on the way to `id` that could be reached. */
export function lastPosition(record: GameRecord, id: number): RecordNode {
  let node = nodeAt(record, id);
  while (!node.sfen && node.id !== ROOT) node = nodeAt(record, node.parent);
  return node;
}
