// How a game ended, in a sentence that a newcomer understands.
import { fill, type Text } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import type { Side } from "../app/wire.ts";

export const sideWords: Record<Side, Text> = {
  sente: { ja: "先手", en: "Sente" },
  gote: { ja: "後手", en: "Gote" },
};

/** `{w}` is the winner, `{l}` the loser. */
const won: Record<string, Text> = {
  checkmate: { ja: "{l}の玉が詰みました。{w}の勝ちです。", en: "{l}’s king is in checkmate. {w} wins." },
  noMove: { ja: "{l}に指せる手がありません。{w}の勝ちです。", en: "{l} has no legal move. {w} wins." },
  royalTaken: { ja: "{l}の最後の玉が取られました。{w}の勝ちです。", en: "{l}’s last royal piece was taken. {w} wins." },
  repetition: { ja: "同じ局面が繰り返されました。{w}の勝ちです。", en: "The position was repeated. {w} wins." },
  perpetualCheck: {
    ja: "{l}の王手が続いて千日手になりました。反則で{w}の勝ちです。",
    en: "{l} repeated the position by checking all the time, which is forbidden. {w} wins.",
  },
  perpetualAttack: {
    ja: "{l}が駒を追い続けて同じ局面を繰り返しました。{w}の勝ちです。",
    en: "{l} repeated the position by chasing a piece all the time. {w} wins.",
  },
  moveLimit: { ja: "決められた手数に達しました。{w}の勝ちです。", en: "The limit of moves was reached. {w} wins." },
  noProgress: {
    ja: "進展のないまま手数が尽きました。{w}の勝ちです。",
    en: "Too many moves without progress. {w} wins.",
  },
  checks: {
    ja: "{w}が決められた回数の王手をかけました。{w}の勝ちです。",
    en: "{w} has given the number of checks that wins.",
  },
  extinction: {
    ja: "{l}の駒がなくなりました。{w}の勝ちです。",
    en: "{l} has lost the pieces it may not lose. {w} wins.",
  },
  goal: { ja: "{w}の玉が目的の升に着きました。{w}の勝ちです。", en: "{w}’s king has reached its goal. {w} wins." },
  bareRoyal: { ja: "{l}は玉だけになりました。{w}の勝ちです。", en: "{l} has nothing left but the king. {w} wins." },
  dropMate: { ja: "打ち歩詰めは禁じ手です。{w}の勝ちです。", en: "A pawn may not be dropped to give mate. {w} wins." },
  declaration: {
    ja: "{w}の入玉宣言が認められました。{w}の勝ちです。",
    en: "{w} declared the entering king, and the conditions hold. {w} wins.",
  },
  falseDeclaration: {
    ja: "{l}の入玉宣言は条件を満たしていません。{w}の勝ちです。",
    en: "{l} declared the entering king, but the conditions do not hold. {w} wins.",
  },
  resignation: { ja: "{l}が投了しました。{w}の勝ちです。", en: "{l} resigned. {w} wins." },
  timeLoss: { ja: "{l}の時間が切れました。{w}の勝ちです。", en: "{l} ran out of time. {w} wins." },
  illegalMove: { ja: "{l}の反則です。{w}の勝ちです。", en: "{l} made an illegal move. {w} wins." },
  abandoned: { ja: "{l}が対局を離れました。{w}の勝ちです。", en: "{l} left the game. {w} wins." },
};
const drawn: Record<string, Text> = {
  repetition: {
    ja: "同じ局面が四度現れ、千日手になりました。引き分けです。",
    en: "The same position came up too often (sennichite): a draw.",
  },
  noMove: { ja: "指せる手がありません。引き分けです。", en: "There is no legal move: a draw." },
  moveLimit: { ja: "決められた手数に達しました。引き分けです。", en: "The limit of moves was reached: a draw." },
  noProgress: { ja: "進展のないまま手数が尽きました。引き分けです。", en: "Too many moves without progress: a draw." },
  declaration: {
    ja: "入玉宣言により持将棋、引き分けです。",
    en: "The entering king was declared with the points of a draw.",
  },
  agreedImpasse: { ja: "持将棋に合意しました。引き分けです。", en: "Both agreed on an impasse (jishogi): a draw." },
  agreedDraw: { ja: "合意により引き分けです。", en: "Both agreed on a draw." },
  bareRoyal: { ja: "双方が玉だけになりました。引き分けです。", en: "Both have nothing left but the king: a draw." },
  aborted: { ja: "対局は始まらないまま終わりました。", en: "The game ended before it began." },
};

/** The end in a sentence, in the language of the page. A reason that is new to us is named by its outcome. */
export function endSentence(reason: string, winner: Side | null): string {
  const language = settings.language.value;
  if (!winner) return (drawn[reason] ?? { ja: "引き分けです。", en: "The game is a draw." })[language];
  const loser = winner === "sente" ? "gote" : "sente";
  const sentence = won[reason] ?? { ja: "{w}の勝ちです。", en: "{w} wins." };
  return fill(sentence[language], { w: sideWords[winner][language], l: sideWords[loser][language] });
}
