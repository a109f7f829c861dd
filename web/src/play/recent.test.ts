import { expect, test } from "vitest";
import { type LiveRecord, type LocalRecord, outcomeOf } from "./recent.ts";

const live: LiveRecord = {
  kind: "live",
  id: "g",
  variant: "shogi",
  name: "Shogi",
  nameJa: "将棋",
  side: "gote",
  secret: "s",
  invite: null,
  at: 0,
};
const local: LocalRecord = {
  ...live,
  kind: "local",
  handicap: null,
  sfen: null,
  options: {},
  clock: { kind: "none" } as LocalRecord["clock"],
  clocks: null,
  moves: [],
  end: null,
};

test("a game tells how it ended as whoever played sees it", () => {
  expect(outcomeOf(live)).toBeNull();
  expect(outcomeOf({ ...live, end: { reason: "resignation", winner: "gote" } })).toBe("won");
  expect(outcomeOf({ ...live, end: { reason: "resignation", winner: "sente" } })).toBe("lost");
  expect(outcomeOf({ ...live, end: { reason: "repetition", winner: "draw" } })).toBe("drawn");
  expect(outcomeOf({ ...live, end: { reason: "aborted", winner: null } })).toBe("aborted");
  expect(outcomeOf({ ...local, end: { reason: "checkmate", winner: "sente" } })).toBe("sente");
  const computer = { side: "sente", level: 1, tells: false } as const;
  expect(outcomeOf({ ...local, computer, end: { reason: "checkmate", winner: "sente" } })).toBe("lost");
});
