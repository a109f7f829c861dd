import { afterAll, beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.ts";
import { inWords } from "./finding-words.ts";

// Other tests share the settings.
beforeEach(() => {
  settings.language.value = "en";
});

test.each([
  ["missing-royal", "Gote has no royal man", "後手に玉がありません"],
  ["dead-man", "Pawn on 1a can never move", "１一の駒は行き所がありません"],
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
