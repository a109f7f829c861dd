import { expect, test } from "vitest";
import { crc32, zip } from "../../library/zip.ts";
import { ArchiveFault, contentOf, listArchive } from "./archive.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const KIF = "手合割：平手\n   1 ７六歩(77)\n".repeat(40);

async function deflated(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Made {
  name: Uint8Array;
  data: Uint8Array<ArrayBuffer>;
  flags?: number;
  size?: number;
  sum?: number;
}

/** An archive of one packed file, as other programs write them. */
async function packed({ name, data, flags = 0, size = data.length, sum = crc32(data) }: Made): Promise<Blob> {
  const content = await deflated(data);
  const common = [
    [flags, 2],
    [8, 2],
    [0, 4],
    [sum, 4],
    [content.length, 4],
    [size, 4],
    [name.length, 2],
  ] as const;
  const local = fields([[0x04034b50, 4], [20, 2], ...common, [0, 2]]);
  const entry = fields([[0x02014b50, 4], [20, 2], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [0, 4]]);
  const start = local.length + name.length + content.length;
  const end = fields([
    [0x06054b50, 4],
    [0, 4],
    [1, 2],
    [1, 2],
    [entry.length + name.length, 4],
    [start, 4],
    [0, 2],
  ]);
  return new Blob([local, name, content, entry, name, end] as BlobPart[]);
}

function fields(list: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from(
    list.flatMap(([value, width]) => Array.from({ length: width }, (_, i) => (value >>> (8 * i)) & 255)),
  );
}

const first = async (file: Blob) => {
  const { records } = await listArchive(file);
  const [record] = records;
  if (!record) throw new Error("no record");
  return (await contentOf(record)) as Blob;
};

test("records come out of an archive as they went in, packed or not, and other files are counted", async () => {
  const stored = new Blob([
    zip([
      { name: "a.kif", bytes: bytes(KIF) },
      { name: "read me.md", bytes: bytes("no record") },
    ]),
  ]);
  const { records, others } = await listArchive(stored);
  expect(records.map(({ name }) => name)).toEqual(["a.kif"]);
  expect(others).toBe(1);
  expect(await (await first(stored)).text()).toBe(KIF);
  const squeezed = await packed({ name: bytes("b.kif"), data: bytes(KIF) });
  expect(await (await first(squeezed)).text()).toBe(KIF);
  // The shadow of a file, as another system packs it, is none.
  const shadow = await listArchive(await packed({ name: bytes("__MACOSX/._b.kif"), data: bytes("x") }));
  expect(shadow).toEqual({ records: [], others: 1 });
});

test("names that Windows in Japan wrote are read", async () => {
  // 棋譜.kif in Shift_JIS.
  const name = Uint8Array.from([0x8a, 0xfb, 0x95, 0x88, ...bytes(".kif")]);
  const { records } = await listArchive(await packed({ name, data: bytes(KIF) }));
  expect(records[0]?.name).toBe("棋譜.kif");
});

test("what cannot be unpacked says why, and nothing is unpacked past what it says it is", async () => {
  const data = bytes(KIF);
  const name = bytes("a.kif");
  const fails = async (file: Promise<Blob>, reason: string) =>
    expect(first(await file)).rejects.toMatchObject({ name: "ArchiveFault", reason });
  await fails(packed({ name, data, flags: 1 }), "encrypted");
  await fails(packed({ name, data, sum: 1 }), "broken");
  await fails(packed({ name, data, size: 10 }), "broken");
  await fails(packed({ name, data, size: 100 * 1024 * 1024 }), "tooLarge");
  // Eight megabytes of one letter become a few kilobytes: more than two hundred times.
  await fails(packed({ name, data: new Uint8Array(8 * 1024 * 1024) }), "tooLarge");
  await expect(listArchive(new Blob(["no archive at all"]))).rejects.toBeInstanceOf(ArchiveFault);
});
