/**
 * Findings about pieces and variants in Japanese, as finding-words.ts of the records is for those: by their code,
 * and with what the server's English sentence names. The words they concern stand beside them.
 */

import type { Finding } from "../app/api.ts";
import { marked, numbers, type Sentences, translated } from "../app/finding-words.ts";

/** What a value of a YAML file can be. */
const KINDS = [
  ["a mapping", "「項目: 値」の組"],
  ["a list", "リスト"],
  ["a text", "文字列"],
  ["`true`", " true か false "],
  ["a whole number", "整数"],
  ["a single value", "一つの値"],
  ["one of the eight", "八方向の一つ"],
  ["[rows, cols]", " [縦, 横] "],
] as const;

const SENTENCES: Sentences = {
  // Words and Betza
  "not-understood": "この言葉がわかりません。方向・距離・知られた駒の名前で書くか、除いてください",
  "no-movement": "この文から動きを読み取れません",
  "text-too-long": "長すぎます。駒ごとに分けてください",
  "disputed-piece": "この駒の動きには諸説があります",
  "no-distance": (message) => {
    if (message.startsWith("a leap")) return "跳ぶ距離がないため、除きました";
    if (message.includes("zero")) return "距離が0のため、除きました";
    return "距離がないため、1マスとして読みました";
  },
  "no-direction": "方向がありません",
  "ambiguous-words": "二通りに読める言葉です。読み取った動きを図で確かめてください",
  "count-mismatch": "書かれた数と読み取れた数が合いません",
  "weaker-restatement": "前にもっと遠くまで動けると書かれています。遠いほうを採りました",
  "readings-differ": "言葉と記法が違う動きを表しています。言葉のほうを採りました",
  "stoppers-by-rank": "飛び越せない駒は位ごとに決まるため、同じ位の駒を補いました",
  "capture-differs": "取るときだけ違う動きは、文章からは読み取れません",
  "movement-not-playable": "この動きは対局ではまだ指せません",
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
  "betza-range": (message) => `距離は${numbers(message)[0]}までです`,
  "betza-redundant": "書かなくても同じです",
  "betza-side-compound": (_, help) =>
    `横の文字は縦横の動きだけを選び、斜めは四方向とも残ります（はっきり書くと ${help.split(" ").at(-1)}）`,
  "betza-too-long": "記法が長すぎます",
  "betza-too-many-moves": "動きが多すぎます",
  "betza-unknown-atom": "知らない動きの文字です",
  "betza-unknown-letter": "知らない文字です",
  "betza-unsupported": "この書き方には対応していません",
  "betza-fairy-digits": (message) => `Fairy-Stockfish は数字を一つだけ読みます。距離は${numbers(message)[0]}になります`,
  "betza-fairy-en-passant": "e（アンパッサン）には効果がありません。最初に二マス進む駒がないためです",
  "betza-fairy-hop": (message) => {
    if (message.includes("grasshopper")) return "Fairy-Stockfish はグラスホッパーとして読みます";
    if (message.includes("with a range")) return "距離があると、Fairy-Stockfish は g を p として読みます";
    return "Fairy-Stockfish はこの飛び越しの距離を限りません";
  },
  "betza-fairy-ignored": "Fairy-Stockfish はこの文字を読み飛ばします。文字がないものとして動きます",
  "betza-fairy-initial": "Fairy-Stockfish では、最初だけの動きで駒を取れません",
  "betza-fairy-no-move": "Fairy-Stockfish はこれを受け付けますが、動きにはなりません",
  "betza-fairy-pair": "Fairy-Stockfish は組み合わせの文字でこの二方向を分けません",
  "betza-fairy-unsupported": (message) =>
    message.includes("brackets")
      ? "Fairy-Stockfish に角括弧はありません"
      : "Fairy-Stockfish に数字で書く跳びはありません",
  // YAML
  "undecodable-bytes": "文字コードに合わない文字があります",
  "yaml-too-large": "ファイルが大きすぎます",
  "yaml-too-deep": (message) => `入れ子が深すぎます（${numbers(message)[0] ?? ""}段まで）`,
  "yaml-nul": "NUL文字があります。テキストファイルではないようです",
  "yaml-syntax": "YAML として読めません。字下げ、コロン、括弧や引用符の閉じ忘れを確かめてください",
  "yaml-empty": "内容がありません",
  "yaml-documents": "ここから二つ目の文書です（---）。一つのファイルに書けるのは一つです",
  "yaml-anchor": "アンカー（&名前）と参照（*名前）は使えません。それぞれの場所に値を書いてください",
  "yaml-tag": "タグ（!名前）は使えません。消してください",
  "yaml-key": "項目の名前は一つの言葉です。リストや表は使えません",
  "yaml-duplicate-key": (message) => `${marked(message, "項目")}が二度書かれています。初めのものを読みました`,
  "missing-field": (message) => `${marked(message.replace(/^.* has no /, ""), "必要な項目")}がありません`,
  "unknown-field": "知らない項目です",
  "out-of-range": (message) => {
    const range = /from (-?\d+) to (-?\d+)/.exec(message);
    if (range) return `${range[1]}から${range[2]}までの数にしてください`;
    if (message.includes("`turn`")) return "turn は 45・90・135・180 のどれかです";
    return "盤の外です";
  },
  "wrong-type": (message) => {
    const wanted = /must be (.+), not /.exec(message)?.[1] ?? "";
    const kind = KINDS.find(([english]) => wanted.startsWith(english))?.[1];
    return kind ? `値の種類が違います。${kind}を書いてください` : "値の種類が違います";
  },
  "too-many-findings": "指摘が多いため、残りは数だけ数えました",
  // Piece files
  "missing-metadata": (message) =>
    message.includes("has no `metadata`")
      ? "metadata がありません。name、version、piece_count を書いてください"
      : `metadata に${marked(message.replace(/^.* has no /, ""), "足りない項目")}がありません`,
  "extra-metadata": "知らない項目です。残しますが、使われません",
  "empty-name": "名前がありません",
  "unknown-rule": "知らない規則です。除きました",
  "duplicate-rule": "同じ規則が二度書かれています",
  "rule-parameter": "この規則の段数がないか、正しくありません",
  "unquoted-direction": (message) =>
    message.includes("`N`")
      ? "方向は引用符で囲んでください（YAML では N が「いいえ」と読まれます）"
      : "方向は引用符で囲んでください",
  "boolean-direction": (message) =>
    message.includes("unquoted N")
      ? "引用符のない N が「いいえ」になったものです。N として読みました"
      : '方向ではなく真偽値です。引用符で囲んで書いてください（例: "N"）',
  "unknown-direction": "方向ではありません（N, NE, E, SE, S, SW, W, NW）",
  "duplicate-direction": "同じ方向が二度書かれています",
  "unknown-step-type": "知らない種類の動きです（single、ranging、{ limited: 数 }）",
  "limited-one": "{ limited: 1 } は single と同じです",
  "beyond-board": (message) =>
    message.includes("ranks")
      ? "これほど段の多い盤はありません"
      : "これほど遠くまで動ける盤はありません。限りがなければ ranging と書いてください",
  "unknown-word": "この項目では使えない言葉です",
  "missing-steps": "steps がありません。なければ steps: [] と書いてください",
  "overlapping-steps": "同じ方向の動きが二つあります。遠くまで動けるほうを採りました",
  "jump-shape": "跳びは [縦, 横] の二つの数で書きます",
  "zero-jump": "[0, 0] ではどこへも動きません",
  "jump-is-step": (_, help) => `隣のマスへの跳びは一歩と同じです（${help}）`,
  "duplicate-jump": "同じ跳びが二度書かれています",
  "empty-list": "空にできないリストです",
  "list-too-long": "リストが長すぎます",
  "igui-disagrees": "igui が can_return・captures と合いません。後の二つに従います",
  "zero-vector": "dx と dy がどちらも 0 では、どこへも動きません",
  "piece-count": (_, help) => `駒の数が合いません（正しくは ${help}）`,
  "duplicate-id": "この番号はほかの駒に使われています",
  "ids-not-ascending": "番号は小さい順に並べてください",
  "promotion-mismatch": "can_promote と promotes_to が食い違っています",
  "promotes-to-itself": "自分自身に成る駒です",
  "unknown-promotion": "成った先の駒がありません",
  "is-ranged": (_, help) => `is_ranged が動きと食い違っています（正しくは ${help.replace(/ \(.*$/, "")}）`,
  "empty-movement": "動けない駒です",
  "odd-value": "めったにない価値です（歩兵は100、王将は10000）",
  "odd-name": "名前の前後に空白があるか、見えない文字が入っています",
  "must-promote-without-promotion": "成れない駒に、成らなければならない規則があります",
  "same-name-differs": "同じ名前で動きの違う駒があります",
  "not-formatted": "読めないものが失われるため、ファイルはそのままにしました",
  // The generator of piece files
  "two-descriptions": "動きが二通りに書かれています。初めのものを採りました",
  "missing-value": (message) => `value がないため、${numbers(message).at(-1) ?? ""}と見積もりました`,
  "value-ignored": "value は使われません。使うには value_estimation: manual と書いてください",
  "id-outside-range": "番号が範囲の外です",
  "king-not-royal": "玉にあたる駒と書かれていません。special_rules: [Royal] を加えてください",
  "nameless-description": "名前のない説明です。「金将: …」のように名前とコロンで始めてください",
  "no-description": "動きがわからないため、この駒を除きました。source_text に名前とコロンで始まる行を加えてください",
  "not-in-list": "一覧にない駒の説明です。使われませんでした",
  "promotion-differs": "成りについて一覧と説明が食い違っています。一覧に従いました",
  "too-many-descriptions": (message) => `説明が多すぎます。初めの${numbers(message)[0]}件だけ読みました`,
  "too-many-entries": (message) => `駒が多すぎます（${numbers(message).at(-1)}まで）`,
  "verify-differs": "書いたものを読み返すと違う駒になります。Koma の不具合です",
  // Variants
  "no-variant": "この文に将棋の種類がありません",
  "too-many-variants": (message) => `種類が多すぎます。初めの${numbers(message)[0]}種だけ調べました`,
  "unknown-piece": "この名前の駒はありません",
  "unknown-code": "この記号の駒はありません",
  "unknown-choice": "知らない選択肢です",
  "no-royal": "玉にあたる駒がありません。取られたら負けになる駒を一つ決めてください",
  "start-royal": "開始局面に玉のない側があります",
  "no-pieces": "駒がありません",
  "piece-file-missing": "この駒ファイルはありません",
  "piece-file-twice": "この駒ファイルはもう書かれています",
  "too-many-pieces": (message) => `一つの種類で使える駒は${numbers(message)[0]}までです`,
  "kinds-count": "駒の種類の数が範囲を超えています",
  "code-twice": "同じ記号の駒が二つあります",
  "unquoted-code": "駒の記号は引用符で囲んでください",
  "ambiguous-piece": "同じ名前の駒がいくつもあります。駒の番号で書いてください",
  "promotion-target": "成った先の駒がこの将棋にないか、一つに決まりません",
  "promotion-loop": "成りが循環しています",
  "never-promotes": "成る場所がないため、成れない駒があります",
  "in-hand": "取られたときにどの駒に戻るか決まりません。in_hand に記号を書いてください",
  "ending-missing": "終局の決め方が足りません",
  "ending-never": "決して起こらない終局です",
  "ending-twice": "同じ終局が二度書かれています",
  "setup-without-drops": "配置の段階には駒を打てる規則が必要です",
  "choice-groups-count": "選択の組が多すぎます",
  "choice-group-empty": "選ぶ駒がありません",
  "bad-clock": "時計の設定が正しくありません",
  "bad-code": "駒の記号は大文字1〜4字です（成駒は前に +）",
  "bad-slug": (message) =>
    message.includes("twice") ? "同じ名前の手合割が二つあります" : "小文字・数字・ハイフンで書いてください",
  "bad-alias": "別名が空か、二度書かれています",
  "bad-start": "開始局面を読めません",
  "bad-square": '升目ではありません（升は "5b"、段は "*b"、筋は "5*"）',
  "bad-rule": "この規則を読めません",
  "board-size": "盤は縦横とも1〜36です",
  "start-position": "開始局面に誤りがあります",
  "setup-missing": "配置の段階がありません",
  "too-many-kinds": "駒の種類が多すぎます",
  "drops-conflict": "この二つの打ち方は一緒に使えません",
  // variants.ini
  "ini-unknown-key": "この名前の設定はありません",
  "ini-unknown-parent": "元になる将棋がありません",
  "ini-unknown-piece": "この文字の駒はありません",
  "ini-unsupported": "この設定には対応していません",
  "ini-bad-value": (message) => {
    const range = /a number from (-?\d+) to (-?\d+)/.exec(message);
    if (range) return `${range[1]}から${range[2]}までの数にしてください`;
    return message.includes("true or false") ? "true か false にしてください" : "値を読めません";
  },
  "ini-bad-start": "開始局面を読めません",
  "ini-short-start": "開始局面が盤より小さいです",
  "ini-bad-section": "見出しの書き方が違います（例: [名前:元]）",
  "ini-bad-region": "場所の書き方が違います（例: *1 a* b3）",
  "ini-region-off-board": "場所が盤の外です",
  "ini-bad-line": "「名前 = 値」の形ではありません",
  "ini-no-section": "どの見出しにも属さない行です",
  "ini-duplicate-section": "同じ見出しが二度あります",
  "ini-duplicate-key": "同じ設定が二度あります",
  "ini-too-many-sections": (message) => `見出しが多すぎます。初めの${numbers(message)[0]}だけ読みました`,
  "moves-too-dear": "この駒の動きは、この盤では調べきれません",
  "ini-too-many-kinds": "駒の種類が多すぎます",
  "ini-circle": "元になる将棋が循環しています",
  "ini-old-key": (_, help) => `古い名前の設定です（今は ${help.replace(/^use /, "")}）`,
  "ini-choice-group": (message) =>
    message.includes("exceeded") ? "選択の組が多すぎます" : "pieceChoiceGroup の書き方が違います",
  "ini-hands-without-drops": "打てない将棋に持駒があります",
  "ini-initial": "最初だけの動き（Betza の i）は、一度も動いていない間に指せます",
  // Positions
  "bad-sfen": "局面（SFEN）を読めません",
  "missing-royal": (message) => `${sideOf(message)}に玉がありません`,
  "too-many-men": "駒の数が多すぎます",
  "file-overfull": "同じ筋に歩が多すぎます（二歩）",
  "dead-man": "行き所のない駒があります",
  "waiting-side-in-check": "手番でない側の玉がすぐに取られます",
};

/** The side that a sentence about a position begins with. */
function sideOf(message: string): string {
  if (/^sente/i.test(message)) return "先手";
  return /^gote/i.test(message) ? "後手" : "片方";
}

/** Findings in the language of the page. */
export function inWords(findings: readonly Finding[]): Finding[] {
  return translated(findings, SENTENCES);
}
