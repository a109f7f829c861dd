// A described piece as the fragment of an address: whoever has the link sees the words and the moves.

import type { Names } from "./piece.ts";
import type { Reading } from "./wire.ts";

export type SharedPiece = Reading & Names;

/** The longest description a link may carry. */
export const MOST_CHARACTERS = 4000;

export function toFragment(piece: SharedPiece): string {
  const pairs = Object.entries({ ...piece, as: piece.as === "auto" ? "" : piece.as }).filter(([, value]) => value);
  const said = pairs.filter(([key, value]) => !(key === "dialect" && value === "strict"));
  return new URLSearchParams(said).toString();
}

/** The piece of a fragment, or null where it holds none. What it does not know is ignored. */
export function fromFragment(fragment: string): SharedPiece | null {
  const said = new URLSearchParams(fragment);
  const text = said.get("text");
  if (!text || text.length > MOST_CHARACTERS) return null;
  const [as, dialect] = [said.get("as"), said.get("dialect")];
  const short = (key: string, most: number) => [...(said.get(key) ?? "")].slice(0, most).join("");
  return {
    text,
    as: as === "prose" || as === "betza" ? as : "auto",
    dialect: dialect === "neo" || dialect === "fairy" ? dialect : "strict",
    name: short("name", 80),
    nameJa: short("nameJa", 40),
    kanji: short("kanji", 2),
  };
}
