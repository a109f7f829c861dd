// Writing a draft as a variant file (docs/variant-files.md), its pieces inside it, so that the file needs no other.

import { type Draft, type Man, slugOf, type Zone } from "./draft.ts";
import { comment, entry } from "./piece.ts";
import { flow, list, quote } from "./yaml.ts";

/** The parts of the form, as findings are shown beside them. */
export type Part = "name" | "pieces" | "board" | "men" | "promotion" | "drops" | "setup" | "endings";

export interface Written {
  text: string;
  /** Which lines (from 1) say what. */
  parts: { part: Part; from: number; to: number }[];
}

/** The variant file of a draft. */
export function write(draft: Draft): Written {
  const blocks: [Part, string[]][] = [
    ["name", name(draft)],
    ["pieces", pieces(draft)],
    ["board", board(draft)],
    ["men", men(draft)],
    ["promotion", [`promotion: ${promotion(draft)}`]],
    ["drops", [`drops: ${drops(draft)}`]],
    ["setup", setup(draft)],
    ["endings", endings(draft)],
  ];
  const lines: string[] = [];
  const parts: Written["parts"] = [];
  for (const [part, block] of blocks) {
    if (lines.length && block.length) lines.push("");
    if (block.length) parts.push({ part, from: lines.length + 1, to: lines.length + block.length });
    lines.push(...block);
  }
  return { text: `${lines.join("\n")}\n`, parts };
}

/** The part of the form a line of the file belongs to. */
export function partAt(written: Written, line: number | null | undefined): Part | null {
  const found = written.parts.find(({ from, to }) => line != null && from <= line && line <= to);
  return found?.part ?? null;
}

function name(draft: Draft): string[] {
  const [english, japanese] = [draft.name.trim(), draft.nameJa.trim()];
  return [
    `slug: ${quote(slugOf(draft))}`,
    `name: ${quote(english || japanese || "My game")}`,
    `name_ja: ${quote(japanese || english || "自作の将棋")}`,
  ];
}

function pieces(draft: Draft): string[] {
  if (draft.pieces.length === 0) return ["pieces: []"];
  const ids = new Map(draft.pieces.map((piece, at) => [piece.key, at + 1]));
  const lines = draft.pieces.flatMap((piece, at) => {
    const user = draft.men.find((man) => man.piece === piece.key && man.promoted !== null);
    const promotesTo = user?.promoted == null ? null : (ids.get(user.promoted) ?? null);
    return [...(at ? [""] : []), `  # ${comment(piece)}`, ...entry(piece, at + 1, promotesTo)];
  });
  return ["pieces:", ...lines];
}

function board(draft: Draft): string[] {
  return [`board: { files: ${draft.files}, ranks: ${draft.ranks} }`, `start: ${quote(draft.start)}`];
}

function men(draft: Draft): string[] {
  if (draft.men.length === 0) return ["kinds: []"];
  const ids = new Map(draft.pieces.map((piece, at) => [piece.key, at + 1]));
  const row = (man: Man) =>
    `  - ${flow([
      ["code", quote(man.code)],
      ["piece", String(ids.get(man.piece) ?? 0)],
      ["royal", String(man.royal)],
      ["promotes_to", man.promoted === null ? "none" : quote(`+${man.code}`)],
      ["most_per_file", man.mostPerFile === null ? "none" : String(man.mostPerFile)],
      ["drop_mate", man.noDropMate ? "forbidden" : null],
    ])}`;
  const back = (man: Man) =>
    `  - ${flow([
      ["code", quote(`+${man.code}`)],
      ["piece", String(ids.get(man.promoted ?? "") ?? 0)],
      ["royal", String(man.royal)],
      ["promotes_to", "none"],
    ])}`;
  return ["kinds:", ...draft.men.map(row), ...draft.men.filter((man) => man.promoted !== null).map(back)];
}

function promotion(draft: Draft): string {
  if (!draft.promotion || draft.men.every((man) => man.promoted === null)) return "none";
  const { zone, when, forced } = draft.promotion;
  return flow([
    ["zone", zoneText(zone)],
    ["when", when],
    ["forced", forced ? "true" : null],
  ]);
}

function drops(draft: Draft): string {
  if (!draft.drops) return "none";
  const { zone, staysPromoted, mayCheck, capturesToHand } = draft.drops;
  return flow([
    ["dead_squares", "forbidden"],
    ["zone", zone && zoneText(zone)],
    ["stays_promoted", staysPromoted ? "true" : null],
    ["captures_to_hand", capturesToHand ? null : "false"],
    ["may_check", mayCheck ? null : "false"],
  ]);
}

function setup(draft: Draft): string[] {
  const lines: string[] = [];
  if (draft.setup) {
    const { mustDrop, zone, kinds } = draft.setup;
    const pairs = [
      ["must_drop", String(mustDrop)],
      ["zone", zone && zoneText(zone)],
      ["kinds", list(kinds)],
    ] as const;
    lines.push(`setup: ${flow(pairs)}`);
  }
  if (draft.groups.length === 0) return lines;
  const group = (g: Draft["groups"][number]) =>
    `  - ${flow([
      ["options", list(g.options)],
      ["limit", String(g.limit)],
      ["required", String(g.required)],
      ["lock_unused", g.lockUnused === "no" ? quote("no") : g.lockUnused],
    ])}`;
  return [...lines, "choice_groups:", ...draft.groups.map(group)];
}

function endings(draft: Draft): string[] {
  const decided = draft.checkRules ? "checkmate" : "royal_taken";
  const rows = [
    [
      ["kind", decided],
      ["outcome", "loss"],
    ],
    draft.goal && [
      ["kind", "goal"],
      ["kinds", list(draft.goal.men)],
      ["zone", zoneText(draft.goal.zone)],
      ["outcome", "loss"],
    ],
    [
      ["kind", "no_move"],
      ["outcome", draft.noMove],
    ],
    draft.repetition && [
      ["kind", "repetition"],
      ["times", String(draft.repetition.times)],
      ["outcome", draft.repetition.outcome],
    ],
  ] as ([string, string][] | null)[];
  return [
    `check_rules: ${draft.checkRules}`,
    "endings:",
    ...rows.flatMap((pairs) => (pairs ? [`  - ${flow(pairs)}`] : [])),
    `impasse: ${draft.impasse === "none" ? "none" : flow([["profile", quote(draft.impasse)]])}`,
  ];
}

function zoneText(zone: Zone): string {
  return zone.kind === "ranks" ? String(zone.ranks) : list(zone.squares);
}
