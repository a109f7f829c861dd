// The first question: whether one can read the pieces. It is the setting of the board, and can be changed there.
import { signal } from "@preact/signals";
import { messages } from "./i18n.ts";
import { recall, remember, settings } from "./settings.ts";
import { Choice } from "./widgets.tsx";

const t = messages({
  faces: { ja: "駒の文字は読めますか？", en: "Can you read these pieces?" },
  kanji: { ja: "読める", en: "Yes" },
  dots: { ja: "動きの印もほしい", en: "Show how they move" },
  twoKanji: { ja: "二文字がよい（歩兵）", en: "Two kanji, as on real pieces (歩兵)" },
  letters: { ja: "アルファベットがよい", en: "I prefer letters" },
});

/** Whether somebody has said, here or in the settings, what they want on the pieces. */
export const hasChosenFaces = signal(recall("pieces") !== null || recall("dots") !== null);

export function Faces() {
  const { pieces, dots } = settings;
  const shown = pieces.value !== "kanji" ? pieces.value : dots.value ? "dots" : "kanji";
  return (
    <Choice
      label={t("faces")}
      value={hasChosenFaces.value || shown !== "kanji" ? shown : null}
      choices={(["kanji", "dots", "twoKanji", "letters"] as const).map((one) => ({ value: one, label: t(one) }))}
      onChoose={(chosen) => {
        hasChosenFaces.value = true;
        pieces.value = chosen === "dots" ? "kanji" : chosen;
        dots.value = chosen === "dots" || chosen === "letters";
        // Also an answer that changes nothing is one.
        remember("pieces", pieces.value);
      }}
    />
  );
}
