/** A ZIP archive of files as they are, without compression: enough to hand over a folder of records. */

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** The bytes of an archive. Names are UTF-8; equal names are numbered. */
export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const used = new Set<string>();
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(free(safe(entry.name), used));
    const sum = crc32(entry.bytes);
    const local = header(0x04034b50, [[20, 2], ...common(sum, entry.bytes.length, name.length)]);
    parts.push(local, name, entry.bytes);
    const central = header(0x02014b50, [
      [20, 2],
      [20, 2],
      ...common(sum, entry.bytes.length, name.length),
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ]);
    directory.push(central, name);
    offset += local.length + name.length + entry.bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = header(0x06054b50, [
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  const all = [...parts, ...directory, end];
  const whole = new Uint8Array(offset + size + end.length);
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Flags (UTF-8 names), method, time and day (1980-01-01: the same games give the same archive), sum, sizes, lengths. */
function common(sum: number, size: number, name: number): [number, number][] {
  return [
    [0x0800, 2],
    [0, 2],
    [0, 2],
    [0x21, 2],
    [sum, 4],
    [size, 4],
    [size, 4],
    [name, 2],
    [0, 2],
  ];
}

function header(magic: number, fields: [number, number][]): Uint8Array {
  const all: [number, number][] = [[magic, 4], ...fields];
  const bytes = new Uint8Array(all.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of all) {
    for (let shift = 0; shift < width; shift += 1) bytes[at++] = (value >>> (8 * shift)) & 255;
  }
  return bytes;
}

/** A name that stays in its folder on every system. */
export function safe(name: string): string {
  return (
    name
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not stay
      .replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_")
      .replace(/^\.+/, "_")
      .slice(0, 120) || "game"
  );
}

function free(name: string, used: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let candidate = name;
  for (let n = 2; used.has(candidate.toLowerCase()); n += 1) candidate = `${stem}-${n}${end}`;
  used.add(candidate.toLowerCase());
  return candidate;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The check sum of ZIP. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
