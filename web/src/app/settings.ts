// What a person chose, kept in this browser. Every setting is a signal: read `.value` in a component and it follows.
import { effect, type Signal, signal } from "@preact/signals";

export type Language = "ja" | "en";
export type Theme = "auto" | "light" | "dark" | "wood";

/** An engine of the person at this machine. */
export interface ChosenEngine {
  id: string;
  name: string;
}

const PREFIX = "koma.";

function kept<T>(name: string, usual: T, allowed: readonly T[] | ((read: T) => boolean)): Signal<T> {
  let value = usual;
  try {
    const raw = localStorage.getItem(PREFIX + name);
    if (raw !== null) {
      const read = JSON.parse(raw) as T;
      if (typeof allowed === "function" ? allowed(read) : allowed.includes(read)) value = read;
    }
  } catch {
    // No storage (a private window), or something that is not ours in it: the usual value it is.
  }
  const made = signal(value);
  let first = true;
  effect(() => {
    const now = made.value;
    if (first) {
      first = false;
      return;
    }
    remember(name, now);
  });
  return made;
}

/** Keeps a value in this browser; silently does not where there is no storage. */
export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing is lost but the memory.
  }
}

/** What `remember` kept, or null. The caller checks its shape. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

const yesNo = [true, false] as const;
const preferred: Language = navigator.language?.toLowerCase().startsWith("ja") ? "ja" : "en";

export const settings = {
  language: kept<Language>("language", preferred, ["ja", "en"]),
  theme: kept<Theme>("theme", "auto", ["auto", "light", "dark", "wood"]),
  /** What is drawn on the men. */
  pieces: kept<"kanji" | "twoKanji" | "letters">("pieces", "kanji", ["kanji", "twoKanji", "letters"]),
  /** Marks on the men that show a learner how they move. */
  dots: kept<boolean>("dots", false, yesNo),
  /** `usi` is 1 a, as moves are written in English. */
  coordinates: kept<"japanese" | "usi" | "numeric" | "none">("coordinates", preferred === "ja" ? "japanese" : "usi", [
    "japanese",
    "usi",
    "numeric",
    "none",
  ]),
  /** Show where the selected man may go. */
  targets: kept<boolean>("targets", true, yesNo),
  animation: kept<boolean>("animation", true, yesNo),
  /** A pointer that rests on a piece opens its card. */
  cards: kept<boolean>("cards", true, yesNo),
  /** How loud, from 0 to 100. */
  volume: kept<number>("volume", recall("sound") === false ? 0 : 70, (read) => read >= 0 && read <= 100),
  /** A voice counts the seconds of byoyomi. */
  spoken: kept<boolean>("spoken", false, yesNo),
  /** How moves are written: as the language of the page has it, or in one of the two ways. */
  notation: kept<"auto" | "japanese" | "western">("notation", "auto", ["auto", "japanese", "western"]),
  /** Whether a move is asked about before it is played; `auto` is on boards above 12x12 played by touch. */
  confirm: kept<"auto" | "always" | "never">("confirm", "auto", ["auto", "always", "never"]),
  /** A move may be made in advance, while the other side thinks. */
  premove: kept<boolean>("premove", false, yesNo),
  /** The browser tells when it is one's move and the page is not looked at. */
  notify: kept<boolean>("notify", false, yesNo),
  /** The engine that plays and analyses; null for Koma's own. */
  engine: kept<ChosenEngine | null>("engine", null, (read) => {
    const { id, name } = read ?? {};
    return typeof id === "string" && typeof name === "string";
  }),
};

/** Writes language and theme onto the page, now and whenever they change. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.lang = settings.language.value;
  });
  effect(() => {
    const theme = settings.theme.value;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  });
}
