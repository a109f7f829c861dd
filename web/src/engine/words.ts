/** Scores and lines as people read them. */
import { notated } from "../app/i18n.ts";
import type { MoveText, Side } from "../app/wire.ts";
import type { Arrow } from "../board/index.ts";
import type { Fault, Score } from "./calls.ts";
import { t } from "./messages.ts";

/** A line of moves; at most `most` of them. It may be broken between moves, not inside one. */
export function lineWords(moves: readonly MoveText[], most = 12): string {
  // The mark of a side stays with its move, and what a hyphen joins with the hyphen.
  const one = (move: MoveText) =>
    notated(move)
      .replace("　", "")
      .replace(/^[▲△]|-/gu, "$&\u2060");
  const words = moves.slice(0, most).map(one);
  return words.join(notated({ japanese: "\u200b", english: " " })) + (moves.length > most ? " …" : "");
}

/** A score for `viewer`, told by `mover`: `+123`, `mate in 5`. */
export function scoreWords(score: Score, mover: Side, viewer: Side = "sente"): string {
  const sign = mover === viewer ? 1 : -1;
  if (score.mate != null) {
    const plies = score.mate * sign;
    if (plies === 0) return t("mate");
    return t(plies > 0 ? "mateIn" : "matedIn", { n: Math.abs(plies) });
  }
  const points = (score.cp ?? 0) * sign;
  return points > 0 ? `+${points}` : String(points);
}

/** A chance as a whole percentage; never 0 or 100 while the game goes on. */
export function percent(win: number): number {
  return Math.round(Math.max(0, Math.min(1, win)) * 100);
}

/** What sente can hope for where the side to move hopes for `win`. */
export function forSente(win: number, mover: Side): number {
  return mover === "sente" ? win : 1 - win;
}

/** The sign of a fault, as it is put behind a move. */
export const SIGNS: Record<Fault, string> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  missedMate: "?#",
  onlyMove: "!",
};

/** Where a move goes, for an arrow; a drop has no square to come from and is drawn as a ring. */
export function arrowOf(usi: string, colour?: string): Arrow | null {
  const drop = /^[^*]+\*(\d+[a-z]+)$/.exec(usi);
  if (drop?.[1]) return { from: "", to: drop[1], colour };
  const squares = usi.match(/\d+[a-z]+/g) ?? [];
  const [from, to] = [squares[0], squares.at(-1)];
  return from && to && squares.length > 1 ? { from, to, colour } : null;
}

/** The square of the man that moves; none where it comes from the hand. */
export function squareOf(usi: string): string | null {
  return arrowOf(usi)?.from || null;
}
