import { afterAll, beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.ts";
import { inWords } from "./finding-words.ts";

// Other tests share the settings.
beforeEach(() => {
  settings.language.value = "en";
});

test.each([
  ["no-distance", "no distance is given, read as one square", "距離がないため、1マスとして読みました"],
  ["no-distance", "a leap without a distance is left out", "跳ぶ距離がないため、除きました"],
  ["missing-field", "a piece has no `name_ja`", "「name_ja」がありません"],
  ["wrong-type", "`value` must be a whole number, not a list", "値の種類が違います。整数を書いてください"],
  ["out-of-range", "the limit must be from 1 to 999, not 0", "1から999までの数にしてください"],
  ["ini-bad-value", "`x` is not a number from 0 to 255", "0から255までの数にしてください"],
  ["missing-royal", "Gote has no royal man", "後手に玉がありません"],
  ["something-new", "this is new", "this is new"],
])("%s is said in Japanese with what it names", (code, message, said) => {
  const finding = { severity: "warning" as const, code, message };
  expect(inWords([finding])[0]?.message).toBe(message);
  settings.language.value = "ja";
  expect(inWords([finding])[0]?.message).toBe(said);
});

afterAll(() => {
  settings.language.value = "en";
});

test("what was probably meant is told in Japanese, too", () => {
  settings.language.value = "ja";
  const finding = {
    severity: "error" as const,
    code: "ini-unknown-key",
    message: "x",
    help: "did you mean `maxRank`?",
  };
  expect(inWords([finding])[0]?.help).toBe("「maxRank」でしょうか");
});

test("what was meant is written into the sentence where it stands only in the advice", () => {
  settings.language.value = "ja";
  const finding = { severity: "error" as const, code: "piece-count", message: "x", help: "piece_count: 14" };
  expect(inWords([finding])[0]).toMatchObject({
    message: "駒の数が合いません（正しくは piece_count: 14）",
    help: null,
  });
});

// The source of our readers of pieces, variants and positions.
const readers = import.meta.glob<string>(
  [
    "../../../crates/koma-text/src/**/*.rs",
    "../../../crates/koma-betza/src/**/*.rs",
    "../../../crates/koma-pieces/src/**/*.rs",
    "../../../crates/koma-prose/src/**/*.rs",
    "../../../crates/koma-variants/src/**/*.rs",
    "../../../crates/koma-rules/src/**/*.rs",
    "!**/tests.rs",
  ],
  { query: "?raw", import: "default", eager: true },
);

test("every code of our readers has a Japanese sentence", () => {
  settings.language.value = "ja";
  const given =
    /(?:(?:Finding::(?:error|warning|info)|\.doubt|\.error|remark)\(\s*|\b(?:error|warning|info|doubt) )"([a-z]+(?:-[a-z]+)+)"/g;
  const sources = Object.values(readers).map((source) => source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0] ?? "");
  const code = sources.map((source) => source.replace(/^\s*\/\/.*$/gm, ""));
  const codes = new Set(code.flatMap((source) => [...source.matchAll(given)].map(([, code]) => code ?? "")));
  expect(codes.size).toBeGreaterThan(150);
  const said = (code: string) => inWords([{ severity: "error", code, message: "it", help: "x" }])[0]?.message;
  expect([...codes].filter((code) => said(code) === "it")).toEqual([]);
});
