// A draft as the object that a variant file is (docs/variant-files.md), its pieces in it, so that it needs no other.
// The server reads the object as it reads files, and writes the file.

import type { Draft, Man, Zone } from "./draft.ts";
import { slugOf } from "./draft.ts";
import { zoneSquares } from "./draft-board.ts";
import { draftOf, type Fields, keep } from "./fork.ts";
import { idOf, json, pieceObject } from "./piece.ts";

/** The parts of the form, as findings are shown beside them. */
export type Part = "name" | "pieces" | "board" | "men" | "promotion" | "drops" | "setup" | "endings";

/** The fields of a variant file, and the part of the form that says them. */
const FIELDS = {
  slug: "name",
  name: "name",
  name_ja: "name",
  pieces: "pieces",
  board: "board",
  start: "board",
  kinds: "men",
  promotion: "promotion",
  drops: "drops",
  setup: "setup",
  choice_groups: "setup",
  check_rules: "endings",
  endings: "endings",
  impasse: "endings",
} as const satisfies Record<string, Part>;

type Field = keyof typeof FIELDS;

/** The variant of a draft: of a fork, what it was, with what has changed since. What is `undefined` is not said. */
export function variantObject(draft: Draft): Record<string, unknown> {
  const said = formObject(draft);
  if (!draft.base) return said;
  const before = formOf(draft.base);
  const { slug, name, name_ja } = said;
  const kept = keep(draft.base, before, said) as Fields;
  // Other names and starts of the game it was are not those of the new one.
  const isOtherBoard = !same(before.board, said.board) || !same(before.kinds, said.kinds);
  const { aliases: _, handicaps, ...rest } = kept;
  const start = same(before.start, said.start) ? draft.base.start : said.start;
  return { ...rest, ...(handicaps && !isOtherBoard ? { handicaps } : {}), start, slug, name, name_ja };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const forms = new WeakMap<Fields, Fields>();

/** What the form says of a variant as it was read. */
function formOf(base: Fields): Fields {
  const known = forms.get(base) ?? formObject(draftOf(base));
  forms.set(base, known);
  return known;
}

/** What the form says, by the fields of a variant file. */
function formObject(draft: Draft): Record<Field, unknown> {
  const [english, japanese] = [draft.name.trim(), draft.nameJa.trim()];
  return {
    slug: slugOf(draft),
    name: english || japanese || "My game",
    name_ja: japanese || english || "自作の将棋",
    pieces: pieces(draft),
    board: { files: draft.files, ranks: draft.ranks },
    start: draft.start,
    kinds: kinds(draft),
    promotion: promotion(draft),
    drops: drops(draft),
    setup: setup(draft),
    choice_groups: groups(draft),
    check_rules: draft.checkRules,
    endings: endings(draft),
    impasse: draft.impasse === "none" ? "none" : { profile: draft.impasse },
  };
}

/** The object as text, a field on each line, so that the line of a finding tells its field. */
export function variantText(draft: Draft): string {
  return `{\n${said(draft)
    .map(([field, value]) => `${json(field)}: ${json(value)}`)
    .join(",\n")}\n}\n`;
}

/** The part of the form that a line of that text, from 1, belongs to. */
export function partAt(draft: Draft, line: number | null | undefined): Part | null {
  const field = said(draft)[(line ?? 0) - 2]?.[0] ?? "";
  return Object.hasOwn(FIELDS, field) ? FIELDS[field as Field] : null;
}

function said(draft: Draft): [string, unknown][] {
  return Object.entries(variantObject(draft)).filter(([, value]) => value !== undefined);
}

function pieces(draft: Draft) {
  return draft.pieces.map((piece) => {
    const user = draft.men.find((man) => man.piece === piece.key && man.promoted !== null);
    return pieceObject(piece, idOf(draft.pieces, piece.key) ?? 0, idOf(draft.pieces, user?.promoted ?? null));
  });
}

function kinds({ men, pieces }: Draft) {
  const front = (man: Man) => ({
    code: man.code,
    piece: idOf(pieces, man.piece) ?? 0,
    royal: man.royal,
    promotes_to: man.promoted === null ? "none" : `+${man.code}`,
    most_per_file: man.mostPerFile ?? "none",
    drop_mate: man.noDropMate ? "forbidden" : undefined,
  });
  const back = (man: Man) => ({
    code: `+${man.code}`,
    piece: idOf(pieces, man.promoted) ?? 0,
    royal: man.royal,
    promotes_to: "none",
  });
  return [...men.map(front), ...men.filter((man) => man.promoted !== null).map(back)];
}

function promotion(draft: Draft) {
  if (!draft.promotion || draft.men.every((man) => man.promoted === null)) return "none";
  const { zone, when, forced } = draft.promotion;
  return { zone: zoneOf(zone, draft), when, forced: forced || undefined };
}

function drops(draft: Draft) {
  if (!draft.drops) return "none";
  const { zone, staysPromoted, mayCheck, capturesToHand } = draft.drops;
  return {
    dead_squares: "forbidden",
    zone: zoneOf(zone, draft),
    stays_promoted: staysPromoted || undefined,
    captures_to_hand: capturesToHand ? undefined : false,
    may_check: mayCheck ? undefined : false,
  };
}

function setup(draft: Draft) {
  const { setup } = draft;
  return setup ? { must_drop: setup.mustDrop, zone: zoneOf(setup.zone, draft), kinds: setup.kinds } : undefined;
}

function groups({ groups }: Draft) {
  if (groups.length === 0) return undefined;
  return groups.map(({ options, limit, required, lockUnused }) => ({
    options,
    limit,
    required,
    lock_unused: lockUnused,
  }));
}

function endings(draft: Draft) {
  const { checkRules, goal, noMove, repetition } = draft;
  return [
    { kind: checkRules ? "checkmate" : "royal_taken", outcome: "loss" },
    goal && { kind: "goal", kinds: goal.men, zone: zoneOf(goal.zone, draft), outcome: "loss" },
    { kind: "no_move", outcome: noMove },
    repetition && { kind: "repetition", times: repetition.times, outcome: repetition.outcome },
  ].filter(Boolean);
}

/** A file says far ranks by their number, everything else by its squares. */
function zoneOf(zone: Zone | null, size: Draft) {
  if (!zone) return undefined;
  if (zone.kind === "ranks") return zone.ranks;
  return zone.kind === "squares" ? zone.squares : zoneSquares(zone, size);
}
