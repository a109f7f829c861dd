/**
 * Findings about pieces, variants and positions in Japanese, as finding-words.ts of the records is for those: by their code,
 * and with what the server's English sentence names. The words they concern stand beside them.
 */

import type { Finding } from "../app/api.ts";
import { type Sentences, translated } from "../app/finding-words.ts";
import { reasonSentence } from "../board/words.ts";

const side = (message: string) => (message.startsWith("Gote") ? "後手" : "先手");
const square = (message: string) =>
  reasonSentence(/ on (\d+[a-z]+)/.exec(message)?.[1] ?? "", { files: 36, ranks: 36 }, "ja");

const SENTENCES: Sentences = {
  // Words and Betza
  "not-understood": "この言葉がわかりません。方向・距離・知られた駒の名前で書くか、除いてください",
  "no-movement": "この文から動きを読み取れません",
  "text-too-long": "長すぎます。駒ごとに分けてください",
  "disputed-piece": "この駒の動きには諸説があります",
  "betza-empty": "記法がありません",
  "betza-bracket": "角括弧の書き方が違います",
  "betza-conflict": "同時には使えない文字です",
  "betza-half": "h の使い方が違います",
  "betza-leap": "跳びの書き方が違います（例: (2,1)）",
  "betza-legacy-atom": "古い書き方の文字です",
  "betza-missing-atom": "動きの文字（W, F, R など）がありません",
  "betza-neo-sideways": "横の二方向は後ろの組に含めて読みました",
  "betza-no-move": "どこへも動けません",
  "betza-oblique-leg": "続きの動きには使えない文字です",
  "betza-redundant": "書かなくても同じです",
  "betza-too-long": "記法が長すぎます",
  "betza-too-many-moves": "動きが多すぎます",
  "betza-unknown-atom": "知らない動きの文字です",
  "betza-unknown-letter": "知らない文字です",
  "betza-unsupported": "この書き方には対応していません",
  // Piece files
  "unquoted-direction": "方向は引用符で囲んでください（YAML では N が「いいえ」と読まれます）",
  "unknown-direction": "方向ではありません（N, NE, E, SE, S, SW, W, NW）",
  "unknown-step-type": "知らない種類の動きです",
  "missing-metadata": "metadata がありません",
  "missing-steps": "steps がありません",
  "missing-field": "必要な項目がありません",
  "missing-value": "値がありません",
  "unknown-field": "知らない項目です",
  "unknown-promotion": "成った先の駒がありません",
  "unknown-rule": "知らない規則です",
  "wrong-type": "値の種類が違います",
  "empty-name": "名前がありません",
  "two-descriptions": "動きが二通りに書かれています",
  // Variants
  "unknown-piece": "この名前の駒はありません",
  "unknown-code": "この記号の駒はありません",
  "unknown-word": "知らない言葉です",
  "unknown-choice": "知らない選択肢です",
  "bad-code": "駒の記号は大文字1〜4字です（成駒は前に +）",
  "bad-slug": "小文字・数字・ハイフンで書いてください",
  "bad-alias": "別名が空か、二度書かれています",
  "bad-start": "開始局面を読めません",
  "bad-square": "升目ではありません",
  "bad-rule": "この規則を読めません",
  "board-size": "盤は縦横とも1〜36です",
  "start-position": "開始局面に誤りがあります",
  "setup-missing": "配置の段階がありません",
  "too-many-kinds": "駒の種類が多すぎます",
  "drops-conflict": "この二つの打ち方は一緒に使えません",
  "ini-unknown-key": "この名前の設定はありません",
  "ini-unknown-parent": "元になる将棋がありません",
  "ini-unknown-piece": "この文字の駒はありません",
  "ini-unsupported": "この設定には対応していません",
  "ini-bad-value": "値を読めません",
  "ini-bad-start": "開始局面を読めません",
  "ini-short-start": "開始局面が盤より小さいです",
  "ini-bad-section": "見出しの書き方が違います（例: [名前:元]）",
  "ini-bad-region": "場所の書き方が違います（例: *1 a* b3）",
  "ini-region-off-board": "場所が盤の外です",
  "ini-bad-line": "「名前 = 値」の形ではありません",
  "ini-no-section": "どの見出しにも属さない行です",
  "ini-duplicate-section": "同じ見出しが二度あります",
  "ini-duplicate-key": "同じ設定が二度あります",
  "ini-circle": "元になる将棋が循環しています",
  "ini-old-key": "古い名前の設定です",
  "ini-choice-group": "pieceChoiceGroup の書き方が違います",
  "ini-hands-without-drops": "打てない将棋に持駒があります",
  "choice-group-empty": "選ぶ駒がありません",
  // Positions
  "missing-royal": (message) => `${side(message)}に玉がありません`,
  "dead-man": (message) => `${square(message)}の駒は行き所がありません`,
  "file-overfull": (message) => `${side(message)}の歩が同じ筋に多すぎます（二歩）`,
  "too-many-men": "駒の数が多すぎます",
  "waiting-side-in-check": (message) => `手番でない側の${square(message)}の玉が、すぐに取られます`,
};

/** Findings in the language of the page. */
export function inWords(findings: readonly Finding[]): Finding[] {
  return translated(findings, SENTENCES);
}
