// Fetching what a fork of a shipped variant needs: how each of its kinds moves.

import type { Kind, Variant } from "../app/wire.ts";
import type { Draft } from "./draft.ts";
import { fork } from "./draft-board.ts";
import { type Piece, pieceFrom } from "./piece.ts";
import { parse, type ShippedSummary, shipped } from "./wire.ts";

/** The shipped piece a kind is: by name and notation, else by name. */
export function summaryOf(kind: Pick<Kind, "name" | "betza">, all: readonly ShippedSummary[]): ShippedSummary | null {
  const sameName = all.filter(({ name }) => name === kind.name);
  return sameName.find(({ betza }) => betza === kind.betza) ?? null;
}

/** A draft that begins as this variant. */
export async function forkOf(variant: Variant, all: readonly ShippedSummary[]): Promise<Draft> {
  const found = await Promise.all(variant.kinds.map(async (kind) => [kind.code, await pieceOf(kind, all)] as const));
  return fork(variant, new Map(found.flatMap(([code, piece]) => (piece ? [[code, piece] as const] : []))));
}

async function pieceOf(kind: Kind, all: readonly ShippedSummary[]): Promise<Piece | null> {
  const summary = summaryOf(kind, all);
  if (summary) {
    const { file, id } = summary;
    return pieceFrom(await shipped(file, id), { kind: "shipped", file, id }, []);
  }
  // Betza cannot say every move; such a piece has no text to start from.
  if (!kind.betza) return null;
  const origin = { kind: "text", text: kind.betza, as: "betza", dialect: "strict" } as const;
  return pieceFrom(await parse(origin), origin, [], kind);
}
