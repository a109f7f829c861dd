import { BoardLook, TableWays } from "./board-settings.tsx";
import { Engines } from "./engines.tsx";
import { settings } from "./settings.ts";
import { t } from "./settings-messages.ts";
import { useTitle } from "./title.ts";
import { Choice } from "./widgets.tsx";

export default function SettingsPage() {
  useTitle(t("settings"));
  const { language, theme } = settings;
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
        <BoardLook />
      </section>
      <section class="card stack" aria-labelledby="table">
        <h2 id="table">{t("atTable")}</h2>
        <TableWays />
      </section>
      <Engines />
      <p class="muted">{t("keptHere")}</p>
    </div>
  );
}
