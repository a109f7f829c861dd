// Names for the shapes of the wire that several areas use. The shapes themselves are generated from openapi.json.
import type { EndView, GameRef, HandicapView, KindView, OptionView, SideName, VariantView } from "./api-types.ts";

export type { Dot, MoveText, PositionView, VariantSummary } from "./api-types.ts";
export type Side = SideName;
export type Variant = VariantView;
export type Kind = KindView;
export type Handicap = HandicapView;
/** A rule that can be played in several ways. */
export type RuleOption = OptionView;
/** How a game ended; the server has the sentence for it. */
export type End = Pick<EndView, "reason" | "winner">;
/** A position to ask for: where a game began and what was played. */
export type GameReference = GameRef & { variant: string; moves: string[] };
