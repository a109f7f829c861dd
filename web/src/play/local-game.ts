// A game at one screen: its moves, what is shown of it, its clocks; kept in this browser after every change.
import { computed, signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import type { End, GameReference, PositionView, Side } from "../app/wire.ts";
import { after, type Clocks, moved, startClocks } from "./clock.ts";
import { positionAfter, positionOf } from "./positions.ts";
import { keep, type LocalRecord } from "./recent.ts";

export class LocalGame {
  readonly moves = signal<string[]>([]);
  /** How many moves the shown position has. */
  readonly cursor = signal(0);
  /** The newest position, and the one on the board. */
  readonly newest = signal<PositionView | null>(null);
  readonly shown = signal<PositionView | null>(null);
  readonly clocks = signal<Clocks | null>(null);
  /** When `clocks` were right; null while they stand. */
  readonly clocksAt = signal<number | null>(null);
  readonly end = signal<End | null>(null);
  readonly error = signal<ApiError | null>(null);
  readonly atNewest = computed(() => this.cursor.value === this.moves.value.length);
  /** The clocks before each move, so that a move taken back gives its time back. */
  #before: (Clocks | null)[] = [];

  constructor(readonly record: LocalRecord) {
    this.moves.value = record.moves;
    this.cursor.value = record.moves.length;
    this.end.value = record.end;
    this.clocks.value = record.clocks ?? startClocks(record.clock);
  }

  reference(plies = this.moves.value.length): GameReference {
    const { variant, options, handicap, sfen } = this.record;
    return { variant, options, handicap, sfen, moves: this.moves.value.slice(0, plies) };
  }

  /** Asks for the positions again: at the start, and when the language changes. */
  async load(): Promise<void> {
    const { length } = this.moves.value;
    try {
      const [newest, shown] = await Promise.all([
        positionOf(this.reference()),
        positionOf(this.reference(this.cursor.value)),
      ]);
      if (this.moves.value.length !== length) return;
      this.newest.value = newest;
      this.shown.value = shown;
      this.error.value = null;
      if (newest.end && !this.end.value) this.finish(newest.end);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Plays a move at the newest position. Returns the position after it, or null if the server refused. */
  async play(usi: string): Promise<PositionView | null> {
    if (this.end.value || !this.atNewest.value) return null;
    const before = this.newest.value;
    const moves = [...this.moves.value, usi];
    const reference = { ...this.reference(), moves };
    const next = before ? await positionAfter(before, reference) : await positionOf(reference);
    if (moves.length !== this.moves.value.length + 1) return null;
    this.#before.push(this.clocks.value);
    this.moves.value = moves;
    this.cursor.value = moves.length;
    this.newest.value = next;
    this.shown.value = next;
    if (before) this.#press(before.side, next.side);
    if (next.end) this.finish(next.end);
    this.save();
    return next;
  }

  async show(plies: number): Promise<void> {
    this.cursor.value = plies;
    try {
      const view = await positionOf(this.reference(plies));
      if (this.cursor.value === plies) this.shown.value = view;
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Drops all moves after the first `plies`: 待った, or playing on from an earlier position. */
  async takeBack(plies: number): Promise<void> {
    const before = this.#before[plies];
    if (before !== undefined) this.clocks.value = before;
    this.#before.length = Math.min(this.#before.length, plies);
    this.moves.value = this.moves.value.slice(0, plies);
    this.cursor.value = plies;
    this.end.value = null;
    this.clocksAt.value = this.clocks.value?.running ? performance.now() : null;
    await this.load();
    this.save();
  }

  /** How many moves are left when `side` takes back its last one, with whatever was answered; null where it has none. */
  async lastTurnOf(side: Side): Promise<number | null> {
    for (let plies = this.moves.value.length - 1; plies >= 0; plies -= 1) {
      // In a set-up phase a side may place several men in a row.
      if ((await positionOf(this.reference(plies))).side === side) return plies;
    }
    return null;
  }

  finish(end: End): void {
    if (this.end.value) return;
    this.#stop();
    this.end.value = end;
    this.save();
  }

  /** `side` gives up; the one to move where nobody is named. */
  resign(side = this.newest.value?.side): void {
    if (side) this.#decide("resignation", side === "sente" ? "gote" : "sente");
  }

  /** The clock of `side` has run out. */
  flag(side: Side): void {
    this.#decide("timeLoss", side === "sente" ? "gote" : "sente");
  }

  /** Leaves the table: clocks stand until somebody comes back. */
  leave(): void {
    this.#stop();
    this.save();
  }

  /** Comes back to the table. */
  resume(): void {
    if (this.clocks.value?.running && !this.end.value) this.clocksAt.value = performance.now();
  }

  save(): void {
    if (!this.moves.value.length && !this.end.value) return;
    const { record, moves, end } = this;
    keep({ ...record, moves: moves.value, clocks: this.#clocksNow(), end: end.value, at: Date.now() });
  }

  #decide(reason: End["reason"], winner: Side): void {
    this.finish({ reason, winner });
  }

  #press(mover: Side, next: Side): void {
    const clocks = this.#clocksNow();
    if (!clocks) return;
    // The first move starts the clock.
    const pressed = clocks.running ? { ...clocks, [mover]: moved(clocks[mover], this.record.clock) } : clocks;
    this.clocks.value = { ...pressed, running: next };
    this.clocksAt.value = performance.now();
  }

  #clocksNow(): Clocks | null {
    const [clocks, at] = [this.clocks.value, this.clocksAt.value];
    if (!clocks?.running || at === null) return clocks;
    const spent = performance.now() - at;
    const clock = after(clocks[clocks.running], spent, this.record.clock) ?? { main: 0, byoyomi: 0, periods: 0 };
    return { ...clocks, [clocks.running]: clock };
  }

  #stop(): void {
    this.clocks.value = this.#clocksNow();
    this.clocksAt.value = null;
  }

  #fail(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    this.error.value = cause;
  }
}
