// What the workshop asks the server, and the shapes of its answers.
import { api, type Finding } from "../app/api.ts";
import type { Dot, Variant } from "../app/wire.ts";
import type { Described, Origin } from "./piece.ts";
import type { ReachMove, Trial } from "./trial.ts";

/** A description or notation, and how it is to be read. */
export type Reading = Omit<Extract<Origin, { kind: "text" }>, "kind">;

/** What a description says. */
export interface Parsed extends Described {
  words: string;
  dots: Dot[];
  diagram: string;
  isRoyal: boolean;
  findings: Finding[];
}

/** A shipped piece in the list of all. */
export interface ShippedSummary {
  file: string;
  id: number;
  name: string;
  nameJa: string;
  kanji: string;
  value: number;
  betza?: string | null;
  promotesTo?: number | null;
  isRoyal: boolean;
}

export interface Shipped extends ShippedSummary, Described {
  name: string;
  nameJa: string;
  kanji: string;
  value: number;
  betza?: string | null;
  words: string;
  dots: Dot[];
  diagram: string;
}

export interface Checked {
  variants: Variant[];
  findings: Finding[];
}

export const parse = ({ text, as, dialect }: Reading, signal?: AbortSignal) =>
  api.post<Parsed>("/api/pieces/parse", { text, as, dialect }, { signal });

export const reach = ({ text, as, dialect }: Reading, { size, at, men }: Trial, signal?: AbortSignal) =>
  api.post<{ moves: ReachMove[] }>("/api/pieces/reach", { text, as, dialect, size, at, men }, { signal });

export const shipped = (file: string, id: number) =>
  api.get<Shipped>(`/api/pieces/shipped/${encodeURIComponent(file)}/${id}`);

export const checkPieces = (text: string, signal?: AbortSignal) =>
  api.post<{ findings: Finding[] }>("/api/pieces/check", { text }, { signal });

export const checkVariants = (text: string, format: "yaml" | "ini", signal?: AbortSignal) =>
  api.post<Checked>("/api/variants/check", { text, format }, { signal });

/** Stores a variant; `name` is the section of an ini file to take. The answer is its id. */
export const storeVariant = (text: string, format: "yaml" | "ini", name?: string) =>
  api.post<{ id: string }>("/api/variants", { text, format, name }).then(({ id }) => id);
