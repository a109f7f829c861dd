/** Files that people pick, drop or keep in folders. */

/** How a record's file may be called. */
const RECORD = /\.(kif|kifu|ki2|ki2u|csa|jkf|json|usi|sfen|usen|bod|psn|txt)$/i;

/** More than this is no record of a game. */
export const LARGEST_FILE = 8 * 1024 * 1024;

/** Whether a file of a folder is worth a look; a file that was picked by hand always is. */
export function mayBeRecord(name: string): boolean {
  return RECORD.test(name);
}

/** The part of the browser's entries of a drop that is needed here. */
export interface Entry {
  isFile: boolean;
  isDirectory: boolean;
  name: string;
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  createReader?(): { readEntries(done: (entries: Entry[]) => void, failed: (error: unknown) => void): void };
}

/** The records in dropped entries, folders walked to their ends, in the order of their names. */
export async function filesOf(entries: readonly Entry[], limit = 10_000): Promise<File[]> {
  const files: File[] = [];
  const open = entries.map((entry) => ({ entry, isInside: false })).reverse();
  for (let next = open.pop(); next && files.length < limit; next = open.pop()) {
    const { entry, isInside } = next;
    if (entry.isFile) {
      if (isInside && !mayBeRecord(entry.name)) continue;
      files.push(await new Promise<File>((done, failed) => entry.file?.(done, failed)));
    } else if (entry.isDirectory) {
      const inside = await everything(entry);
      inside.sort((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : 0));
      open.push(...inside.map((child) => ({ entry: child, isInside: true })));
    }
  }
  return files;
}

/** A reader gives a folder by parts; the last one is empty. */
async function everything(folder: Entry): Promise<Entry[]> {
  const reader = folder.createReader?.();
  const all: Entry[] = [];
  while (reader) {
    const part = await new Promise<Entry[]>((done, failed) => reader.readEntries(done, failed));
    if (part.length === 0) break;
    all.push(...part);
  }
  return all;
}
