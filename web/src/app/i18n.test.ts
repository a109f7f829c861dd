import { expect, test } from "vitest";
import { fill, messages, named, sentence } from "./i18n.ts";
import { settings } from "./settings.ts";

const t = messages({ left: { ja: "あと{n}手", en: "{n} moves left" } });

test("a message follows the language", () => {
  settings.language.value = "ja";
  expect(t("left", { n: 3 })).toBe("あと3手");
  settings.language.value = "en";
  expect(t("left", { n: 3 })).toBe("3 moves left");
});

test("a name in braces without a value stays as written, and values are not read again", () => {
  expect(fill("{a} {b}", { a: "{b}" })).toBe("{b} {b}");
});

test("a word follows its number", () => {
  const text = "{n} {n|move is|moves are} left";
  expect(fill(text, { n: 1 })).toBe("1 move is left");
  expect(fill(text, { n: 0 })).toBe("0 moves are left");
});

test("what the server says becomes a sentence", () => {
  settings.language.value = "en";
  expect(sentence("there is no variant `x`")).toBe("There is no variant “x”");
  expect(sentence("`diagonaly` is not understood")).toBe("“diagonaly” is not understood");
  expect(sentence("name_ja is missing")).toBe("name_ja is missing");
  settings.language.value = "ja";
  expect(sentence("`x` がありません")).toBe("「x」 がありません");
  expect(sentence("steps がありません")).toBe("steps がありません");
});

test("data without a Japanese name shows the English one", () => {
  settings.language.value = "ja";
  expect(named({ name: "My game", nameJa: null })).toBe("My game");
  expect(named({ name: "Shogi", nameJa: "本将棋" })).toBe("本将棋");
});
