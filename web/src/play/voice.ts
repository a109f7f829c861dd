// A voice that counts the seconds of byoyomi, as a recorder at the board does.
import { type Language, settings } from "../app/settings.ts";
import type { ClockSetting, SideClock } from "./clock.ts";

/**
 * What is said when so many whole seconds of a period are left: tens, then every second of the last ten. In Japanese what
 * has passed is counted (十秒、二十秒、一、二、三…), in English what is left.
 */
export function countWords(left: number, period: number, language: Language): string | null {
  if (left <= 0 || left >= period) return null;
  if (left < 10) return language === "ja" ? String(10 - left) : String(left);
  if (left % 10 !== 0) return null;
  return language === "ja" ? `${period - left}秒` : `${left} seconds`;
}

/** Hears the clock tick, and says each word once; null where nothing is to be counted. */
export function countAloud(setting: ClockSetting): ((clock: SideClock | null) => void) | null {
  if (setting.kind !== "byoyomi" || !settings.spoken.value || typeof speechSynthesis === "undefined") return null;
  const period = setting.byoyomi / 1000;
  let last = Number.NaN;
  return (clock) => {
    if (!clock || clock.main > 0 || settings.volume.value === 0) return;
    const left = Math.ceil(clock.byoyomi / 1000);
    if (left === last) return;
    last = left;
    const words = countWords(left, period, settings.language.value);
    if (words) say(words);
  };
}

function say(words: string): void {
  const said = new SpeechSynthesisUtterance(words);
  said.lang = settings.language.value === "ja" ? "ja-JP" : "en-GB";
  said.volume = settings.volume.value / 100;
  said.rate = 1.2;
  // What is late is wrong.
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
