// The variants that were stored from this browser: who has no account finds them again by this list.
import { signal } from "@preact/signals";
import { recall, remember } from "../app/settings.ts";

export interface MadeVariant {
  id: string;
  name: string;
  nameJa: string;
}

const NAME = "variants.made";
/** The oldest are forgotten. */
const MOST = 30;

export const made = signal<readonly MadeVariant[]>(read(recall(NAME)));

function read(kept: unknown): MadeVariant[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter((one) => [one?.id, one?.name, one?.nameJa].every((text) => typeof text === "string"));
}

/** Keeps a variant at the top of the list. */
export function keepMade(variant: MadeVariant): void {
  made.value = [variant, ...made.value.filter(({ id }) => id !== variant.id)].slice(0, MOST);
  remember(NAME, made.value);
}

/** Takes one off the list; whoever has its link still finds it. */
export function forgetMade(id: string): void {
  made.value = made.value.filter((one) => one.id !== id);
  remember(NAME, made.value);
}
