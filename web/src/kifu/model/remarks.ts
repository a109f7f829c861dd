/** What stands beside moves: comments, marks, engines' words. */
import type { Analysis, RecordNode } from "./record.ts";
import { withoutShapes } from "./shapes.ts";

/** The comment of a person; lines an engine wrote, and what is drawn on the board, are left out. */
export function personal(node: RecordNode): string {
  const comment = withoutShapes(node.comment);
  if (node.analysis.length === 0) return comment;
  return comment
    .split("\n")
    .filter((line) => !/^[*#]/.test(line))
    .join("\n")
    .trim();
}

/** Whether a move is worth a jump: a bookmark, a word of a person, something drawn, a move against the rules. */
export function isMarked(node: RecordNode): boolean {
  const isDrawn = withoutShapes(node.comment) !== node.comment;
  return isDrawn || node.bookmarks.length > 0 || node.illegal !== null || personal(node) !== "";
}

/** A piece of a comment: words, or words that lead to a ply or an address. */
export interface Words {
  text: string;
  ply?: number;
  href?: string;
}

const LINKS = /([0-9０-９]{1,4})\s*手目|https?:\/\/[^\s<>"'「」（）、。]+/gu;

/** A comment cut at `37手目` (a jump) and at addresses (a link). */
export function wordsOf(comment: string): Words[] {
  const words: Words[] = [];
  let done = 0;
  for (const match of comment.matchAll(LINKS)) {
    if (match.index > done) words.push({ text: comment.slice(done, match.index) });
    const [text, ply] = match;
    words.push(ply ? { text, ply: digits(ply) } : { text, href: text });
    done = match.index + text.length;
  }
  if (done < comment.length) words.push({ text: comment.slice(done) });
  return words;
}

function digits(text: string): number {
  const half = text.replace(/[０-９]/gu, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return Number.parseInt(half, 10);
}

/** The best of an engine's statements: the first candidate that has a score. */
export function best(analysis: readonly Analysis[]): Analysis | null {
  const scored = analysis.filter((one) => one.score != null || one.mate != null);
  return scored.find((one) => (one.candidate ?? 1) === 1) ?? scored[0] ?? null;
}
