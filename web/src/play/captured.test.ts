import { expect, test } from "vitest";
import type { Variant } from "../app/wire.ts";
import { takenOf } from "./captured.tsx";

const kind = (code: string, value: number, more = {}) => ({ code, value, name: code, isRoyal: false, ...more });
const variant = {
  files: 3,
  ranks: 4,
  kinds: [
    kind("K", 10_000, { isRoyal: true }),
    kind("R", 1000),
    kind("P", 100, { promotesTo: "+P" }),
    kind("+P", 600, { demotesTo: "P" }),
  ],
} as unknown as Variant;

const told = (start: string, now: string) => {
  const all = takenOf(start, now, variant);
  const side = ({ taken, ahead }: (typeof all)["sente"]) =>
    `${taken.map(({ kind: { code }, count }) => `${code}${count}`).join(" ")} ${ahead}`.trim();
  return [side(all.sente), side(all.gote)];
};

const START = "rkr/ppp/PPP/RKR b - 1";

test("what is missing was taken by the other side, dearest first", () => {
  expect(told(START, START)).toEqual(["0", "0"]);
  expect(told(START, "1k1/3/PP1/RKR b - 1")).toEqual(["R2 P3 2200", "P1 -2200"]);
});

test("a piece that promoted was not taken, and is worth more; kings do not count", () => {
  expect(told(START, "rkr/pp1/+PPP/RKR b - 1")).toEqual(["P1 600", "-600"]);
  expect(told(START, "r1r/ppp/PPP/RKR b - 1")).toEqual(["K1 0", "0"]);
});
