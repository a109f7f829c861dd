import { afterEach, expect, test } from "vitest";
import { settings } from "../app/settings.ts";
import { asksFirst } from "./confirm.tsx";

afterEach(() => {
  settings.confirm.value = "auto";
});

test("by touch, moves on boards above 12x12 are asked about unless somebody chose otherwise", () => {
  const [shogi, chu, tenjiku] = [9, 12, 16].map((size) => ({ files: size, ranks: size }));
  const asked = (touch: boolean) => [shogi, chu, tenjiku].map((size) => asksFirst(size!, touch));
  expect(asked(true)).toEqual([false, false, true]);
  expect(asked(false)).toEqual([false, false, false]);
  settings.confirm.value = "always";
  expect(asked(false)).toEqual([true, true, true]);
  settings.confirm.value = "never";
  expect(asked(true)).toEqual([false, false, false]);
});
