/** Moves as USI writes them: `7g7f`, `8h2b+`, `P*5e`, in several steps `6f5e4d`, and `pass`. */
import { type Size, squareAt, squareIndex, squareName, takeSquare } from "./squares.ts";

export type Move =
  | {
      type: "board";
      usi: string;
      from: number;
      /** The squares it touches down on, the last one its end. */
      steps: number[];
      promotes: boolean;
    }
  | { type: "drop"; usi: string; code: string; to: number }
  | { type: "pass"; usi: string };

export type BoardMove = Extract<Move, { type: "board" }>;
export type DropMove = Extract<Move, { type: "drop" }>;

/** Reads a move of a board of this size; `null` where it is none. */
export function readUsi(usi: string, size: Size): Move | null {
  if (usi === "pass") return { type: "pass", usi };
  const drop = /^(\+?[A-Z0-9]{1,8})\*(.+)$/.exec(usi);
  if (drop) {
    const to = squareIndex(drop[2] ?? "", size);
    return to < 0 ? null : { type: "drop", usi, code: drop[1] ?? "", to };
  }
  const squares: number[] = [];
  let rest = usi;
  for (let found = takeSquare(rest); found; found = takeSquare(rest)) {
    const square = squareAt(found.file, found.rank, size);
    if (square < 0) return null;
    squares.push(square);
    rest = found.rest;
  }
  const [from, ...steps] = squares;
  if (from === undefined || steps.length === 0 || !["", "+", "-", "="].includes(rest)) return null;
  return { type: "board", usi, from, steps, promotes: rest === "+" || rest === "-" };
}

export const moveEnd = (move: Move): number => {
  if (move.type === "pass") return -1;
  return move.type === "drop" ? move.to : (move.steps.at(-1) ?? -1);
};

export const writeBoardUsi = (squares: number[], promotes: boolean, size: Size) =>
  squares.map((square) => squareName(square, size)).join("") + (promotes ? "+" : "");
