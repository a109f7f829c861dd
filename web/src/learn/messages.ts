import { messages } from "../app/i18n.ts";

/** The words around the lessons. */
export const t = messages({
  title: { ja: "はじめての将棋", en: "Learn shogi" },
  lead: {
    ja: "駒の動きから一手詰まで、10分ほどで覚えられます。駒を長押し（または右クリック）すると、いつでも動きが見られます。",
    en: "From the first pawn to the first mate, in ten minutes. Hold a piece, or right-click it, to see how it moves.",
  },
  lessons: { ja: "レッスン", en: "Lessons" },
  done: { ja: "できました！", en: "Well done!" },
  again: { ja: "惜しい。もう一度やってみましょう。", en: "Not quite. Try again." },
  stuck: { ja: "もう動けません。もう一度やってみましょう。", en: "No move is left. Try again." },
  next: { ja: "次へ", en: "Next" },
  restart: { ja: "最初から", en: "Start over" },
  isDone: { ja: "済み", en: "done" },
  progress: { ja: "{n}/{all} 済み", en: "{n} of {all} done" },
  way: { ja: "次は実戦です", en: "Now play" },
  wayLead: {
    ja: "小さな盤から順に、いちばんやさしいコンピューターと指してみましょう。",
    en: "Begin on a small board, against the easiest computer.",
  },
  dobutsu: { ja: "どうぶつしょうぎ（3×4）", en: "Dobutsu (3×4)" },
  minishogi: { ja: "5五将棋（5×5）", en: "Minishogi (5×5)" },
  shogi: { ja: "本将棋（9×9）", en: "Shogi (9×9)" },
});
