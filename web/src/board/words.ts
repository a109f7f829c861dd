/** What the board says, in Japanese and English: labels of squares, spoken moves, reasons. */
import type { Reason } from "./input.ts";
import type { Kinds } from "./men.ts";
import { kanjiNumber, rankLetters, type Size, squareName } from "./squares.ts";
import type { Language, Man, Position, Side } from "./types.ts";
import { type Move, moveEnd } from "./usi.ts";

const WORDS = {
  board: { ja: "盤", en: "Board" },
  senteHand: { ja: "先手の持ち駒", en: "Sente's hand" },
  goteHand: { ja: "後手の持ち駒", en: "Gote's hand" },
  sente: { ja: "先手", en: "Sente" },
  gote: { ja: "後手", en: "Gote" },
  empty: { ja: "空き", en: "empty" },
  selected: { ja: "選択中", en: "selected" },
  target: { ja: "移動可", en: "can go here" },
  captureTarget: { ja: "取れる", en: "can be taken" },
  checked: { ja: "王手", en: "in check" },
  check: { ja: "王手", en: "check" },
  promote: { ja: "成", en: "Promote" },
  keep: { ja: "不成", en: "Do not promote" },
  keepAsIs: { ja: "不成", en: "Don’t" },
  choose: { ja: "成りますか", en: "Promote?" },
  chooseFace: { ja: "どちらの面で打ちますか", en: "Drop which side?" },
  idle: { ja: "じっと（手番を渡す）", en: "Stay (pass the turn)" },
  cancel: { ja: "やめる", en: "Cancel" },
  chosen: { ja: "を選びました", en: "selected" },
  cancelled: { ja: "取り消しました", en: "cancelled" },
  goesOn: { ja: "続けて進むか、同じマスで終わります", en: "go on, or the same square again to end the move" },
  notYourTurn: { ja: "相手の手番です", en: "It is not your turn" },
  senteToMove: { ja: "先手の手番です", en: "Sente to move" },
  goteToMove: { ja: "後手の手番です", en: "Gote to move" },
  premoved: { ja: "次の手を予約しました", en: "made in advance" },
  premoveGone: { ja: "予約した駒がなくなりました", en: "The piece of the move made in advance is gone" },
  noMoveNow: { ja: "この駒は今動けません", en: "This piece has no move now" },
  opponentsMan: { ja: "相手の駒です", en: "That is the opponent's piece" },
  stepByStep: { ja: "経路を一歩ずつ選んでください", en: "There are several ways: choose each step" },
  cannotRead: { ja: "この局面は読めません", en: "This position cannot be read" },
  noSuchMove: { ja: "指し手として読めません", en: "Cannot be read as a move" },
  manyMoves: { ja: "どの駒か決まりません", en: "More than one piece can do that" },
  zoomIn: { ja: "拡大", en: "Zoom in" },
  zoomOut: { ja: "縮小", en: "Zoom out" },
  whole: { ja: "全体", en: "Whole board" },
  minimap: { ja: "全体図", en: "Overview of the board" },
  typed: { ja: "入力", en: "Typed" },
  passed: { ja: "パス", en: "pass" },
  drops: { ja: "打", en: "drops" },
  promotes: { ja: "成", en: "promotes" },
  takes: { ja: "取る", en: "takes" },
  piecesHeld: { ja: "枚", en: "" },
} as const satisfies Record<string, Record<Language, string>>;

export type Word = keyof typeof WORDS;

export const say = (word: Word, language: Language): string => WORDS[word][language];
export const sideName = (side: Side, language: Language) => say(side, language);
export const reasonText = (reason: Reason, language: Language) => say(reason, language);

/** A square as it is said: `７六` (`12五` past nine), `7f`. */
export function squareText(square: number, size: Size, language: Language): string {
  if (language === "en") return squareName(square, size);
  const file = size.files - (square % size.files);
  const rank = Math.floor(square / size.files) + 1;
  return `${fileText(file)}${kanjiNumber(rank)}`;
}

const fileText = (file: number) => (file < 10 ? String.fromCharCode(0xff10 + file) : String(file));

/** The label of a cell for a screen reader. */
export function cellLabel(
  square: number,
  man: Man | null,
  size: Size,
  kinds: Kinds,
  language: Language,
  state: Word[] = [],
): string {
  const what = man ? `${sideName(man.side, language)} ${kinds.name(man.code, language)}` : say("empty", language);
  const more = state.map((word) => `, ${say(word, language)}`).join("");
  return `${squareText(square, size, language)} ${what}${more}`;
}

export function handLabel(man: Man, count: number, kinds: Kinds, language: Language): string {
  const name = kinds.name(man.code, language);
  return language === "ja" ? `${name} ${count}枚` : `${name} ×${count}`;
}

/** A move that was just made, spoken: who, what, where, and what came of it. */
export function spokenMove(
  move: Move,
  before: Position,
  after: Position,
  size: Size,
  kinds: Kinds,
  language: Language,
  check: boolean,
): string {
  const mover = after.side === "sente" ? "gote" : "sente";
  const parts = [sideName(mover, language)];
  if (move.type === "pass") return [...parts, say("passed", language)].join(" ");
  const end = moveEnd(move);
  // Where a record is stepped through backwards, or jumped in, what stood there before is not known.
  const men = before.ply + 1 === after.ply ? before.men : [];
  const moved = move.type === "drop" ? move.code : (men[move.from]?.code ?? after.men[end]?.code ?? "");
  const name = kinds.name(moved, language);
  const where = (move.type === "board" ? move.steps : [move.to]).map((at) => squareText(at, size, language));
  const taken =
    move.type === "board"
      ? move.steps.flatMap((at) => {
          const man = men[at];
          return man && man.side !== mover ? [kinds.name(man.code, language)] : [];
        })
      : [];
  if (language === "ja") {
    parts.push(`${where.join("、")}${name}${move.type === "drop" ? "打" : move.promotes ? "成" : ""}`);
    if (taken.length > 0) parts.push(`${taken.join("、")}を取る`);
  } else {
    parts.push(move.type === "drop" ? `drops ${name} on` : `${name} to`, where.join(", "));
    if (taken.length > 0) parts.push(`takes ${taken.join(", ")}`);
    if (move.type === "board" && move.promotes) parts.push("promotes");
  }
  if (check) parts.push(say("check", language));
  return parts.join(language === "ja" ? " " : " ");
}

/** Labels along the edges. */
export function fileLabel(file: number): string {
  return String(file);
}

export function rankLabel(rank: number, coordinates: "japanese" | "numeric" | "usi" | "none"): string {
  if (coordinates === "japanese") return kanjiNumber(rank);
  return coordinates === "usi" ? rankLetters(rank) : String(rank);
}
