// The one set of this browser, as a signal: every page of the workshop shows the same.
import { effect, signal } from "@preact/signals";
import type { Piece } from "./piece.ts";
import { pack, STORAGE_KEY, unpack } from "./set.ts";

function kept(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const pieceSet = signal<Piece[]>(unpack(kept()));

effect(() => {
  const text = pack(pieceSet.value);
  try {
    if (text !== kept()) localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // A private window: the set lives as long as the page.
  }
});
