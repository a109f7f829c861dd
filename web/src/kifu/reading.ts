/** Texts and files on their way to the player: read by the server, a few at a time, and shown before they are opened. */
import { signal } from "@preact/signals";
import { ApiError } from "../app/api.ts";
import { archiveWords } from "./archive-words.ts";
import { type ImportedRecord, importRecord } from "./calls.ts";
import { ArchiveFault, type Content, contentOf, isArchive, listArchive, type Named } from "./model/archive.ts";
import { LARGEST_FILE } from "./model/files.ts";
import { base64Of } from "./opened.ts";
import type { Source } from "./session.ts";

/** One text or file. */
export interface Item {
  name: string;
  content: Content;
  state: "waiting" | "reading" | "read" | "failed";
  record: ImportedRecord | null;
  error: ApiError | null;
  /** Which game of the file was read, from 0. */
  game: number;
  saved: "no" | "saving" | "saved" | "before";
}

/** How many files are with the server at once. */
const AT_ONCE = 4;

/** A pile of files that is worked off. Each change of an item gives a new list. */
export class Pile {
  readonly items = signal<readonly Item[]>([]);
  private stop = new AbortController();

  /** Throws away what is there and reads these; an archive stands for the records in it. */
  async read(contents: readonly Named[], tooLarge: string): Promise<void> {
    this.clear();
    const { signal: stopped } = this.stop;
    const named = await unpacked(contents);
    if (stopped.aborted) return;
    this.items.value = named.map((one) => ({
      ...one,
      state: "waiting",
      record: null,
      error: null,
      game: 0,
      saved: "no",
    }));
    await this.each(async (item, at) => {
      if (stopped.aborted) return;
      if (typeof item.content !== "string" && !isArchive(item.name) && item.content.size > LARGEST_FILE) {
        this.set(at, { state: "failed", error: new ApiError(413, "TOO_LARGE", tooLarge) });
        return;
      }
      await this.readOne(at, 0, stopped);
    });
  }

  /** Reads another game of the same file. */
  async choose(at: number, game: number): Promise<void> {
    await this.readOne(at, game, this.stop.signal);
  }

  /** Stores what could be read and was not stored yet. */
  async save(only?: number): Promise<void> {
    const { signal: stopped } = this.stop;
    await this.each(async (item, at) => {
      if (stopped.aborted || item.state !== "read" || item.saved !== "no" || (only !== undefined && only !== at))
        return;
      this.set(at, { saved: "saving" });
      try {
        const record = await importRecord(await contentOf(item.content), { save: true, signal: stopped });
        this.set(at, {
          saved: record.duplicate ? "before" : "saved",
          record: { ...(item.record ?? record), id: record.id },
        });
      } catch (error) {
        if (!stopped.aborted) this.set(at, { saved: "no", error: failure(error) });
      }
    });
  }

  clear(): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.items.value = [];
  }

  private async readOne(at: number, game: number, stopped: AbortSignal): Promise<void> {
    const item = this.items.value[at];
    if (!item) return;
    this.set(at, { state: "reading" });
    try {
      const record = await importRecord(await contentOf(item.content), { game, signal: stopped });
      if (!stopped.aborted) this.set(at, { state: "read", record, game });
    } catch (error) {
      if (!stopped.aborted) this.set(at, { state: "failed", error: failure(error) });
    }
  }

  private async each(work: (item: Item, at: number) => Promise<void>): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let at = next++; ; at = next++) {
        const item = this.items.value[at];
        if (!item) return;
        await work(item, at);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  private set(at: number, what: Partial<Item>): void {
    this.items.value = this.items.value.map((item, index) => (index === at ? { ...item, ...what } : item));
  }
}

/** Where conversions of an item start. */
export async function sourceOf(item: Item): Promise<Source> {
  const content = await contentOf(item.content);
  return typeof content === "string" ? { text: content } : { base64: await base64Of(content) };
}

/** Archives replaced by the records in them. One that cannot be opened stays, and is refused when it is read. */
async function unpacked(contents: readonly Named[]): Promise<Named[]> {
  const found = contents.map(async (one): Promise<Named[]> => {
    if (!(one.content instanceof Blob) || !isArchive(one.name)) return [one];
    try {
      const { records } = await listArchive(one.content);
      return records.length > 0 ? records.map((record) => ({ name: record.name, content: record })) : [one];
    } catch {
      return [one];
    }
  });
  return (await Promise.all(found)).flat();
}

function failure(error: unknown): ApiError {
  if (error instanceof ArchiveFault) return new ApiError(0, "ARCHIVE", archiveWords(error.reason));
  return error instanceof ApiError ? error : new ApiError(0, "FAILED", String(error));
}
