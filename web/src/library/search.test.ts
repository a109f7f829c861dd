import { describe, expect, it } from "vitest";
import { ANY, bar, countFilters, newestFirst, parseSearch, writeSearch } from "./search.ts";
import { crc32, safe, zip } from "./zip.ts";

describe("a search", () => {
  it("comes back from its address", () => {
    const searches = [
      { filters: ANY, position: null },
      { filters: { ...ANY, player: "羽生 & <b>", from: "1990-01-01", winner: "sente" }, position: null },
      { filters: { ...ANY, shape: "mino", winner: "gote" }, position: null },
      { filters: { ...ANY, variant: "chu" }, position: { variant: "chu", sfen: "12/12 b - 1", moves: [] } },
      {
        filters: { ...ANY, variant: "shogi" },
        position: { variant: "shogi", sfen: null, moves: ["7g7f", "P*5e", "8h2b+"] },
      },
      { filters: { ...ANY, variant: "shogi" }, position: { variant: "shogi", sfen: null, moves: [] } },
    ];
    for (const search of searches) expect(parseSearch(writeSearch(search))).toEqual(search);
    expect(writeSearch({ filters: ANY, position: null })).toBe("");
  });

  it("counts its filters, not its order", () => {
    expect(countFilters({ ...ANY, player: "a", sort: "date" })).toBe(1);
  });
});

describe("games of a position", () => {
  it("come with the newest first, and those without a date last", () => {
    const games = [{ date: "1969/12/23" }, {}, { date: "2024/10/19 10:00" }, { date: null }, { date: "2015/08" }];
    expect(newestFirst(games).map(({ date }) => date)).toEqual([
      "2024/10/19 10:00",
      "2015/08",
      "1969/12/23",
      undefined,
      null,
    ]);
  });
});

describe("a bar of results", () => {
  it("sums to a hundred", () => {
    expect(bar(0, 0, 0)).toEqual([0, 0, 0]);
    expect(bar(1, 1, 1)).toEqual([33, 33, 34]);
    for (let n = 1; n < 200; n += 1) {
      const [sente, gote, draws] = bar(n, (n * 7) % 13, (n * 3) % 5);
      expect(sente + gote + draws).toBe(100);
      expect(Math.min(sente, gote, draws)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("an archive", () => {
  it("holds its files with sums and places", () => {
    const bytes = new TextEncoder().encode("123456789");
    expect(crc32(bytes)).toBe(0xcbf43926);
    const archive = zip([
      { name: "山田.kif", bytes },
      { name: "山田.kif", bytes: new Uint8Array() },
    ]);
    const view = new DataView(archive.buffer);
    const end = archive.length - 22;
    expect(view.getUint32(end, true)).toBe(0x06054b50);
    expect(view.getUint16(end + 10, true)).toBe(2);
    const directory = view.getUint32(end + 16, true);
    expect(view.getUint32(directory, true)).toBe(0x02014b50);
    expect(new TextDecoder().decode(archive)).toContain("山田-2.kif");
  });

  it("names no file outside its folder", () => {
    expect([safe("../../x"), safe("a/b\\c:d"), safe("")]).toEqual(["__.._x", "a_b_c_d", "game"]);
  });
});
