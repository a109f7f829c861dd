import { Engines } from "./engines.tsx";
import { t } from "./messages.ts";
import { settings } from "./settings.ts";
import { useTitle } from "./title.ts";
import { Choice, Switch } from "./widgets.tsx";

export default function SettingsPage() {
  useTitle(t("settings"));
  const { language, theme, pieces, dots, coordinates, targets, animation, cards, sound } = settings;
  return (
    <div class="page narrow">
      <h1>{t("settings")}</h1>
      <section class="card stack" aria-labelledby="appearance">
        <h2 id="appearance">{t("appearance")}</h2>
        <Choice
          label={t("language")}
          value={language.value}
          choices={[
            { value: "ja", label: "日本語" },
            { value: "en", label: "English" },
          ]}
          onChoose={(value) => {
            language.value = value;
          }}
        />
        <Choice
          label={t("theme")}
          value={theme.value}
          choices={[
            { value: "auto", label: t("themeAuto") },
            { value: "light", label: t("themeLight") },
            { value: "dark", label: t("themeDark") },
            { value: "wood", label: t("themeWood") },
          ]}
          onChoose={(value) => {
            theme.value = value;
          }}
        />
      </section>
      <section class="card stack" aria-labelledby="board">
        <h2 id="board">{t("board")}</h2>
        <Choice
          label={t("pieces")}
          value={pieces.value}
          choices={[
            { value: "kanji", label: t("piecesKanji") },
            { value: "letters", label: t("piecesLetters") },
          ]}
          onChoose={(value) => {
            pieces.value = value;
          }}
        />
        <Choice
          label={t("coordinates")}
          value={coordinates.value}
          choices={[
            { value: "japanese", label: t("coordinatesJapanese") },
            { value: "usi", label: t("coordinatesUsi") },
            { value: "numeric", label: t("coordinatesNumeric") },
            { value: "none", label: t("coordinatesNone") },
          ]}
          onChoose={(value) => {
            coordinates.value = value;
          }}
        />
        {(
          [
            ["dots", dots],
            ["targets", targets],
            ["cards", cards],
            ["animation", animation],
            ["sound", sound],
          ] as const
        ).map(([name, setting]) => (
          <Switch
            key={name}
            label={t(name)}
            value={setting.value}
            onChange={(value) => {
              setting.value = value;
            }}
          />
        ))}
      </section>
      <Engines />
      <p class="muted">{t("keptHere")}</p>
    </div>
  );
}
