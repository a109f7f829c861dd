// The computer at the table: it answers when it is its turn, and says when a move was bad.
import { signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import type { MoveText, PositionView, Side } from "../app/wire.ts";
import { askMove, getReady, type Judged, judgeGame, type Line, lines } from "../engine/calls.ts";
import type { LocalGame } from "./local-game.ts";
import type { ComputerSeat } from "./recent.ts";

export const other = (side: Side): Side => (side === "sente" ? "gote" : "sente");

/** What is shown on the board to help: the man to move, then where it goes. */
export interface Hint {
  ply: number;
  move: MoveText;
  shows: "man" | "move";
}

/** A bad move: what was thought before it, and of the answer to it. */
export interface Bad {
  ply: number;
  before: Judged;
  after: Judged;
}

/** How many positions are looked at to judge a move: enough to see a piece that is lost, little enough to be at once. */
const NODES = 20_000;
/** Faults that are worth a word in the middle of a game. */
const TOLD = ["mistake", "blunder", "missedMate"];

export class Computer {
  readonly thinking = signal(false);
  readonly error = signal<ApiError | null>(null);
  readonly hint = signal<Hint | null>(null);
  readonly hinting = signal(false);
  readonly bad = signal<Bad | null>(null);
  readonly human: Side;
  readonly #engine: string | undefined;
  #stop = new AbortController();
  readonly #leaving = new AbortController();
  /** Why it cannot play at all. */
  #unable: ApiError | null = null;

  constructor(
    readonly game: LocalGame,
    readonly seat: ComputerSeat,
  ) {
    this.human = other(seat.side);
    this.#engine = seat.engine?.id;
  }

  /**
   * Has the engine made before it is needed, so that its first move takes no longer than the others; one that cannot play
   * this game says so before anything is played.
   */
  async ready(): Promise<void> {
    if (this.game.end.value) return;
    const { signal: stopped } = this.#leaving;
    this.#unable = null;
    this.error.value = null;
    try {
      await getReady(this.game.reference(), this.#engine, stopped);
    } catch (cause) {
      // Koma itself is asked again with the first move; what it says then is what counts.
      if (stopped.aborted || !this.#engine || !(cause instanceof ApiError)) return;
      this.#unable = cause;
      this.error.value = cause;
    }
  }

  /** Nobody is at the table any more. */
  leave(): void {
    this.#leaving.abort();
    this.halt();
  }

  /** The position has changed: thinks where it is the computer's turn, looks at what was played where it is not. */
  async look(): Promise<PositionView | null> {
    this.halt();
    this.error.value = this.#unable;
    const position = this.game.newest.value;
    // While moves are taken back, the position is still the one before.
    const isThere = position?.played.length === this.game.moves.value.length;
    if (!position || !isThere || this.game.end.value) return null;
    if (position.side === this.seat.side) return this.#answer(position);
    if (this.seat.tells) await this.#judge();
    return null;
  }

  /** Ends whatever is thought about. */
  halt(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.thinking.value = false;
    this.hinting.value = false;
    this.error.value = null;
    this.hint.value = null;
    this.bad.value = null;
  }

  async #answer(position: PositionView): Promise<PositionView | null> {
    const { signal: stopped } = this.#stop;
    this.thinking.value = true;
    const { level } = this.seat;
    try {
      const chosen = await askMove(position, this.game.reference(), { level, engine: this.#engine }, stopped);
      if (stopped.aborted) return null;
      this.thinking.value = false;
      if (chosen.resigns) this.game.resign(this.seat.side);
      else if (chosen.declares) this.game.finish({ reason: "declaration", winner: this.seat.side });
      else if (chosen.move) {
        // Whoever looks at an earlier position is called back to the table.
        this.game.cursor.value = this.game.moves.value.length;
        return await this.game.play(chosen.move.usi);
      }
    } catch (cause) {
      if (stopped.aborted) return null;
      this.thinking.value = false;
      if (!(cause instanceof ApiError)) throw cause;
      this.error.value = cause;
    }
    return null;
  }

  /** Shows the man to move; asked again, where it goes. */
  async help(): Promise<void> {
    const ply = this.game.moves.value.length;
    const known = this.hint.value;
    if (known?.ply === ply) {
      this.hint.value = { ...known, shows: "move" };
      return;
    }
    this.halt();
    const { signal: stopped } = this.#stop;
    this.hinting.value = true;
    try {
      const best = await lastLine(this.game, stopped);
      const move = best?.moves[0];
      if (!stopped.aborted && move) this.hint.value = { ply, move, shows: "man" };
    } catch (cause) {
      if (stopped.aborted) return;
      if (!(cause instanceof ApiError)) throw cause;
      this.error.value = cause;
    } finally {
      if (!stopped.aborted) this.hinting.value = false;
    }
  }

  /** Whether the last move of the human was a bad one. The game is judged from its end, so it is soon known. */
  async #judge(): Promise<void> {
    const { signal: stopped } = this.#stop;
    try {
      const ply = await this.game.lastTurnOf(this.human);
      if (ply === null || stopped.aborted) return;
      const seen = new Map<number, Judged>();
      for await (const news of judgeGame(this.game.reference(), { nodes: NODES }, stopped)) {
        if (stopped.aborted) return;
        if (!("ply" in news)) continue;
        seen.set(news.ply, news);
        if (news.ply > ply) continue;
        const after = seen.get(ply + 1);
        if (after && news.mark && TOLD.includes(news.mark)) this.bad.value = { ply, before: news, after };
        return;
      }
    } catch {
      // Not to be told is no harm; the game goes on.
    }
  }

  /** Takes back the human's last move and what was answered. */
  async takeBack(): Promise<void> {
    const plies = await this.game.lastTurnOf(this.human);
    if (plies === null) return;
    this.halt();
    await this.game.takeBack(plies);
  }
}

/** What Koma would play; the other engine is the opponent and does not help. */
async function lastLine(game: LocalGame, stopped: AbortSignal): Promise<Line | null> {
  let best: Line | null = null;
  for await (const thought of lines(game.reference(), { lines: 1, seconds: 1 }, stopped)) {
    best = thought.lines[0] ?? best;
  }
  return best;
}
