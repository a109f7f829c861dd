// Whether what a lesson asks for is done. The server says what is legal and what came of a move.
import type { PositionView } from "../app/wire.ts";
import type { Goal } from "./lessons.ts";

/** `again`: it went wrong, and begins anew. */
export type Verdict = "done" | "goesOn" | "again";

/** What a move has brought, by the position after it. */
export function judge(goal: Goal, after: Pick<PositionView, "sfen" | "end" | "lastMove">): Verdict {
  const [board = ""] = after.sfen.split(" ");
  const usi = after.lastMove?.usi ?? "";
  switch (goal) {
    case "take":
      return /[a-z]/.test(board) ? "goesOn" : "done";
    case "promote":
      return /\+[A-Z]/.test(board) ? "done" : "again";
    case "drop":
      return usi.includes("*") ? "done" : "again";
    case "escape":
      // Only moves out of check are legal.
      return "done";
    case "mate":
      return after.end?.reason === "checkmate" ? "done" : "again";
  }
}

/** The same board with the learner to move again: nobody plays the other side, and what was taken is put away. */
export function myTurn(sfen: string): string {
  const [board = ""] = sfen.split(" ");
  return `${board} b - 1`;
}

/** Whether the task can no longer be done: a piece that has passed the last enemy, say. */
export function isStuck(goal: Goal, view: Pick<PositionView, "moves">): boolean {
  return goal === "take" && view.moves.length === 0;
}
