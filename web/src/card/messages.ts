import { messages } from "../app/i18n.ts";

/** The words of the card of a piece. */
export const t = messages({
  card: { ja: "駒の説明：{name}", en: "About the {name}" },
  sente: { ja: "先手", en: "Sente" },
  gote: { ja: "後手", en: "Gote" },
  inHand: { ja: "持ち駒", en: "in hand" },
  promotesTo: { ja: "成ると「{name}」", en: "Promotes to {kanji} {name}" },
  diagram: { ja: "{name}の動き", en: "How the {name} moves" },
  reach: {
    ja: "今：動けるマス {n}、取れる駒 {m}",
    en: "Now: {n} {n|square|squares} to go to, {m} {m|piece|pieces} to take",
  },
  close: { ja: "閉じる", en: "Close" },
  attacks: { ja: "利きを表示", en: "Show attacked squares" },
  attacksFailed: { ja: "利きを調べられませんでした", en: "The attacked squares could not be found" },
});
