import { expect, test } from "vitest";
import { draftOf, type Fields, keep } from "./fork.ts";
import { variantObject } from "./variant-object.ts";

const step = { steps: ["N"] };
const piece = (id: number, name: string, promotes: number | null, rules: string[] = []) => ({
  id,
  name,
  name_ja: name,
  name_kanji: name[0],
  value: 1,
  can_promote: promotes !== null,
  promotes_to: promotes,
  movement: step,
  is_ranged: false,
  special_rules: rules,
});
const GAME: Fields = {
  slug: "old",
  name: "Old",
  name_ja: "旧",
  aliases: ["o"],
  board: { files: 5, ranks: 5 },
  start: "4k/5/5/5/K4 b P 1",
  handicaps: [{ slug: "x", name: "X", start: "4k/5/5/5/K4 w - 1" }],
  pieces: [piece(7, "King", null, ["Royal"]), piece(9, "Pawn", 12, ["NifuProhibited"]), piece(12, "Gold", null)],
  kinds: [
    { code: "K", piece: 7, promotes_to: "none" },
    { code: "P", piece: 9, promotes_to: "+P", rank_limit: 2 },
    { code: "+P", piece: 12, promotes_to: "none" },
  ],
  promotion: { zone: 1, when: "starts_or_ends_in_zone", forced_by_promoted: true },
  drops: { dead_squares: "forbidden", most: 3 },
  check_rules: true,
  royals_needed: 1,
  special: { lion: { counter_strike: "no" } },
  endings: [
    { kind: "checkmate", outcome: "loss" },
    { kind: "no_move", outcome: "loss" },
    { kind: "repetition", times: 4, chaser_loses: "check", outcome: "first_player_loses" },
    { kind: "bare_royal", outcome: "draw" },
  ],
  impasse: "none",
  clock: { main: 300 },
};

test("a fork that nobody changes is the game itself under another name", () => {
  const { slug, name, name_ja, ...rest } = variantObject(draftOf(GAME));
  expect([slug, name, name_ja]).toEqual(["my-game", "My game", "自作の将棋"]);
  const { slug: _s, name: _n, name_ja: _j, aliases: _a, ...game } = GAME;
  expect(rest).toEqual(game);
});

test("what is changed changes, and nothing else", () => {
  const draft = draftOf(GAME);
  const changed = variantObject({
    ...draft,
    repetition: { times: 3, outcome: "first_player_loses" as never },
    promotion: draft.promotion && { ...draft.promotion, forced: true },
    men: draft.men.map((man) => (man.code === "P" ? { ...man, noDropMate: false } : man)),
  }) as typeof GAME & { endings: Fields[]; kinds: Fields[] };
  expect(changed.promotion).toEqual({ ...(GAME.promotion as Fields), forced: true });
  expect(changed.endings[2]).toMatchObject({ kind: "repetition", times: 3, chaser_loses: "check" });
  expect(changed.endings[3]).toEqual({ kind: "bare_royal", outcome: "draw" });
  expect(changed.kinds[1]).toMatchObject({ rank_limit: 2, piece: 9 });
  expect(changed.kinds[0]).toEqual((GAME.kinds as Fields[])[0]);
  expect(changed.special).toEqual(GAME.special);
  // Another set of kinds has other handicaps.
  expect(changed.handicaps).toBeUndefined();
});

test("a man that is taken out is gone, and the numbers of the others stay", () => {
  const draft = draftOf(GAME);
  const men = draft.men.filter(({ code }) => code !== "P");
  const { kinds } = variantObject({ ...draft, men }) as { kinds: Fields[] };
  expect(kinds).toEqual([{ code: "K", piece: 7, promotes_to: "none" }]);
});

test("lists without names are taken as they are now", () => {
  expect(keep([1, 2], [1, 2], [3])).toEqual([3]);
  expect(keep({ a: 1, b: 2 }, { a: 1 }, { a: 3 })).toEqual({ a: 3, b: 2 });
});
