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
