/** The records in ZIP archives, unpacked by the browser one at a time, when they are asked for. */
import { crc32 } from "../../library/zip.ts";
import { LARGEST_FILE, mayBeRecord } from "./files.ts";

/** A file of an archive. */
export interface Packed {
  name: string;
  /** How large it says it is. */
  size: number;
  /** Unpacks it; throws `ArchiveFault`. */
  open(): Promise<Blob>;
}

/** What a thing to be read may be. */
export type Content = string | Blob | Packed;

/** Something to be read, under its name. */
export interface Named {
  name: string;
  content: Content;
}

/** Why an archive, or a file of it, cannot be unpacked. */
export type FaultReason = "broken" | "encrypted" | "method" | "tooMany" | "tooLarge";

export class ArchiveFault extends Error {
  constructor(readonly reason: FaultReason) {
    super(reason);
    this.name = "ArchiveFault";
  }
}

/** More files than this are not looked at. */
export const MOST_FILES = 50_000;
/** A packed file that becomes more than so many times its size is a trap. Records become about ten times. */
const MOST_RATIO = 200;

export const isArchive = (name: string) => /\.zip$/i.test(name);

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of an archive may be followed by a comment of this length. */
const LONGEST_END = 22 + 0xffff;

/** The records in an archive, and how many other files are in it. Only its directory is read. */
export async function listArchive(file: Blob): Promise<{ records: Packed[]; others: number }> {
  const directory = await directoryOf(file);
  const view = new DataView(directory.bytes.buffer, directory.bytes.byteOffset, directory.bytes.byteLength);
  const records: Packed[] = [];
  let others = 0;
  let at = 0;
  for (let n = 0; n < directory.count; n += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new ArchiveFault("broken");
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [nameLength = 0] = lengths;
    const name = nameOf(directory.bytes.subarray(at + 46, at + 46 + nameLength), view.getUint16(at + 8, true));
    const entry: Entry = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      place: view.getUint32(at + 42, true),
    };
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
    if (name.endsWith("/")) continue;
    // The shadow files of another system have the names of records.
    if (!mayBeRecord(name) || /(^|\/)(__MACOSX\/|\._)/.test(name)) others += 1;
    else records.push({ name, size: entry.size, open: () => unpack(file, entry) });
  }
  return { records, others };
}

async function directoryOf(file: Blob): Promise<{ bytes: Uint8Array; count: number }> {
  const start = Math.max(0, file.size - LONGEST_END);
  const tail = new DataView(await file.slice(start).arrayBuffer());
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const place = tail.getUint32(at + 16, true);
    // Archives of 4 GB or 65,535 files say so by the largest numbers.
    if (count > MOST_FILES || place === 0xffffffff) throw new ArchiveFault("tooMany");
    if (place + size > file.size) throw new ArchiveFault("broken");
    return { bytes: new Uint8Array(await file.slice(place, place + size).arrayBuffer()), count };
  }
  throw new ArchiveFault("broken");
}

/** A name as it was meant: UTF-8, or what Windows in Japan writes. */
function nameOf(bytes: Uint8Array, flags: number): string {
  if ((flags & 0x0800) === 0) {
    for (const encoding of ["utf-8", "shift_jis"]) {
      try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes);
      } catch {
        // Not this one.
      }
    }
  }
  return new TextDecoder().decode(bytes);
}

interface Entry {
  flags: number;
  method: number;
  sum: number;
  packed: number;
  size: number;
  place: number;
}

async function unpack(file: Blob, entry: Entry): Promise<Blob> {
  if (entry.flags & 1) throw new ArchiveFault("encrypted");
  if (entry.method !== 0 && entry.method !== 8) throw new ArchiveFault("method");
  if (entry.size > LARGEST_FILE) throw new ArchiveFault("tooLarge");
  const local = new DataView(await file.slice(entry.place, entry.place + 30).arrayBuffer());
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) throw new ArchiveFault("broken");
  const start = entry.place + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = file.slice(start, start + entry.packed);
  const bytes = entry.method === 0 ? new Uint8Array(await packed.arrayBuffer()) : await inflate(packed, entry);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.sum) throw new ArchiveFault("broken");
  return new Blob([bytes]);
}

/** Unpacks no more than the entry says, whatever is in it. */
async function inflate(packed: Blob, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > Math.max(1 << 20, entry.packed * MOST_RATIO)) throw new ArchiveFault("tooLarge");
  const bytes = new Uint8Array(entry.size);
  let at = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return bytes.subarray(0, at);
      if (at + value.length > bytes.length) {
        await reader.cancel().catch(() => {});
        throw new ArchiveFault("broken");
      }
      bytes.set(value, at);
      at += value.length;
    }
  } catch {
    throw new ArchiveFault("broken");
  }
}

/** The bytes or the text of a thing to be read. */
export function contentOf(content: Content): Promise<string | Blob> | string | Blob {
  return typeof content === "string" || content instanceof Blob ? content : content.open();
}
