// The first question: whether one can read the pieces. It is the setting of the board, and can be changed there.
import { signal } from "@preact/signals";
import { recall, remember, settings } from "./settings.ts";
import { t } from "./settings-messages.ts";
import { Choice } from "./widgets.tsx";

/** Whether somebody has said, here or in the settings, what they want on the pieces. */
export const hasChosenFaces = signal(recall("pieces") !== null || recall("dots") !== null);

export function Faces() {
  const { pieces, dots } = settings;
  const shown = pieces.value !== "kanji" ? pieces.value : dots.value ? "dots" : "kanji";
  return (
    <Choice
      label={t("readsPieces")}
      value={hasChosenFaces.value || shown !== "kanji" ? shown : null}
      choices={[
        { value: "kanji", label: t("readsKanji") },
        { value: "dots", label: t("wantsDots") },
        { value: "twoKanji", label: t("wantsTwoKanji") },
        { value: "letters", label: t("wantsLetters") },
      ]}
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
