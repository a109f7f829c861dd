// What the workshop asks the server. The shapes of the answers are generated from the server's own description.
import { api, type Finding } from "../app/api.ts";
import type * as Api from "../app/api-types.ts";
import type { Variant } from "../app/wire.ts";
import type { Draft } from "./draft.ts";
import { type Origin, type Piece, pieceFile } from "./piece.ts";
import type { Trial } from "./trial.ts";
import { variantText } from "./variant-object.ts";

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

/** The pieces of a set as a piece file. */
export const setFile = (set: readonly Piece[]) => checkPieces(pieceFile(set, "Workshop")).then(({ text }) => text);

export const checkVariants = (text: string, format: Api.VariantFormat, signal?: AbortSignal) =>
  api.post<Checked>("/api/variants/check", { text, format }, { signal });

/** Checks the variant of a draft, and has it written as a file. */
export const checkDraft = (draft: Draft, signal?: AbortSignal) =>
  api.post<Checked>("/api/variants/check", { text: variantText(draft), file: true }, { signal });

/** Stores a variant; `name` is the section of an ini file to take. The answer is its id. */
export const storeVariant = (text: string, format: Api.VariantFormat, name?: string) =>
  api.post<Api.VariantId>("/api/variants", { text, format, name }).then(({ id }) => id);

/** The text a variant was made of, shipped ones too. */
export const sourceOf = (variant: string) =>
  api.get<Api.VariantSource>(`/api/variants/${encodeURIComponent(variant)}/source`).then(({ text }) => text);
