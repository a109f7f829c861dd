/** How strong the computer plays, as this person chose it last. */
import { recall, remember } from "../app/settings.ts";

/** Holds nothing back. */
export const FULL = 11;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, FULL] as const;
/** For somebody who plays here for the first time. */
const FIRST = 2;

/** The level that is meant; none where it is no level. */
export function levelOf(meant: unknown): number | null {
  return LEVELS.find((one) => one === meant) ?? null;
}

export function lastLevel(): number {
  return levelOf(recall("level")) ?? FIRST;
}

/** The same for an address. */
export const usualLevel = (): string => String(lastLevel());

export function keepLevel(level: number): void {
  remember("level", level);
}
