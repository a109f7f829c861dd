import { describe, expect, it } from "vitest";
import { judgements, loss } from "./analysis.ts";
import { clock, times } from "./charts.ts";
import { start } from "./cursor.ts";
import { type Entry, filesOf } from "./files.ts";
import { layout } from "./layout.ts";
import { BLANK, fromPayload, type PayloadNode } from "./record.ts";
import { personal, wordsOf } from "./remarks.ts";
import { fits, LARGEST, pack, unpack } from "./share.ts";

function line(...nodes: Partial<PayloadNode>[]) {
  return start(
    fromPayload({
      initialSfen: "9/9/9 b -",
      tree: nodes.map((node, index) => ({
        id: index + 1,
        parent: index,
        number: index + 1,
        text: "m",
        usi: "m",
        ...node,
      })),
    }),
  );
}

describe("a shared game", () => {
  it("comes back as it went, with its ply", async () => {
    const text = '先手：<b>山田</b>\n   1 ７六歩(77)\n*♥ & "quotes" 𠮷\n';
    expect(await unpack(`#${await pack({ text, ply: 37 })}`)).toEqual({ text, ply: 37 });
    expect(await unpack(await pack({ text: "", ply: 0 }))).toEqual({ text: "", ply: 0 });
  });

  it("needs only letters an address may have", async () => {
    const packed = await pack({ text: "手".repeat(500) + Math.PI, ply: 0 });
    expect(packed).toMatch(/^g=[\w-]+$/);
    expect(fits(packed)).toBe(true);
  });

  it("is none where the address has none, and an error where it is damaged", async () => {
    expect(await unpack("")).toBeNull();
    expect(await unpack("#other=1")).toBeNull();
    await expect(unpack("#g=!!!")).rejects.toThrow();
    await expect(unpack("#g=AAAA")).rejects.toThrow();
    const whole = await pack({ text: "a long enough text to be cut ".repeat(20), ply: 0 });
    await expect(unpack(whole.slice(0, -6))).rejects.toThrow();
  });

  it("does not unpack a bomb", async () => {
    const bomb = await pack({ text: "0".repeat(LARGEST + 1), ply: 0 });
    expect(bomb.length).toBeLessThan(5000);
    await expect(unpack(bomb)).rejects.toThrow(RangeError);
  });
});

describe("charts", () => {
  it("sum the times of each side", () => {
    const list = times(line({ timeMs: 1000 }, { timeMs: 500 }, {}, { timeMs: 250 }));
    expect(list).toEqual([
      { at: 1, side: "sente", ms: 1000, total: 1000 },
      { at: 2, side: "gote", ms: 500, total: 500 },
      { at: 4, side: "gote", ms: 250, total: 750 },
    ]);
  });

  it("take times that are all zero for none", () => {
    expect(times(line({ timeMs: 0 }, { timeMs: 0 }))).toEqual([]);
  });

  it("show what engines said, from sente's side", () => {
    const said = judgements(
      line(
        { analysis: [{ score: 300, chance: 0.6225 }] },
        {},
        {
          analysis: [
            { candidate: 2, score: -5 },
            { candidate: 1, mate: -3, chance: 0 },
          ],
        },
      ),
    );
    expect(said).toEqual([
      { at: 1, score: 300, mate: null, chance: 0.6225 },
      { at: 3, score: null, mate: -3, chance: 0 },
    ]);
    const [before, after] = said as [(typeof said)[0], (typeof said)[0]];
    expect(loss(before, after, "sente")).toBe(62);
    expect(loss(before, after, "gote")).toBe(0);
  });

  it("write times as records do", () => {
    expect([0, 16_900, 61_000, 3_723_000].map(clock)).toEqual(["0:00", "0:16", "1:01", "1:02:03"]);
  });
});

describe("comments", () => {
  it("lead to the moves they name and to addresses", () => {
    expect(wordsOf("See 37手目 and ５手目, https://example.org/a.")).toEqual([
      { text: "See " },
      { text: "37手目", ply: 37 },
      { text: " and " },
      { text: "５手目", ply: 5 },
      { text: ", " },
      { text: "https://example.org/a.", href: "https://example.org/a." },
    ]);
    expect(wordsOf("javascript:alert(1)")).toEqual([{ text: "javascript:alert(1)" }]);
  });

  it("of engines are told from those of people", () => {
    const comment = "*解析 評価値 207\n#深さ=12\nnice";
    expect(personal({ ...BLANK, comment, analysis: [{ score: 207 }] })).toBe("nice");
    expect(personal({ ...BLANK, comment: "*mine" })).toBe("*mine");
  });
});

describe("the layout of a tree", () => {
  const tree: PayloadNode[] = [];
  const add = (parent: number, count: number) => {
    for (let n = 0; n < count; n += 1) {
      tree.push({ id: tree.length + 1, parent, number: 1, text: "m", usi: `m${tree.length}` });
      parent = tree.length;
    }
  };
  add(0, 500);
  for (let branch = 0; branch < 200; branch += 1) add(1 + ((branch * 37) % 490), 10);
  const record = fromPayload({ tree });
  const laid = layout(record);

  it("gives every node a place of its own, rows by ply", () => {
    expect(laid.placed.length).toBe(2501);
    expect(new Set(laid.placed.map(({ x, y }) => `${x},${y}`)).size).toBe(2501);
    for (const node of tree) expect(laid.of(node.id)?.y).toBe((laid.of(node.parent)?.y ?? 0) + 1);
    expect(laid.of(500)).toEqual({ id: 500, x: 0, y: 500 });
    expect(laid.at(0, 500)).toBe(500);
  });

  it("lets short variations share columns", () => {
    expect(laid.columns).toBeLessThan(30);
  });
});

describe("dropped files", () => {
  const file = (name: string): Entry => ({
    isFile: true,
    isDirectory: false,
    name,
    file: (done) => done(new File([], name)),
  });
  const folder = (name: string, parts: Entry[][]): Entry => ({
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      const left = [...parts];
      return { readEntries: (done) => done(left.shift() ?? []) };
    },
  });

  it("are found in folders of folders, records only, by name", async () => {
    const entries = [
      folder("games", [
        [file("b.kif"), file("notes.md")],
        [folder("c", [[file("x.CSA")]]), file("a.ki2u")],
      ]),
      file("odd.name"),
    ];
    expect((await filesOf(entries)).map(({ name }) => name)).toEqual(["a.ki2u", "b.kif", "x.CSA", "odd.name"]);
  });
});
