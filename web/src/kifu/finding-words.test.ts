import { afterEach, expect, it } from "vitest";
import { settings } from "../app/settings.ts";
import { inWords } from "./finding-words.ts";

afterEach(() => {
  settings.language.value = "en";
});
const loss = { severity: "warning" as const, code: "comments-lost", message: "comments are lost (3 times)" };

it("findings are said in Japanese by their code, with how often they happened", () => {
  settings.language.value = "ja";
  expect(inWords([loss])[0]?.message).toBe("この形式はコメントを書けません（3か所）");
});

it("findings without a sentence, and those read in English, keep the server's", () => {
  expect(inWords([loss])).toEqual([loss]);
  settings.language.value = "ja";
  const odd = { ...loss, code: "something-new" };
  expect(inWords([odd])).toEqual([odd]);
});

it("a game that a format has no place for is said with the reason", () => {
  settings.language.value = "ja";
  const lost = {
    severity: "error" as const,
    code: "game-lost",
    message: "CSA is for shogi only; the game is left out",
  };
  expect(inWords([lost])[0]?.message).toBe("CSAは本将棋だけの形式です");
});

// The source of our readers and writers of records.
const formats = import.meta.glob<string>(["../../../crates/koma-kifu/src/**/*.rs", "!**/tests.rs"], {
  query: "?raw",
  import: "default",
  eager: true,
});

it("every code of our readers and writers has a Japanese sentence", () => {
  settings.language.value = "ja";
  const given = /(?:Finding::\w+|\b(?:error|warn|lose|loss|unclear))\(\s*"([a-z]+(?:-[a-z]+)+)"/g;
  const sources = Object.values(formats).map((source) => source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0] ?? "");
  const codes = new Set(sources.flatMap((source) => [...source.matchAll(given)].map(([, code]) => code ?? "")));
  expect(codes.size).toBeGreaterThan(80);
  const said = (code: string) => inWords([{ severity: "error", code, message: "it" }])[0]?.message;
  expect([...codes].filter((code) => said(code) === "it")).toEqual([]);
});
