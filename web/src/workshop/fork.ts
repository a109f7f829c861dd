// A fork of a variant: a draft of what the form can say, and the whole variant, so that what the form cannot say stays as it
// was. What nobody changes is written as it was read.
import { type Draft, emptyDraft, type Group, type Man, type Outcome, type Zone } from "./draft.ts";
import type { Piece } from "./piece.ts";

/** A variant file as an object; the fields are those of docs/variant-files.md. */
export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown) => list(value).filter((one): one is string => typeof one === "string");
const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown, usual: number) => (typeof value === "number" ? value : usual);
const word = <W extends string>(value: unknown, words: readonly W[], usual: W): W =>
  words.find((one) => one === value) ?? usual;

/** The draft that begins as a variant; what the form has no place for is in `base`. */
export function draftOf(base: Fields): Draft {
  const board = isFields(base.board) ? base.board : {};
  const usual = emptyDraft(number(board.files, 9), number(board.ranks, 9));
  const pieces = list(base.pieces).filter(isFields).map(pieceOf);
  const endings = list(base.endings).filter(isFields);
  const ending = (kind: string) => endings.find((one) => one.kind === kind);
  const { promotion, drops, setup, impasse } = base;
  const [goal, repetition, noMove] = [ending("goal"), ending("repetition"), ending("no_move")];
  return {
    ...usual,
    // The fields of a running game (a set-up phase, checks given) are not part of a start that is written here.
    start: text(base.start).split(" ").slice(0, 3).concat("1").join(" "),
    pieces,
    men: menOf(base, pieces),
    promotion: isFields(promotion)
      ? {
          zone: zoneOf(promotion.zone) ?? { kind: "ranks", ranks: 1 },
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
          zone: zoneOf(drops.zone),
          staysPromoted: drops.stays_promoted === true,
          mayCheck: drops.may_check !== false,
          capturesToHand: drops.captures_to_hand !== false,
        }
      : null,
    setup: isFields(setup)
      ? { mustDrop: setup.must_drop !== false, zone: zoneOf(setup.zone), kinds: texts(setup.kinds) }
      : null,
    groups: list(base.choice_groups).filter(isFields).map(groupOf),
    checkRules: base.check_rules !== false,
    noMove: outcomeOf(noMove?.outcome, "loss"),
    repetition: repetition
      ? { times: number(repetition.times, 4), outcome: outcomeOf(repetition.outcome, "draw") }
      : null,
    goal: goal ? { men: texts(goal.kinds), zone: zoneOf(goal.zone) ?? { kind: "ranks", ranks: 1 } } : null,
    impasse: word(isFields(impasse) ? impasse.profile : impasse, ["none", "27-point", "24-point"], "none"),
    base,
  };
}

const outcomeOf = (said: unknown, usual: Outcome): Outcome => word(said, ["loss", "win", "draw"], usual);

function pieceOf(piece: Fields): Piece {
  const id = number(piece.id, 0);
  return {
    key: `base-${id}`,
    id,
    name: text(piece.name),
    nameJa: text(piece.name_ja),
    kanji: text(piece.name_kanji),
    value: number(piece.value, 0),
    betza: null,
    rules: texts(piece.special_rules),
    movement: piece.movement as Piece["movement"],
    isRanged: piece.is_ranged === true,
    promotesTo: null,
    origin: { kind: "text", text: "", as: "betza", dialect: "strict" },
  };
}

/** The men of the form: a front, and its back where that is the same letters with a plus. All other kinds stay in the base. */
function menOf(base: Fields, pieces: readonly Piece[]): Man[] {
  const kinds = list(base.kinds).filter(isFields);
  const keyOf = (code: string) => `base-${number(kinds.find((kind) => kind.code === code)?.piece, 0)}`;
  return kinds
    .filter(({ code }) => !text(code).startsWith("+"))
    .map((kind): Man => {
      const code = text(kind.code);
      const rules = pieces.find(({ key }) => key === keyOf(code))?.rules ?? [];
      const nifu = rules.includes("NifuProhibited");
      const most = kind.most_per_file;
      return {
        code,
        piece: keyOf(code),
        promoted: kind.promotes_to === `+${code}` ? keyOf(`+${code}`) : null,
        royal: typeof kind.royal === "boolean" ? kind.royal : rules.includes("Royal"),
        mostPerFile: typeof most === "number" ? most : most === undefined && nifu ? 1 : null,
        noDropMate: kind.drop_mate === undefined ? nifu : kind.drop_mate === "forbidden",
      };
    });
}

function groupOf(group: Fields): Group {
  return {
    options: texts(group.options),
    limit: number(group.limit, 1),
    required: group.required === true,
    lockUnused: word(group.lock_unused, ["no", "setup", "game"], "no"),
  };
}

function zoneOf(zone: unknown): Zone | null {
  if (typeof zone === "number") return { kind: "ranks", ranks: zone };
  const squares = texts(zone);
  return squares.length > 0 ? { kind: "squares", squares } : null;
}

/** What tells the entries of a list apart. */
const NAMES = ["code", "id", "kind"] as const;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The name of an entry, and which of several with that name it is. */
function namedEntries(entries: unknown[]): Map<string, unknown> | null {
  const named = new Map<string, unknown>();
  for (const entry of entries) {
    const name = isFields(entry) ? NAMES.find((one) => entry[one] !== undefined) : undefined;
    if (!name || !isFields(entry)) return null;
    const said = `${name} ${String(entry[name])}`;
    for (let n = 1; ; n += 1) {
      if (named.has(`${said} ${n}`)) continue;
      named.set(`${said} ${n}`, entry);
      break;
    }
  }
  return named;
}

/**
 * What was read, with what has changed since: `before` is what the form says of the variant as it was read, `now` what it says
 * today. Where both say the same, the variant itself stays, with all that the form has no words for.
 */
export function keep(base: unknown, before: unknown, now: unknown): unknown {
  if (same(before, now)) return base;
  if (isFields(base) && isFields(before) && isFields(now)) {
    const kept: Fields = {};
    for (const key of new Set([...Object.keys(base), ...Object.keys(now)])) {
      const value = keep(base[key], before[key], now[key]);
      if (value !== undefined) kept[key] = value;
    }
    return kept;
  }
  if (Array.isArray(base) && Array.isArray(before) && Array.isArray(now)) {
    const [old, was, next] = [namedEntries(base), namedEntries(before), namedEntries(now)];
    if (!old || !was || !next) return now;
    const kept = [...old].flatMap(([name, entry]) => {
      // What the form never spoke of stays; what it spoke of and no more does is gone.
      if (!was.has(name)) return next.has(name) ? [next.get(name)] : [entry];
      return next.has(name) ? [keep(entry, was.get(name), next.get(name))] : [];
    });
    const added = [...next].filter(([name]) => !old.has(name)).map(([, entry]) => entry);
    return [...kept, ...added];
  }
  return now;
}
