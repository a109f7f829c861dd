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
