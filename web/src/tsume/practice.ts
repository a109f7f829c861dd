// One problem on the board: the reader attacks, the solver defends as long as it can and says why a move fails.
import { signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import type { MateFound } from "../app/api-types.ts";
import type { GameReference, MoveText, PositionView } from "../app/wire.ts";
import { defend, findMate, type Problem } from "../engine/calls.ts";
import { positionAfter, positionOf } from "../play/positions.ts";
import { solved } from "./progress.ts";

/** How long the solver may look for the solution, in seconds. */
const SECONDS = 10;
/** So that the move can be seen before it is answered, in milliseconds. */
const PAUSE = 350;

type State = "loading" | "yours" | "asking" | "wrong" | "solved" | "shown";

export class Practice {
  readonly state = signal<State>("loading");
  readonly view = signal<PositionView | null>(null);
  readonly moves = signal<readonly string[]>([]);
  /** Why the last move fails. */
  readonly why = signal<string | null>(null);
  /** The move by which the king gets away. */
  readonly escape = signal<MoveText | null>(null);
  /** Plies that are left, where the solver said so. */
  readonly left = signal<number | null>(null);
  readonly hint = signal<{ move: MoveText; shows: "man" | "move" } | null>(null);
  readonly error = signal<ApiError | null>(null);
  readonly tries = signal(0);
  /** The solution from where it was asked for, and how far one has stepped into it. */
  readonly shown = signal<{ line: readonly MoveText[]; at: number } | null>(null);
  #stop = new AbortController();

  constructor(readonly problem: Problem) {
    this.left.value = problem.plies ?? null;
  }

  reference(moves = this.moves.value): GameReference {
    const { variant, sfen } = this.problem;
    return { variant, sfen, moves: [...moves] };
  }

  /** From the start, or again in another language. */
  async load(): Promise<void> {
    try {
      this.view.value = await positionOf(this.reference(this.solutionMoves(this.shown.value?.at)));
      if (this.state.value === "loading") this.state.value = "yours";
      this.error.value = null;
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Tries a move of the attacker. */
  async play(usi: string): Promise<void> {
    const before = this.view.value;
    if (this.state.value !== "yours" || !before) return;
    this.halt();
    const { signal: stopped } = this.#stop;
    this.state.value = "asking";
    try {
      const after = await this.#step(before, usi);
      if (after.end) return this.#finish(after.end.reason === "checkmate" || after.end.winner === before.side);
      const [answer] = await Promise.all([defend(this.reference(), stopped), pause(PAUSE)]);
      if (stopped.aborted) return;
      const isOpen = answer.verdict === "unknown" && answer.reply;
      if (!answer.stillMate && !isOpen) {
        this.escape.value = answer.reply ?? null;
        return this.#finish(false, answer.why);
      }
      if (!answer.reply) return this.#finish(true);
      await this.#step(after, answer.reply.usi);
      this.left.value = answer.plies ?? null;
      // The solver does not know; the game goes on, and that is said.
      this.why.value = answer.why ?? null;
      this.state.value = "yours";
    } catch (cause) {
      if (stopped.aborted) return;
      this.#fail(cause);
      await this.back();
    }
  }

  async #step(before: PositionView, usi: string): Promise<PositionView> {
    const moves = [...this.moves.value, usi];
    const view = await positionAfter(before, this.reference(moves));
    this.moves.value = moves;
    this.view.value = view;
    return view;
  }

  #finish(isRight: boolean, why: string | null = null): void {
    this.why.value = why;
    this.state.value = isRight ? "solved" : "wrong";
    if (isRight) solved(this.problem.id);
    else this.tries.value += 1;
  }

  /** Takes a move that failed back. */
  async back(): Promise<void> {
    this.halt();
    this.moves.value = this.moves.value.slice(0, -1);
    this.view.value = await positionOf(this.reference());
    this.state.value = "yours";
  }

  async restart(): Promise<void> {
    this.halt();
    this.moves.value = [];
    this.shown.value = null;
    this.left.value = this.problem.plies ?? null;
    this.state.value = "loading";
    await this.load();
  }

  /** Shows the man to move; asked again, where it goes. */
  async help(): Promise<void> {
    const known = this.hint.value;
    if (known) {
      this.hint.value = { ...known, shows: "move" };
      return;
    }
    const found = await this.#find();
    const move = found?.line[0];
    // The first move that is handed down will do, even where it is not proved in the time.
    if (move) this.hint.value = { move, shows: "man" };
    else if (found) this.#undecided(found);
  }

  /** The moves from here to the mate; none where the solver does not find it in time. */
  async solution(): Promise<MoveText[]> {
    const found = await this.#find();
    if (!found) return [];
    if (found.verdict === "mate") return found.line;
    this.#undecided(found);
    return [];
  }

  /** Shows the solution here, from where one is; one steps through it and comes back. */
  async show(): Promise<void> {
    const line = await this.solution();
    if (line.length === 0) return;
    this.shown.value = { line, at: 0 };
    this.state.value = "shown";
  }

  /** Goes to a place of the solution. */
  async stepTo(place: number): Promise<void> {
    const shown = this.shown.value;
    if (!shown) return;
    const at = Math.min(Math.max(place, 0), shown.line.length);
    this.shown.value = { ...shown, at };
    try {
      const view = await positionOf(this.reference(this.solutionMoves(at)));
      if (this.shown.value?.at === at) this.view.value = view;
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** What was played, and the solution as far as one has stepped into it, or whole. */
  solutionMoves(at = this.shown.value?.line.length ?? 0): string[] {
    return [...this.moves.value, ...(this.shown.value?.line.slice(0, at) ?? []).map(({ usi }) => usi)];
  }

  /** From the solution back to the problem, where one left it. */
  async resume(): Promise<void> {
    this.halt();
    this.shown.value = null;
    this.view.value = await positionOf(this.reference());
    this.state.value = "yours";
  }

  async #find(): Promise<MateFound | null> {
    this.halt();
    const { signal: stopped } = this.#stop;
    try {
      const found = await findMate(this.reference(), SECONDS, stopped);
      return stopped.aborted ? null : found;
    } catch (cause) {
      if (!stopped.aborted) this.#fail(cause);
      return null;
    }
  }

  #undecided({ sentence, line }: MateFound): void {
    const [first] = line;
    if (first) this.hint.value = { move: first, shows: "move" };
    this.error.value = new ApiError(0, "NO_MATE", sentence);
  }

  /** Ends what is asked for. */
  halt(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.hint.value = null;
    this.why.value = null;
    this.escape.value = null;
    this.error.value = null;
  }

  #fail(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    this.error.value = cause;
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
