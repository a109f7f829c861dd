/** What the board is told, in the shapes of `GET /api/variants/{v}` and of the position view. */

export type Side = "sente" | "gote";
export type Language = "ja" | "en";
export type Coordinates = "japanese" | "numeric" | "usi" | "none";

/** A learner's mark: where a kind goes, `dy` forward, `dx` to the mover's right. */
export interface Dot {
  dx: number;
  dy: number;
  kind: "step" | "slide" | "leap";
}

/** A kind of man. Only `code` is needed; the rest makes it pleasant. */
export interface BoardKind {
  /** As in SFEN, in capitals: `P`, `+P`, `LN`. */
  code: string;
  kanji?: string | null;
  letter?: string | null;
  name?: string | null;
  nameJa?: string | null;
  promotesTo?: string | null;
  demotesTo?: string | null;
  isRoyal?: boolean;
  value?: number | null;
  dots?: Dot[] | null;
}

/** The part of a variant that a board needs. */
export interface BoardVariant {
  files: number;
  ranks: number;
  kinds: BoardKind[];
  hasHands?: boolean;
  /** The kinds that can be in hand, in the order hands are shown. */
  hand?: string[] | null;
  /** Promotion zones, squares by name. */
  zones?: { sente: string[]; gote: string[] } | null;
}

/** What is written on pieces: 歩, 歩兵 or P. */
export type Faces = "kanji" | "twoKanji" | "letters";

/** A piece that stands somewhere. */
export interface Man {
  code: string;
  side: Side;
}

export type Hand = Map<string, number>;

/** A position as it can be written down. Squares are indexed row by row from the top left as Sente sees it. */
export interface Position {
  men: (Man | null)[];
  hands: Record<Side, Hand>;
  side: Side;
  ply: number;
  /** Fields after the move number (state of a set-up phase, checks given), and a lion just taken. */
  extra: string[];
}

export interface Arrow {
  from: string;
  to: string;
  colour?: string;
}

export interface Mark {
  square: string;
  colour?: string;
}

/** Where a piece can go: empty squares, and those of pieces it takes. */
export interface Reach {
  goes: string[];
  takes: string[];
}

export const other = (side: Side): Side => (side === "sente" ? "gote" : "sente");
