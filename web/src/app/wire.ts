// Names for the shapes of the wire that several areas use.
// Until web/openapi.json is there they are written after docs/api.md; then they alias the generated types.
export type Side = "sente" | "gote";

export interface VariantSummary {
  slug: string;
  name: string;
  nameJa: string;
  aliases: string[];
  files: number;
  ranks: number;
  kinds: number;
  hasHands: boolean;
  hasSetup: boolean;
}
export interface Dot {
  dx: number;
  dy: number;
  kind: "step" | "slide" | "leap";
}
export interface Kind {
  code: string;
  name: string;
  nameJa: string;
  kanji: string;
  letter: string;
  promotesTo: string | null;
  demotesTo: string | null;
  isRoyal: boolean;
  value: number;
  betza: string;
  words: string;
  dots: Dot[];
}
export interface Handicap {
  slug: string;
  name: string;
  nameJa: string;
  sfen: string;
}
/** A rule that can be played in several ways. */
export interface RuleOption {
  name: string;
  question: string;
  current: string | null;
  values: { name: string; meaning: string; source: string }[];
}
export interface Variant extends Omit<VariantSummary, "kinds"> {
  startSfen: string;
  handicaps: Handicap[];
  options: RuleOption[];
  zones: Record<Side, string[]>;
  kinds: Kind[];
  rules: { title: string; html: string }[];
  sources: string[];
}

export interface MoveText {
  usi: string;
  japanese: string;
  english: string;
}
export interface End {
  reason: string;
  winner: Side | null;
  sentence: string;
}
/** A position to ask for: where a game began and what was played. */
export interface GameReference {
  variant: string;
  options?: Record<string, string>;
  handicap?: string | null;
  sfen?: string | null;
  moves: string[];
}
/** Everything a board needs. */
export interface PositionView {
  variant: string;
  sfen: string;
  side: Side;
  ply: number;
  moves: string[];
  captures: Record<string, string[]>;
  checked: string[];
  inCheck: boolean;
  lastMove: MoveText | null;
  played: MoveText[];
  placing: Record<Side, boolean>;
  points: Record<Side, number> | null;
  canDeclare: boolean;
  end: End | null;
}
