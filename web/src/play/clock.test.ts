import { describe, expect, test } from "vitest";
import {
  after,
  type ClockSetting,
  face,
  later,
  left,
  moved,
  readSetting,
  type SideClock,
  startClocks,
  writeSetting,
} from "./clock.ts";
import cases from "./clock-cases.json";

interface Case {
  control: ClockSetting;
  spent: number;
  left: SideClock | null;
  moved: SideClock | null;
}

const byoyomi: ClockSetting = { kind: "byoyomi", main: 5000, byoyomi: 3000, periods: 3 };
const sudden: ClockSetting = { kind: "sudden", main: 5000 };

// The server's clock is tried with the same cases.
test.each(cases as Case[])("$control after $spent ms", ({ control, spent, left: rest, moved: next }) => {
  const clock = after(startClocks(control)!.sente, spent, control);
  expect(clock).toEqual(rest);
  expect(clock && moved(clock, control)).toEqual(next);
});

test("what is left counts all periods", () => {
  expect(left(startClocks(byoyomi)!.sente, byoyomi)).toBe(14_000);
  expect(left(startClocks(sudden)!.gote, sudden)).toBe(5000);
});

describe("the face", () => {
  const cases: [main: number, byoyomi: number, periods: number, text: string, urgent: boolean][] = [
    [600_000, 30_000, 1, "10:00", false],
    [599_001, 0, 0, "10:00", false],
    [599_000, 0, 0, "9:59", false],
    [3_600_000, 0, 0, "1:00:00", false],
    [10_000, 0, 0, "0:10", false],
    [9_999, 0, 0, "9.9", true],
    [9_999, 30_000, 1, "9.9", false],
    [50, 0, 0, "0.0", true],
    [0, 30_000, 1, "0:30", false],
    [0, 9_900, 1, "9.9", true],
  ];
  test.each(cases)("%d + %d x %d", (main, left, periods, text, urgent) => {
    expect(face({ main, byoyomi: left, periods })).toMatchObject({ text, urgent });
  });
  test("says when it will change", () => {
    expect(face({ main: 65_250, byoyomi: 0, periods: 0 }).next).toBe(250);
    expect(face({ main: 5_250, byoyomi: 0, periods: 0 }).next).toBe(50);
    expect(face({ main: 60_000, byoyomi: 0, periods: 0 }).next).toBe(1000);
  });
});

test("settings survive an address; nonsense is no clock", () => {
  for (const setting of [
    byoyomi,
    sudden,
    { kind: "fischer", main: 1000, increment: 2000 },
    { kind: "none" },
  ] as ClockSetting[]) {
    expect(readSetting(writeSetting(setting))).toEqual(setting);
  }
  for (const text of [null, "", "x", "5+", "0f", "-3", "1e9", "10+0x1", "10+30x0"])
    expect(readSetting(text)).toEqual({ kind: "none" });
});

test("byoyomi is told before it begins, and an increment all the time", () => {
  const byoyomi = { kind: "byoyomi", main: 600_000, byoyomi: 30_000, periods: 3 } as const;
  expect(later(byoyomi, { byoyomi: false })).toEqual({ seconds: 30, periods: 3 });
  expect(later(byoyomi, { byoyomi: true })).toBeNull();
  expect(later({ kind: "fischer", main: 300_000, increment: 5_000 }, { byoyomi: false })).toEqual({
    seconds: 5,
    periods: 1,
  });
  expect(later({ kind: "sudden", main: 300_000 }, { byoyomi: false })).toBeNull();
});
