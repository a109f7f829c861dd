import { describe, expect, it } from "vitest";
import { type Entry, type Filter, filter, NO_FILTER, nextWish } from "./filter.ts";

const entry = (id: number, name: string, kanji: string, more: Partial<Entry> = {}): Entry => ({
  id,
  code: name.slice(0, 2).toUpperCase(),
  name,
  nameJa: kanji,
  kanji,
  betza: null,
  isPromoted: false,
  readings: [],
  dots: [],
  ...more,
});
const ENTRIES = [
  entry(1, "Free king", "奔王", { betza: "Q", dots: [{ dx: 0, dy: 1, kind: "slide" }] }),
  entry(2, "King", "王将", {
    betza: "K",
    dots: [
      { dx: 0, dy: 1, kind: "step" },
      { dx: 0, dy: -1, kind: "step" },
    ],
  }),
  entry(3, "Knight", "桂馬", { betza: "ffN", dots: [{ dx: 1, dy: 2, kind: "leap" }], readings: [{}] }),
  entry(4, "Tokin", "と金", { isPromoted: true, words: "One step: forward, sideways." }),
];

function check(by: Partial<Filter>, expected: number[]) {
  expect(filter(ENTRIES, { ...NO_FILTER, ...by }).map(({ id }) => id)).toEqual(expected);
}

describe("taikyoku entries", () => {
  it("are all there without a filter", () => check({}, [1, 2, 3, 4]));
  it("are found by name, whole names first", () => check({ text: "KING" }, [2, 1]));
  it("are found by characters in any width", () => {
    check({ text: "王" }, [2, 1]);
    check({ text: "ｋｎｉｇｈｔ" }, [3]);
  });
  it("are found by number, notation and words", () => {
    check({ text: "4" }, [4]);
    check({ text: "ffn" }, [3]);
    check({ text: "sideways" }, [4]);
  });
  it("must fit every word", () => check({ text: "free king" }, [1]));
  it("are found by side and dispute", () => {
    check({ side: "back" }, [4]);
    check({ side: "front", disputed: true }, [3]);
  });
  it("are found by how they move", () => {
    check({ wishes: { N: "moves" } }, [1, 2]);
    check({ wishes: { N: "slides" } }, [1]);
    check({ wishes: { N: "moves", S: "nothing" } }, [1]);
    check({ leaps: true }, [3]);
  });
  it("have a round of wishes to click through", () => {
    expect(nextWish(nextWish(nextWish(nextWish(undefined))))).toBeUndefined();
  });
});
