/** What is looked for in the library, and how it stands in the address. */

/** Filters of the list, all optional; empty means any. */
export interface Filters {
  player: string;
  sente: string;
  gote: string;
  event: string;
  /** Days, `2025-01-15`, `2025-01` or `2025`. */
  from: string;
  to: string;
  variant: string;
  winner: string;
  handicap: string;
  /** An opening, a castle or a tesuji, by its keyword. */
  shape: string;
  /** A tag that the records have: a collection. */
  tag: string;
  sort: string;
}

/** A position to find: where play starts, and the moves to it. */
export interface PositionQuery {
  variant: string;
  /** The start; none for the usual one. */
  sfen: string | null;
  moves: string[];
}

/** The whole state of the page. */
export interface Search {
  filters: Filters;
  /** None: the list of games; else the games with this position. */
  position: PositionQuery | null;
}

const KEYS = [
  "player",
  "sente",
  "gote",
  "event",
  "from",
  "to",
  "variant",
  "winner",
  "handicap",
  "shape",
  "tag",
  "sort",
] as const;

/** No filter at all. */
export const ANY: Filters = {
  player: "",
  sente: "",
  gote: "",
  event: "",
  from: "",
  to: "",
  variant: "",
  winner: "",
  handicap: "",
  shape: "",
  tag: "",
  sort: "",
};

/** The state an address asks for. */
export function parseSearch(query: string): Search {
  const params = new URLSearchParams(query);
  const filters = { ...ANY };
  for (const key of KEYS) filters[key] = params.get(key)?.trim() ?? "";
  const isPosition = params.has("moves") || params.has("sfen") || params.get("view") === "position";
  if (!isPosition) return { filters, position: null };
  const moves = (params.get("moves") ?? "").split(/[\s,]+/).filter((move) => move !== "");
  return {
    filters,
    position: { variant: filters.variant || "shogi", sfen: params.get("sfen") || null, moves },
  };
}

/** The query of an address, without `?`; what is empty is left out. */
export function writeSearch({ filters, position }: Search): string {
  const params = filterParams(filters);
  if (position) {
    params.set("variant", position.variant);
    params.set("view", "position");
    if (position.sfen) params.set("sfen", position.sfen);
    if (position.moves.length > 0) params.set("moves", position.moves.join(","));
  }
  return params.toString();
}

/** The filters as parameters of the API. */
export function filterParams(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of KEYS) if (filters[key]) params.set(key, filters[key]);
  return params;
}

/** How many filters are set. The order is none. */
export function countFilters(filters: Filters): number {
  return KEYS.filter((key) => key !== "sort" && filters[key] !== "").length;
}

/** The games that were won, lost and drawn, as parts of a bar: whole hundredths that sum to 100, or all 0. */
export function bar(sente: number, gote: number, draws: number): [number, number, number] {
  const total = sente + gote + draws;
  if (total === 0) return [0, 0, 0];
  const first = Math.round((sente / total) * 100);
  const both = Math.round(((sente + draws) / total) * 100);
  return [first, 100 - both, both - first];
}

/** Games with the newest first; those without a date stay at the end, in the order they came. */
export function newestFirst<G extends { date?: string | null }>(games: readonly G[]): G[] {
  const day = ({ date }: G) => date ?? "";
  return [...games].sort((a, b) => (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : 0));
}
