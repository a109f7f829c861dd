// What a person meant by words that can be read in several ways: chosen once, and remembered in this browser, so that
// the same words are not asked about again.
import { signal } from "@preact/signals";

const KEY = "koma-meant";
/** As many are remembered; the oldest are forgotten. */
const MOST = 200;

/** The words written, and the words chosen for them. */
export type Meant = readonly (readonly [written: string, chosen: string])[];

export function unpack(text: string | null): Meant {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(list)) return [];
    const isPair = (one: unknown) =>
      Array.isArray(one) && one.length === 2 && one.every((words) => typeof words === "string");
    return list.filter(isPair).slice(-MOST);
  } catch {
    return [];
  }
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ");

/** What was chosen for these words, if anything was. */
export function chosenFor(meant: Meant, written: string): string | null {
  return meant.find(([words]) => words === plain(written))?.[1] ?? null;
}

export function withChoice(meant: Meant, written: string, chosen: string | null): Meant {
  const others = meant.filter(([words]) => words !== plain(written));
  return chosen === null ? others : [...others, [plain(written), chosen] as const].slice(-MOST);
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const meant = signal<Meant>(unpack(kept()));

export const meantBy = (written: string): string | null => chosenFor(meant.value, written);

/** Remembers a choice, or forgets it. */
export function remember(written: string, chosen: string | null) {
  meant.value = withChoice(meant.value, written, chosen);
  try {
    localStorage.setItem(KEY, JSON.stringify(meant.value));
  } catch {
    // A private window: the choice lives as long as the page.
  }
}
