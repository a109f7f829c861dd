/** Moves, endings and names as people read them, in the language of the page. */
import { notated } from "../../app/i18n.ts";
import { settings } from "../../app/settings.ts";
import type { Variant } from "../../app/wire.ts";
import { t } from "../messages.ts";
import { type GameRecord, mover, nodeAt, type RecordNode, ROOT, type Winner } from "../model/record.ts";

const ENDINGS = [
  "TORYO",
  "CHUDAN",
  "SENNICHITE",
  "TIME_UP",
  "ILLEGAL_MOVE",
  "JISHOGI",
  "KACHI",
  "HIKIWAKE",
  "TSUMI",
  "OPPONENT_ILLEGAL",
  "MAX_MOVES",
  "TRY",
  "MATTA",
  "FUZUMI",
  "FUSENSHO",
  "FUSENPAI",
  "FUJITE",
] as const;
export type EndingWord = (typeof ENDINGS)[number];

/** Endings that have no keyword, as our own games write them. */
const OWN: Record<string, string> = {
  投了: "resignation",
  合法手なし: "no legal move",
  玉取り: "the king was taken",
  王手の回数: "enough checks",
  駒切れ: "out of pieces",
  駒枯れ: "bare king",
  進展なし: "no progress",
  持将棋: "impasse",
  手数制限: "move limit",
  千日手: "repetition",
  終局: "the game is over",
};

/** A move in the language of the page, an ending, or what the file has where neither is known. */
export function moveWords(node: RecordNode): string {
  if (node.id === ROOT) return t("start");
  if (node.end) return endingWords(node.end.termination) ?? ownWords(node.text);
  return notated(node) ?? node.text;
}

/** The same with the mark of its side, for lists. */
export function markedWords(record: GameRecord, node: RecordNode): string {
  const words = moveWords(node);
  if (node.id === ROOT || node.end || /^[▲△☗☖]/u.test(words)) return words;
  return `${mover(record, node) === "sente" ? "▲" : "△"}${words}`;
}

/** A handicap as it is named in the language of the page; the file's own word where the game does not know it. */
export function handicapWords(name: string | null | undefined, variant: Variant | null | undefined): string | null {
  if (!name || settings.language.value === "ja") return name || null;
  if (name === "平手") return t("even");
  if (name === "その他") return t("otherStart");
  return variant?.handicaps.find(({ nameJa }) => nameJa === name)?.name ?? name;
}

/** An ending by its keyword; none where only the file has words for it. */
export function endingWords(termination: string | null | undefined): string | null {
  const known = ENDINGS.find((word) => word === termination);
  return known ? t(known) : null;
}

function ownWords(text: string): string {
  return settings.language.value === "ja" ? text : (OWN[text] ?? text);
}

export function winnerWords(winner: Winner | null): string | null {
  if (winner === "sente") return t("senteWins");
  if (winner === "gote") return t("goteWins");
  return winner === "draw" ? t("draw") : null;
}

/** How a game ended: `Sente wins (resignation)`. */
export function resultWords(from: {
  winner?: Winner | null;
  termination?: string | null;
  result?: string | null;
}): string {
  const winner = winnerWords(from.winner ?? null);
  const how = endingWords(from.termination) ?? (from.result ? ownWords(from.result) : null);
  if (winner && how && winner !== how) {
    return settings.language.value === "ja" ? `${winner}（${how}）` : `${winner} (${how})`;
  }
  return winner ?? how ?? "";
}

/** A header under one of its keys. */
export function header(record: GameRecord, ...keys: string[]): string {
  for (const key of keys) {
    const value = record.headers[key]?.trim();
    if (value) return value;
  }
  return "";
}

export function players(record: GameRecord): { sente: string; gote: string } {
  return { sente: header(record, "先手", "下手"), gote: header(record, "後手", "上手") };
}

/** Whether the sides are called 下手 and 上手. */
export function hasHandicapNames(record: GameRecord): boolean {
  return "上手" in record.headers || "下手" in record.headers;
}

/** The name of a record in titles. */
export function titleOf(record: GameRecord): string {
  const { sente, gote } = players(record);
  if (sente || gote) return t("versus", { a: sente || "?", b: gote || "?" });
  const [day] = header(record, "開始日時", "対局日").split(" ");
  return header(record, "棋戦", "表題") || (day ? t("dayOnly", { day }) : t("unnamed"));
}

/** The children of the node before: how many moves one can choose from here. */
export function choiceAt(record: GameRecord, node: RecordNode): number {
  return node.id === ROOT ? 1 : nodeAt(record, node.parent).children.length;
}
