// Clocks as values, the same arithmetic as the server's: what a side has left, and what becomes of it when time passes.
// Nothing here reads a clock.
import type { Clocks, SideClock, TimeControl } from "../app/api-types.ts";

export type { Clocks, SideClock } from "../app/api-types.ts";
export type ClockSetting = TimeControl;

/** What each side has at the start; null without a clock. */
export function startClocks(setting: ClockSetting): Clocks | null {
  if (setting.kind === "none") return null;
  const each =
    setting.kind === "byoyomi"
      ? { main: setting.main, byoyomi: setting.byoyomi, periods: setting.periods ?? 1 }
      : { main: setting.main, byoyomi: 0, periods: 0 };
  return { sente: { ...each }, gote: { ...each }, running: null };
}

const period = (setting: ClockSetting) => (setting.kind === "byoyomi" ? setting.byoyomi : 0);

/** After thinking for `spent`; null if the flag fell. */
export function after(clock: SideClock, spent: number, setting: ClockSetting): SideClock | null {
  const over = spent - clock.main;
  if (over < 0) return { ...clock, main: -over };
  if (clock.periods === 0) return null;
  if (over < clock.byoyomi) return { main: 0, byoyomi: clock.byoyomi - over, periods: clock.periods };
  const later = over - clock.byoyomi;
  const whole = period(setting) > 0 ? Math.floor(later / period(setting)) : clock.periods;
  const periods = clock.periods - 1 - whole;
  if (periods <= 0) return null;
  return { main: 0, byoyomi: period(setting) - (later - whole * period(setting)), periods };
}

/** After a move: the period is whole again, the increment is added. */
export function moved(clock: SideClock, setting: ClockSetting): SideClock {
  if (setting.kind === "fischer") return { ...clock, main: clock.main + setting.increment };
  if (clock.periods > 0) return { ...clock, byoyomi: period(setting) };
  return clock;
}

/** All the time until the flag falls. */
export function left(clock: SideClock, setting: ClockSetting): number {
  if (clock.periods === 0) return clock.main;
  return clock.main + clock.byoyomi + (clock.periods - 1) * period(setting);
}

export interface Face {
  text: string;
  /** In byoyomi, or with less than ten seconds left. */
  urgent: boolean;
  byoyomi: boolean;
  periods: number;
  /** Milliseconds until `text` is another one. */
  next: number;
}

/** What the clock shows: minutes and seconds, rounded up, and tenths below ten seconds. */
export function face(clock: SideClock | null): Face {
  if (!clock) return { text: "0:00", urgent: true, byoyomi: false, periods: 0, next: Number.POSITIVE_INFINITY };
  const byoyomi = clock.main <= 0 && clock.periods > 0;
  const ms = byoyomi ? clock.byoyomi : clock.main;
  const low = ms < 10_000;
  const unit = low ? 100 : 1000;
  return {
    text: low ? `${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)}` : minutes(Math.ceil(ms / 1000)),
    urgent: low && (byoyomi || clock.periods === 0),
    byoyomi,
    periods: clock.periods,
    next: ms % unit || unit,
  };
}

function minutes(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What comes after, or on top of, the main time, in seconds: known from the first move on. */
export function later(setting: ClockSetting, face: Pick<Face, "byoyomi">): { seconds: number; periods: number } | null {
  if (setting.kind === "byoyomi" && !face.byoyomi) {
    return { seconds: setting.byoyomi / 1000, periods: setting.periods ?? 1 };
  }
  return setting.kind === "fischer" ? { seconds: setting.increment / 1000, periods: 1 } : null;
}

/** A setting in an address: `0`, `600`, `600+30x1` (byoyomi with periods), `300f5` (Fischer), in seconds. */
export function writeSetting(setting: ClockSetting): string {
  if (setting.kind === "none") return "0";
  const main = setting.main / 1000;
  if (setting.kind === "sudden") return `${main}`;
  if (setting.kind === "fischer") return `${main}f${setting.increment / 1000}`;
  return `${main}+${setting.byoyomi / 1000}x${setting.periods ?? 1}`;
}

/** The reverse of `writeSetting`; whatever is no clock is none. */
export function readSetting(text: string | null): ClockSetting {
  const found = /^(\d{1,7})(?:(?:\+(\d{1,5})x(\d{1,3}))|(?:f(\d{1,5})))?$/.exec(text ?? "");
  if (!found) return { kind: "none" };
  const [, main, byoyomi, periods, increment] = found.map((part) => Number(part ?? Number.NaN)) as number[];
  const ms = (seconds: number | undefined) => (seconds ?? 0) * 1000;
  if (!Number.isNaN(byoyomi)) {
    if (!byoyomi || !periods) return { kind: "none" };
    return { kind: "byoyomi", main: ms(main), byoyomi: ms(byoyomi), periods };
  }
  if (!main) return { kind: "none" };
  if (!Number.isNaN(increment)) return { kind: "fischer", main: ms(main), increment: ms(increment) };
  return { kind: "sudden", main: ms(main) };
}
