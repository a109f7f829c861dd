/** One opened record: where the reader is, what was edited, how the board is shown. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { KifFinding } from "../app/api-types.ts";
import type { ImportedRecord } from "./calls.ts";
import { type Cursor, current, goToNode, moveTo, start, step } from "./model/cursor.ts";
import { fromPayload, type GameRecord, type RecordNode } from "./model/record.ts";

/** Where a record came from, as long as it was not edited: conversions start there and lose nothing. */
export type Source = { text: string } | { base64: string } | { id: string } | null;

/** The pause between plies while a record plays by itself, in milliseconds. */
export const SPEEDS = [300, 700, 1000, 2000, 3000, 5000] as const;

export class Session {
  readonly cursor: Signal<Cursor>;
  readonly record: ReadonlySignal<GameRecord>;
  /** The line of play: the same array as long as one only steps. */
  readonly line: ReadonlySignal<readonly number[]>;
  readonly node: ReadonlySignal<RecordNode>;
  readonly flipped = signal(false);
  /** The colour in which a finger draws on the board; null where it moves pieces. */
  readonly pen = signal<string | null>(null);
  readonly playing = signal(false);
  readonly speed = signal<number>(1000);
  /** The record as it was opened or saved last. */
  readonly kept: Signal<GameRecord>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly past = signal<readonly Cursor[]>([]);
  readonly future = signal<readonly Cursor[]>([]);
  readonly source: Signal<Source>;
  /** The id in the library. */
  readonly id: Signal<string | null>;

  constructor(
    record: GameRecord,
    source: Source,
    readonly imported: ImportedRecord | null,
  ) {
    this.cursor = signal(start(record));
    this.record = computed(() => this.cursor.value.record);
    this.line = computed(() => this.cursor.value.line);
    this.node = computed(() => current(this.cursor.value));
    this.kept = signal(record);
    this.isChanged = computed(() => this.record.value !== this.kept.value);
    this.source = signal(source);
    this.id = signal(source && "id" in source ? source.id : (imported?.id ?? null));
  }

  static of(imported: ImportedRecord, source: Source): Session {
    return new Session(fromPayload(imported), source, imported);
  }

  /** What was odd about the file. */
  get findings(): readonly KifFinding[] {
    return this.imported?.findings ?? [];
  }

  go(move: (cursor: Cursor) => Cursor): void {
    const next = move(this.cursor.peek());
    if (next !== this.cursor.peek()) this.cursor.value = next;
  }

  /** Plays on by one ply; stops at the end. */
  tick(): void {
    const next = step(this.cursor.peek(), 1);
    if (next === this.cursor.peek()) this.playing.value = false;
    else this.cursor.value = next;
  }

  toggle(): void {
    const { at, line } = this.cursor.peek();
    if (!this.playing.peek() && at === line.length - 1) this.go((cursor) => step(cursor, -at));
    this.playing.value = !this.playing.peek();
  }

  /**
   * Changes the record; the reader stays, or goes to the node `change` names. Edits under one name that follow each other, as
   * the letters of a comment do, are taken back together.
   */
  edit(change: (record: GameRecord) => GameRecord | [GameRecord, number], name: string | null = null): void {
    const before = this.cursor.peek();
    const result = change(before.record);
    const isPair = Array.isArray(result);
    const [record, id] = isPair ? (result as [GameRecord, number]) : [result as GameRecord, null];
    const after = record === before.record ? before : moveTo(before, record);
    const isSame = name !== null && name === this.lastEdit;
    this.lastEdit = name;
    if (record !== before.record && !isSame) {
      this.past.value = [...this.past.peek().slice(-199), before];
      this.future.value = [];
    }
    this.cursor.value = id === null ? after : goToNode(after, id);
  }

  undo(): void {
    this.shift(this.past, this.future);
  }

  redo(): void {
    this.shift(this.future, this.past);
  }

  private lastEdit: string | null = null;

  private shift(from: Signal<readonly Cursor[]>, to: Signal<readonly Cursor[]>): void {
    const next = from.peek().at(-1);
    if (!next) return;
    this.lastEdit = null;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), this.cursor.peek()];
    this.cursor.value = next;
  }
}
