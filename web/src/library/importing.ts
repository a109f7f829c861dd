/** Files on their way into the library. It goes on when the dialog is closed, and on other pages. */
import { computed, signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import { type Task, task } from "../app/task.ts";
import { archiveWords } from "../kifu/archive-words.ts";
import { importRecord } from "../kifu/calls.ts";
import { ArchiveFault, contentOf, isArchive, listArchive, type Named } from "../kifu/model/archive.ts";
import { LARGEST_FILE, mayBeRecord } from "../kifu/model/files.ts";
import { t } from "./messages.ts";

/** A file that was not taken in, with the reason. */
export interface Failed {
  name: string;
  why: string;
}

export interface Progress {
  /** Files in all, and how many are done. */
  all: number;
  done: number;
  /** Games that are new, and those that had been stored before. */
  added: number;
  known: number;
  /** Files that are no records, left where they are. */
  skipped: number;
  failed: Failed[];
  state: "idle" | "running" | "done" | "stopped";
}

const NOTHING: Progress = { all: 0, done: 0, added: 0, known: 0, skipped: 0, failed: [], state: "idle" };
/** How many files are with the server at once. */
const AT_ONCE = 4;
/** More failures than this are only counted: nobody reads them. */
const MOST_TOLD = 200;

export class Importer {
  readonly progress = signal<Progress>(NOTHING);
  readonly isRunning = computed(() => this.progress.value.state === "running");
  private queue: Named[] = [];
  private workers = 0;
  private stopper = new AbortController();

  /** Takes files in; more may come while others are on their way. `isFolder` leaves out what cannot be a record. */
  async add(files: readonly File[], isFolder = false): Promise<void> {
    if (!this.isRunning.value) {
      this.stopper = new AbortController();
      this.progress.value = { ...NOTHING, state: "running" };
    }
    const { signal: stopped } = this.stopper;
    for (const file of files) {
      if (isArchive(file.name)) await this.addArchive(file);
      else if (isFolder && !mayBeRecord(file.name)) this.tell({ skipped: 1 });
      else this.enqueue([{ name: file.name, content: file }]);
      if (stopped.aborted) return;
    }
    this.work(stopped);
    this.end();
  }

  /** What is not sent yet stays out. */
  stop(): void {
    this.queue = [];
    this.stopper.abort();
    this.progress.value = { ...this.progress.value, state: "stopped" };
    this.show();
  }

  private async addArchive(file: File): Promise<void> {
    try {
      const { records, others } = await listArchive(file);
      this.tell({ skipped: others });
      this.enqueue(records.map((record) => ({ name: `${file.name} › ${record.name}`, content: record })));
      if (records.length === 0) this.fail(file.name, t("zipEmpty"), true);
    } catch (error) {
      this.fail(file.name, wordsOf(error), true);
    }
  }

  private enqueue(found: Named[]): void {
    this.queue.push(...found);
    this.progress.value = { ...this.progress.value, all: this.progress.value.all + found.length };
    this.show();
    this.work(this.stopper.signal);
  }

  private work(stopped: AbortSignal): void {
    for (let n = Math.min(AT_ONCE - this.workers, this.queue.length); n > 0; n -= 1) {
      this.workers += 1;
      void this.worker(stopped);
    }
  }

  private async worker(stopped: AbortSignal): Promise<void> {
    try {
      for (let next = this.queue.shift(); next && !stopped.aborted; next = this.queue.shift()) {
        await this.one(next, stopped);
      }
    } finally {
      this.workers -= 1;
      this.end();
    }
  }

  private async one({ name, content }: Named, stopped: AbortSignal): Promise<void> {
    try {
      const found = await contentOf(content);
      if (found instanceof Blob && found.size > LARGEST_FILE) throw new ArchiveFault("tooLarge");
      const record = await importRecord(found, { save: true, signal: stopped });
      const { added = 0, duplicates = 0 } = record.stored ?? {};
      this.tell({ done: 1, added, known: duplicates });
    } catch (error) {
      if (!stopped.aborted) this.fail(name, wordsOf(error), false);
    }
  }

  private tell(more: Partial<Record<"done" | "added" | "known" | "skipped", number>>): void {
    const now = { ...this.progress.value };
    for (const [key, by] of Object.entries(more)) now[key as "done"] += by;
    this.progress.value = now;
    this.show();
  }

  private fail(name: string, why: string, isNew: boolean): void {
    const now = this.progress.value;
    const failed = now.failed.length < MOST_TOLD ? [...now.failed, { name, why }] : now.failed;
    this.progress.value = { ...now, failed, done: now.done + 1, all: now.all + (isNew ? 1 : 0) };
    this.show();
  }

  private end(): void {
    const { state, done, all } = this.progress.value;
    if (state !== "running" || this.workers > 0 || this.queue.length > 0 || done < all) return;
    this.progress.value = { ...this.progress.value, state: "done" };
    this.show();
  }

  /** Tells the frame of the page. */
  private show(): void {
    const { state, all, done, failed } = this.progress.value;
    const shown: Task | null =
      state === "running"
        ? { words: t("importing"), done, all, href: "/library?import" }
        : state === "done" && failed.length > 0
          ? { words: t("importFailed", { n: failed.length }), done, all, href: "/library?import", isOver: true }
          : null;
    task.value = shown;
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ArchiveFault) return archiveWords(error.reason);
  return error instanceof ApiError ? error.message : String(error);
}

/** The one of this page. */
export const importer = new Importer();
