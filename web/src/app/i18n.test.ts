import { expect, test } from "vitest";
import { fill, messages, named } from "./i18n.ts";
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

test("data without a Japanese name shows the English one", () => {
  settings.language.value = "ja";
  expect(named({ name: "My game", nameJa: null })).toBe("My game");
  expect(named({ name: "Shogi", nameJa: "本将棋" })).toBe("本将棋");
});
