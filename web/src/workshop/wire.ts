// What the workshop asks the server. The shapes of the answers are generated from the server's own description.
import { api, type Finding } from "../app/api.ts";
import type * as Api from "../app/api-types.ts";
import type { Variant } from "../app/wire.ts";
import type { Origin } from "./piece.ts";
import type { Trial } from "./trial.ts";

/** A description or notation, and how it is to be read. */
export type Reading = Omit<Extract<Origin, { kind: "text" }>, "kind">;

/** An answer with findings, whose severities are the three there are. */
type Found<T> = Omit<T, "findings"> & { findings: Finding[] };

export type Parsed = Found<Api.ParsedPiece>;
export type ShippedSummary = Api.ShippedSummary;
export type Checked = Omit<Found<Api.CheckedVariants>, "variants"> & { variants: Variant[] };

export const parse = ({ text, as, dialect }: Reading, signal?: AbortSignal) =>
  api.post<Parsed>("/api/pieces/parse", { text, as, dialect }, { signal });

export const reach = ({ text, as, dialect }: Reading, { size, at, men }: Trial, signal?: AbortSignal) =>
  api.post<Api.ReachedSquares>("/api/pieces/reach", { text, as, dialect, size, at, men }, { signal });

export const shipped = (file: string, id: number) =>
  api.get<Api.ShippedPiece>(`/api/pieces/shipped/${encodeURIComponent(file)}/${id}`);

export const checkPieces = (text: string, signal?: AbortSignal) =>
  api.post<Found<Api.CheckedFile>>("/api/pieces/check", { text }, { signal });

export const checkVariants = (text: string, format: Api.VariantFormat, signal?: AbortSignal) =>
  api.post<Checked>("/api/variants/check", { text, format }, { signal });

/** Stores a variant; `name` is the section of an ini file to take. The answer is its id. */
export const storeVariant = (text: string, format: Api.VariantFormat, name?: string) =>
  api.post<Api.VariantId>("/api/variants", { text, format, name }).then(({ id }) => id);

/** The text a variant was made of, shipped ones too. */
export const sourceOf = (variant: string) =>
  api.get<Api.VariantSource>(`/api/variants/${encodeURIComponent(variant)}/source`).then(({ text }) => text);
