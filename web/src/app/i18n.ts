// Messages in Japanese and English. Each area keeps one typed table beside its pages:
//
//   export const t = messages({ open: { ja: "開く", en: "Open" }, left: { ja: "あと{n}手", en: "{n} moves left" } });
//   t("open"); t("left", { n: 3 });
//
// `t` reads the language signal, so whatever component calls it follows the switch of language.
import { type Language, settings } from "./settings.ts";

export type Text = Record<Language, string>;
export type Params = Record<string, string | number>;

/** A translator for one area's table. */
export function messages<K extends string>(table: Record<K, Text>): (key: K, params?: Params) => string {
  return (key, params) => fill(table[key][settings.language.value], params);
}

/**
 * Puts `params` in the place of `{names}`, and of `{n|move|moves}` the word that fits the number `n`. What has no value
 * stays as it is written.
 */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    if (!(name in params)) return whole;
    if (one === undefined) return String(params[name]);
    return String(params[name]) === "1" ? one : (many ?? "");
  });
}

/** The name of an opening or a castle. */
export function shapeName(shape: { japanese: string; english: string }): string {
  return settings.language.value === "ja" ? shape.japanese : shape.english;
}

/** The one of two names that fits the language: for data that carries `name` and `nameJa`. */
export function named(thing: { name: string; nameJa?: string | null }): string {
  return (settings.language.value === "ja" && thing.nameJa) || thing.name;
}

/** A move as it is written here: by the setting, else as the language has it. */
export function notated<T>(move: { japanese: T; english: T }): T {
  const { notation, language } = settings;
  const way = notation.value === "auto" ? (language.value === "ja" ? "japanese" : "western") : notation.value;
  return way === "japanese" ? move.japanese : move.english;
}

/** What the server said, as people write it: a capital at the beginning, and quotation marks for its backticks. */
export function sentence(said: string): string {
  const marks = settings.language.value === "ja" ? "「$1」" : "“$1”";
  const text = said.replace(/`([^`]+)`/g, marks);
  // In Japanese a word in small letters is the name of something in a file: `steps がありません`.
  if (/[ぁ-ん]/.test(text)) return text;
  // Not a letter or a name of a notation, which would be another one in capitals.
  return text.replace(/^(a|[a-z]{2,})(?=[\s,;’'-]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
