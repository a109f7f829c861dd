// The board on which a piece is tried: the piece, men in its way, and where it can go.

export interface Blocker {
  square: string;
  side: "sente" | "gote";
}

export interface Trial {
  size: number;
  /** Where the piece stands. */
  at: string;
  men: Blocker[];
}

/** A move as the server tells it. */
export interface ReachMove {
  to: string;
  via: string[];
  captures: string[];
}

export const SIZES = [5, 7, 9, 11, 13, 15] as const;

/** The square of a column and a row counted from 0 at the top left, in USI. */
export function squareAt(size: number, column: number, row: number): string {
  return `${size - column}${String.fromCharCode(97 + row)}`;
}

/** The piece alone in the middle. */
export function newTrial(size: number): Trial {
  const middle = Math.floor(size / 2);
  return { size, at: squareAt(size, middle, middle), men: [] };
}

/** A board of another size; men keep their distance from the piece, which is in the middle again. */
export function resize(trial: Trial, size: number): Trial {
  const next = newTrial(size);
  const [dx, dy] = minus(coordinates(size, next.at), coordinates(trial.size, trial.at));
  const men = trial.men.flatMap((man): Blocker[] => {
    const [x, y] = coordinates(trial.size, man.square);
    const [column, row] = [x + dx, y + dy];
    if (column < 0 || row < 0 || column >= size || row >= size) return [];
    return [{ ...man, square: squareAt(size, column, row) }];
  });
  return { ...next, men };
}

function coordinates(size: number, square: string): [number, number] {
  return [size - Number.parseInt(square, 10), square.charCodeAt(square.length - 1) - 97];
}

function minus([a, b]: [number, number], [c, d]: [number, number]): [number, number] {
  return [a - c, b - d];
}

/** Nobody, an enemy, an own man, nobody: what a click on a square does. The piece's own square stays. */
export function toggle(trial: Trial, square: string): Trial {
  if (square === trial.at) return trial;
  const there = trial.men.find((man) => man.square === square);
  const others = trial.men.filter((man) => man.square !== square);
  if (!there) return { ...trial, men: [...others, { square, side: "gote" }] };
  if (there.side === "gote") return { ...trial, men: [...others, { square, side: "sente" }] };
  return { ...trial, men: others };
}

/** The piece makes one of its moves: what it takes is gone. */
export function play(trial: Trial, move: ReachMove): Trial {
  const gone = new Set([...move.captures, move.to]);
  return { ...trial, at: move.to, men: trial.men.filter((man) => !gone.has(man.square)) };
}

/** What a square means to the piece. */
export interface Target {
  /** Goes to an empty square; captures there; or only comes there in several steps, taking men on the way. */
  kind: "move" | "capture" | "chain";
  /** All moves that end there, the one that takes least first. */
  moves: ReachMove[];
}

/**
 * Where the piece can go, by square. Its own square `at` is among them where it takes a man and comes back (居喰い); to
 * come back without taking anything is no goal.
 */
export function targets(moves: readonly ReachMove[], at: string): Map<string, Target> {
  const out = new Map<string, ReachMove[]>();
  for (const move of moves) {
    if (move.to === at && move.captures.length === 0) continue;
    const there = out.get(move.to);
    if (there) there.push(move);
    else out.set(move.to, [move]);
  }
  return new Map([...out].map(([square, list]) => [square, { kind: kindOf(square, list), moves: inOrder(list) }]));
}

function kindOf(square: string, moves: readonly ReachMove[]): Target["kind"] {
  if (moves.some((move) => move.captures.length === 0)) return "move";
  return moves.some((move) => move.captures.every((taken) => taken === square)) ? "capture" : "chain";
}

function inOrder(moves: readonly ReachMove[]): ReachMove[] {
  return [...moves].sort((a, b) => a.captures.length - b.captures.length || a.via.length - b.via.length);
}
