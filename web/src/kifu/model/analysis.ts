/** What was thought of the positions of a record: judgements along a line, faults, and comments that hold them. */
import type { Fault, Judged, Score } from "../../engine/calls.ts";
import type { Cursor } from "./cursor.ts";
import {
  type Analysis,
  type GameRecord,
  mover,
  nodeAt,
  type RecordNode,
  ROOT,
  type Side,
  sideToMove,
} from "./record.ts";
import { best, personal } from "./remarks.ts";
import { shapesOf, withShapes } from "./shapes.ts";

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

/** What the engine thought of a position, with the node of the move that its mark is about. */
export interface Placed extends Judged {
  next: number | null;
}

/** What the engine thought, by the node of the position. */
export type Judgements = ReadonlyMap<number, Placed>;

const NONE: Judgements = new Map();

/** The judgements along a line: ours where there is one, else what stands in the comments. */
export function judgements({ record, line }: Pick<Cursor, "record" | "line">, ours: Judgements = NONE): Judgement[] {
  const list: Judgement[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const node = nodeAt(record, line[at] ?? ROOT);
    const judged = ours.get(node.id);
    const said = judged ? seenBySente(judged, sideAt(record, node)) : written(best(node.analysis));
    if (said) list.push({ at, ...said });
  }
  return list;
}

function written(said: Analysis | null): Omit<Judgement, "at"> | null {
  if (!said) return null;
  const mate = said.mate ?? null;
  return { score: said.score ?? null, mate, chance: said.chance ?? 0.5 };
}

/** A judgement of the side to move, turned to sente's. */
export function seenBySente({ score, win }: Pick<Judged, "score" | "win">, mover: Side): Omit<Judgement, "at"> {
  const sign = mover === "sente" ? 1 : -1;
  const { cp, mate }: Score = score ?? {};
  return {
    score: cp === undefined ? null : cp * sign,
    // Not -0, which is another number to those who compare.
    mate: mate === undefined ? null : mate * sign || 0,
    chance: mover === "sente" ? win : 1 - win,
  };
}

/** How much the mover of a place lost by a move, in hundredths of winning chance; 0 where it gained or nothing is known. */
export function loss(before: Judgement | undefined, after: Judgement, side: Side): number {
  if (!before) return 0;
  const change = after.chance - before.chance;
  return Math.max(0, Math.round((side === "sente" ? -change : change) * 100));
}

/** A move that is worth a mark. */
export interface Marked {
  at: number;
  fault: Fault;
  /** Hundredths of winning chance that it cost. */
  loss: number;
}

/**
 * The moves of a line that are worth a mark: as the engine judged them, and where only comments tell, as the server judged
 * those. Theirs is one number a move, so there are no only moves among them.
 */
export function marks({ record, line }: Pick<Cursor, "record" | "line">, ours: Judgements = NONE): Marked[] {
  const all = new Map(judgements({ record, line }, ours).map((one) => [one.at, one]));
  const list: Marked[] = [];
  for (let at = 1; at < line.length; at += 1) {
    const before = nodeAt(record, line[at - 1] ?? ROOT);
    const node = nodeAt(record, line[at] ?? ROOT);
    const after = all.get(at);
    if (!node.usi) continue;
    const cost = after ? loss(all.get(at - 1), after, sideAt(record, before)) : 0;
    const judged = ours.get(before.id);
    // The mark belongs to the move that was judged, not to a variation from the same position.
    const fault = judged ? (judged.next === node.id ? judged.mark : null) : node.fault;
    if (fault) list.push({ at, fault, loss: cost });
  }
  return list;
}

/** Who is to move at a node, also in records that come without positions. */
export function sideAt(record: GameRecord, node: RecordNode): Side {
  if (node.sfen || node.id === ROOT) return sideToMove(node.sfen);
  return mover(record, node) === "sente" ? "gote" : "sente";
}

/** The record with the judgements in its comments, in the words that ShogiHome, ShogiGUI and we read. */
export function annotated(record: GameRecord, ours: Judgements): GameRecord {
  const nodes = [...record.nodes];
  for (const [id, judged] of ours) {
    const node = nodes[id];
    if (node) nodes[id] = withWords(node, judged, sideAt(record, node));
    const played = judged.next === null ? undefined : nodes[judged.next];
    if (played) nodes[played.id] = { ...played, fault: judged.mark === "onlyMove" ? null : (judged.mark ?? null) };
  }
  return { ...record, nodes };
}

function withWords(node: RecordNode, judged: Judged, side: Side): RecordNode {
  if (judged.comments.length === 0) return node;
  const { score, mate, chance } = seenBySente(judged, side);
  const line = judged.best.map(({ japanese }) => japanese).join("") || null;
  const words = [personal(node), ...judged.comments].filter((text) => text !== "").join("\n");
  const comment = withShapes(words, shapesOf(node.comment));
  return { ...node, comment, analysis: [{ score, mate, chance, line }] };
}
