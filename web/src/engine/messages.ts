import { messages } from "../app/i18n.ts";

/** Words about engines, shared by all pages that ask one. */
export const t = messages({
  computer: { ja: "コンピューター", en: "Computer" },
  level: { ja: "強さ", en: "Level" },
  levelN: { ja: "レベル{n}", en: "level {n}" },
  level1: { ja: "1（はじめて）", en: "1 (first game)" },
  level3: { ja: "3（ルールを覚えた人）", en: "3 (knows the rules)" },
  level5: { ja: "5（中級）", en: "5 (intermediate)" },
  level8: { ja: "8（強い）", en: "8 (strong)" },
  level11: { ja: "全力", en: "Full strength" },
  engineIs: { ja: "設定で選んだ{name}が指します", en: "{name} plays, as chosen in the settings" },
  thinking: { ja: "考え中", en: "thinking" },
  mate: { ja: "詰み", en: "mate" },
  mateIn: { ja: "{n}手詰", en: "mate in {n}" },
  matedIn: { ja: "{n}手で詰まされる", en: "mated in {n}" },
  inaccuracy: { ja: "疑問手", en: "Inaccuracy" },
  mistake: { ja: "悪手", en: "Mistake" },
  blunder: { ja: "大悪手", en: "Blunder" },
  missedMate: { ja: "詰み逃し", en: "Missed mate" },
  onlyMove: { ja: "唯一の手", en: "The only move" },
  missedMateIn: { ja: "{n}手詰を逃しました", en: "There was a mate in {n}" },
  chances: { ja: "勝率 {before}% → {after}%", en: "winning chance {before}% → {after}%" },
});
