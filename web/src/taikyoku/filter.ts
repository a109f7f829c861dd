// Finding pieces among the 404 entries of taikyoku: by name, characters, notation, and by how they move.

/** What the filter needs of an entry. `dy` is forward. */
export interface Entry {
  id: number;
  code: string;
  name: string;
  nameJa: string;
  kanji: string;
  betza?: string | null;
  words?: string | null;
  isPromoted: boolean;
  readings: readonly unknown[];
  dots: readonly Dot[];
}

export interface Dot {
  dx: number;
  dy: number;
  kind: "step" | "slide" | "leap";
}

export const COMPASS = ["NW", "N", "NE", "W", "E", "SW", "S", "SE"] as const;
export type Compass = (typeof COMPASS)[number];

/** What a piece must do in a direction: anything but nothing, or just a step, or slide. */
export type Wish = "moves" | "slides" | "nothing";

export interface Filter {
  text: string;
  side: "all" | "front" | "back";
  disputed: boolean;
  leaps: boolean;
  wishes: Partial<Record<Compass, Wish>>;
}

export const NO_FILTER: Filter = { text: "", side: "all", disputed: false, leaps: false, wishes: {} };

const OFFSETS: Record<Compass, [number, number]> = {
  NW: [-1, 1],
  N: [0, 1],
  NE: [1, 1],
  W: [-1, 0],
  E: [1, 0],
  SW: [-1, -1],
  S: [0, -1],
  SE: [1, -1],
};

/** What comes after a click on a direction: moves there, slides there, does not move there, no matter. */
export function nextWish(wish: Wish | undefined): Wish | undefined {
  return wish === undefined ? "moves" : wish === "moves" ? "slides" : wish === "slides" ? "nothing" : undefined;
}

/** The entries that fit, best match of the text first, else in their order. */
export function filter<T extends Entry>(entries: readonly T[], by: Filter): T[] {
  const words = plain(by.text).split(/\s+/).filter(Boolean);
  const fits = entries.filter(
    (entry) =>
      (by.side === "all" || entry.isPromoted === (by.side === "back")) &&
      (!by.disputed || entry.readings.length > 0) &&
      (!by.leaps || entry.dots.some(isLeap)) &&
      COMPASS.every((direction) => grants(entry, direction, by.wishes[direction])) &&
      words.every((word) => rank(entry, word) > 0),
  );
  if (words.length === 0) return fits;
  const score = (entry: T) => words.reduce((sum, word) => sum + rank(entry, word), 0);
  const scored = fits.map((entry, at) => ({ entry, at, score: score(entry) }));
  return scored.sort((a, b) => b.score - a.score || a.at - b.at).map(({ entry }) => entry);
}

function isLeap(dot: Dot): boolean {
  return dot.kind === "leap";
}

function grants(entry: Entry, direction: Compass, wish: Wish | undefined): boolean {
  if (wish === undefined) return true;
  const [dx, dy] = OFFSETS[direction];
  const there = entry.dots.filter((dot) => dot.dx === dx && dot.dy === dy);
  if (wish === "nothing") return there.length === 0;
  return wish === "slides" ? there.some((dot) => dot.kind === "slide") : there.length > 0;
}

/** How well a word of the search fits an entry; 0 does not. */
function rank(entry: Entry, word: string): number {
  const names = [entry.name, entry.nameJa, entry.kanji, String(entry.id), entry.code].map(plain);
  if (names.includes(word)) return 4;
  if (names.some((name) => name.startsWith(word))) return 3;
  if (names.slice(0, 3).some((name) => name.includes(word))) return 2;
  const moves = [entry.betza, entry.words].map((text) => plain(text ?? ""));
  return moves.some((text) => text.includes(word)) ? 1 : 0;
}

/** One form for what is typed in many: width, case. Notation loses its case too, which only finds more. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
