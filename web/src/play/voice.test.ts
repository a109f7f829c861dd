import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../app/settings.ts";
import { countAloud, countWords } from "./voice.ts";

const byoyomi = { kind: "byoyomi", main: 0, byoyomi: 30_000, periods: 1 } as const;

test("in Japanese the seconds that have passed are counted, in English those that are left", () => {
  const all = (language: "ja" | "en") =>
    Array.from({ length: 31 }, (_, n) => countWords(30 - n, 30, language)).filter((words) => words !== null);
  expect(all("ja")).toEqual(["10秒", "20秒", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(all("en")).toEqual(["20 seconds", "10 seconds", "9", "8", "7", "6", "5", "4", "3", "2", "1"]);
});

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal("speechSynthesis", { cancel: () => {}, speak: ({ text }: { text: string }) => said.push(text) });
  settings.language.value = "en";
  settings.spoken.value = true;
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.spoken.value = false;
  settings.volume.value = 70;
});

const at = (main: number, left: number) => ({ main, byoyomi: left, periods: 1 });

test("nothing is counted before byoyomi, and each second once", () => {
  const count = countAloud(byoyomi);
  for (const clock of [at(5000, 30_000), at(0, 29_000), at(0, 20_000), at(0, 19_950), at(0, 9000), at(0, 8950)])
    count?.(clock);
  expect(said).toEqual(["20 seconds", "9"]);
});

test("who wants no voice, or no sound, hears none", () => {
  settings.volume.value = 0;
  countAloud(byoyomi)?.(at(0, 20_000));
  settings.spoken.value = false;
  expect(countAloud(byoyomi)).toBeNull();
  expect(countAloud({ kind: "sudden", main: 60_000 })).toBeNull();
  expect(said).toEqual([]);
});
