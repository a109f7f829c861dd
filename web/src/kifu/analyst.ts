/** The engine beside a record: it judges the whole game, and thinks about the position one looks at. */
import { batch, signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import { settings } from "../app/settings.ts";
import type { MoveText } from "../app/wire.ts";
import { type Judged, judgeGame, lines, type Summary, type Thought } from "../engine/calls.ts";
import { positionAfter, positionOf } from "../play/positions.ts";
import { referenceTo } from "./calls.ts";
import { annotated, type Placed } from "./model/analysis.ts";
import { addMove, type PlayedMove } from "./model/edit.ts";
import { nodeAt, type RecordNode, ROOT } from "./model/record.ts";
import { isMarked } from "./model/remarks.ts";
import type { Session } from "./session.ts";

/** Positions looked at for each move of a game. */
export const NODES = 20_000;
/** How often what came is shown, in milliseconds: a stored analysis comes all at once. */
const SHOWN = 100;
/** How long a position is thought about while one looks at it, and how long one must look before it begins. */
const SECONDS = 60;
const REST = 250;
/** How much of a line is kept as a variation. */
const KEPT = 12;

const analysts = new WeakMap<Session, Analyst>();

/** The one beside a record. It stays with it when saving gives the record another address. */
export function analystOf(session: Session): Analyst {
  const analyst = analysts.get(session) ?? new Analyst(session);
  analysts.set(session, analyst);
  return analyst;
}

export class Analyst {
  /** By the node of the position. */
  readonly judged = signal<ReadonlyMap<number, Placed>>(new Map());
  /** Null while nothing is analysed. */
  readonly progress = signal<{ done: number; all: number; queued: number } | null>(null);
  readonly summary = signal<Summary | null>(null);
  readonly error = signal<ApiError | null>(null);
  /** Whether the best move is drawn on the board. */
  readonly arrows = signal(true);
  readonly live = signal(false);
  readonly count = signal(3);
  readonly threat = signal(false);
  /** What is thought of the position of a node just now. */
  readonly thought = signal<{ of: number; thought: Thought } | null>(null);
  readonly liveError = signal<ApiError | null>(null);
  /** Whether the page was left while a game was being analysed. */
  isCut = false;
  #stop = new AbortController();

  constructor(readonly session: Session) {}

  /** Judges the line one looks at, from its end. */
  async start(): Promise<void> {
    this.stop();
    this.isCut = false;
    const { signal: stopped } = this.#stop;
    const record = this.session.record.peek();
    const ids = judgeable(this.session);
    const reference = referenceTo(record, ids.at(-1) ?? ROOT);
    if (!reference) return;
    this.error.value = null;
    this.summary.value = null;
    this.progress.value = { done: 0, all: ids.length, queued: 0 };
    const fresh = new Map<number, Placed>();
    const show = () => {
      batch(() => {
        this.judged.value = new Map([...this.judged.peek(), ...fresh]);
        const { queued } = this.progress.peek() ?? { queued: 0 };
        this.progress.value = { done: fresh.size, all: ids.length, queued };
      });
    };
    let shown = performance.now();
    try {
      for await (const news of judgeGame(reference, { nodes: NODES, engine: engineOf() }, stopped)) {
        if (stopped.aborted) return;
        if ("queued" in news) this.progress.value = { done: 0, all: ids.length, queued: news.queued };
        else if ("summary" in news) this.summary.value = news.summary;
        else place(fresh, ids, news);
        if (performance.now() - shown > SHOWN) {
          show();
          shown = performance.now();
        }
      }
    } catch (cause) {
      if (stopped.aborted) return;
      this.error.value = failure(cause);
    }
    show();
    this.progress.value = null;
  }

  /** Whether a move is worth a jump: for what was said of it, or because it was bad. */
  hasMark(node: RecordNode): boolean {
    const judged = this.judged.value.get(node.parent);
    const isFault = judged?.next === node.id && judged.mark !== null && judged.mark !== "onlyMove";
    return isFault || isMarked(node);
  }

  /** Ends the analysis; what it has found stays. */
  stop(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.progress.value = null;
  }

  /** The page is left: where the record goes on at another address, so does the analysis. */
  leave(): void {
    this.isCut = this.progress.peek() !== null;
    this.stop();
  }

  /** Writes what was found into the comments, to be saved and exported with the record. */
  write(): void {
    this.session.edit((record) => annotated(record, this.judged.peek()));
  }

  /** Thinks about a node until it is told to stop: call what is returned. */
  watch(id: number): () => void {
    const stop = new AbortController();
    const timer = setTimeout(() => void this.#think(id, stop.signal), REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }

  async #think(id: number, stopped: AbortSignal): Promise<void> {
    const reference = referenceTo(this.session.record.peek(), id);
    if (!reference) return;
    this.liveError.value = null;
    const wish = {
      lines: this.count.peek(),
      seconds: SECONDS,
      threat: this.threat.peek(),
      engine: engineOf(),
    };
    try {
      for await (const thought of lines(reference, wish, stopped)) {
        if (stopped.aborted) return;
        this.thought.value = { of: id, thought };
      }
    } catch (cause) {
      if (!stopped.aborted) this.liveError.value = failure(cause);
    }
  }

  /** Puts a line into the record after a node, and goes to its first move. */
  async keep(id: number, moves: readonly MoveText[]): Promise<void> {
    const { session } = this;
    const reference = referenceTo(session.record.peek(), id);
    if (!reference) return;
    const played: PlayedMove[] = [];
    let view = await positionOf(reference);
    const said = [...reference.moves];
    for (const { usi, japanese, english } of moves.slice(0, KEPT)) {
      said.push(usi);
      view = await positionAfter(view, { ...reference, moves: [...said] });
      played.push({ usi, japanese, english, sfen: view.sfen, checked: view.checked });
    }
    session.edit((record) => {
      let [now, at, first] = [record, id, id];
      for (const move of played) {
        [now, at] = addMove(now, at, move);
        if (first === id) first = at;
      }
      return [now, first];
    });
  }
}

/** The nodes of the line that can be played through; an ending and what could not be read are not among them. */
function judgeable(session: Session): number[] {
  const record = session.record.peek();
  const ids = [];
  for (const id of session.line.peek()) {
    const { usi, illegal } = nodeAt(record, id);
    if (id !== ROOT && (!usi || illegal)) break;
    ids.push(id);
  }
  return ids;
}

function place(into: Map<number, Placed>, ids: readonly number[], judged: Judged): void {
  const id = ids[judged.ply];
  if (id !== undefined) into.set(id, { ...judged, next: ids[judged.ply + 1] ?? null });
}

/** The engine that was chosen in the settings; Koma's own where none was. */
const engineOf = () => settings.engine.peek()?.id;

function failure(cause: unknown): ApiError {
  return cause instanceof ApiError ? cause : new ApiError(0, "FAILED", String(cause));
}
