// The variant in the making survives a closed tab: kept in this browser, and read back with care.

import type { Draft, Group, Man, Zone } from "./draft.ts";
import { emptyDraft, isCode } from "./draft.ts";
import { readPiece } from "./set.ts";

/** Under which name of `remember` it is kept. */
export const DRAFT_NAME = "workshop.draft";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === "string" ? value : "");
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const whole = (value: unknown, least: number, most: number, usual: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : usual;
function word<W extends string>(value: unknown, words: readonly W[], usual: W): W {
  return words.find((one) => one === value) ?? usual;
}

/** A draft out of unknown JSON: null where it is none, else with the usual in the place of what is wrong. */
export function readDraft(value: unknown): Draft | null {
  if (!isFields(value) || typeof value.start !== "string" || !Array.isArray(value.men)) return null;
  const files = whole(value.files, 1, 36, 0);
  const ranks = whole(value.ranks, 1, 36, 0);
  if (files === 0 || ranks === 0) return null;
  const usual = emptyDraft(files, ranks);
  const pieces = (Array.isArray(value.pieces) ? value.pieces : []).flatMap((one) => readPiece(one) ?? []);
  const keys = new Set(pieces.map(({ key }) => key));
  const { promotion, drops, setup, repetition, goal } = value;
  return {
    name: text(value.name),
    nameJa: text(value.nameJa),
    files,
    ranks,
    start: value.start,
    pieces,
    men: value.men.flatMap((one) => readMan(one, keys) ?? []),
    promotion: isFields(promotion)
      ? {
          zone: readZone(promotion.zone) ?? { kind: "ranks", ranks: 1 },
          when: word(
            promotion.when,
            ["starts_or_ends_in_zone", "ends_in_zone", "touches_zone", "enters_or_captures"],
            "starts_or_ends_in_zone",
          ),
          forced: promotion.forced === true,
        }
      : null,
    drops: isFields(drops)
      ? {
          zone: readZone(drops.zone),
          staysPromoted: drops.staysPromoted === true,
          mayCheck: drops.mayCheck !== false,
          capturesToHand: drops.capturesToHand !== false,
        }
      : null,
    setup: isFields(setup)
      ? { mustDrop: setup.mustDrop !== false, zone: readZone(setup.zone), kinds: texts(setup.kinds) }
      : null,
    groups: (Array.isArray(value.groups) ? value.groups : []).flatMap((one) => readGroup(one) ?? []),
    checkRules: value.checkRules !== false,
    noMove: word(value.noMove, ["loss", "win", "draw"], usual.noMove),
    repetition: isFields(repetition)
      ? {
          times: whole(repetition.times, 2, 255, 4),
          outcome: word(repetition.outcome, ["loss", "win", "draw"], "draw"),
        }
      : null,
    goal: isFields(goal) ? { men: texts(goal.men), zone: readZone(goal.zone) ?? { kind: "ranks", ranks: 1 } } : null,
    impasse: word(value.impasse, ["none", "27-point", "24-point"], "none"),
    base: isFields(value.base) ? value.base : null,
  };
}

function readMan(value: unknown, keys: ReadonlySet<string>): Man | null {
  if (!isFields(value) || !isCode(text(value.code)) || !keys.has(text(value.piece))) return null;
  const promoted = text(value.promoted);
  return {
    code: text(value.code),
    piece: text(value.piece),
    promoted: keys.has(promoted) ? promoted : null,
    royal: value.royal === true,
    mostPerFile: value.mostPerFile === null ? null : whole(value.mostPerFile, 1, 255, 1),
    noDropMate: value.noDropMate === true,
  };
}

function readGroup(value: unknown): Group | null {
  if (!isFields(value)) return null;
  return {
    options: texts(value.options),
    limit: whole(value.limit, 1, 1296, 1),
    required: value.required === true,
    lockUnused: word(value.lockUnused, ["no", "setup", "game"], "no"),
  };
}

function readZone(value: unknown): Zone | null {
  if (!isFields(value)) return null;
  if (value.kind === "ranks" || value.kind === "own") return { kind: value.kind, ranks: whole(value.ranks, 1, 36, 1) };
  return value.kind === "squares" ? { kind: "squares", squares: texts(value.squares) } : null;
}
