// Which engine plays and analyses: Koma's own, or one that the person at this machine started the server with.
import { useEffect } from "preact/hooks";
import { engines, KOMA } from "../engine/calls.ts";
import type { EngineView } from "./api-types.ts";
import { sentence } from "./i18n.ts";
import { t } from "./messages.ts";
import { useResource } from "./resource.ts";
import { settings } from "./settings.ts";
import { Choice } from "./widgets.tsx";

export function Engines() {
  const { value } = useResource(engines, [settings.language.value]);
  const all = value ?? [];
  const { engine } = settings;
  // The server was started without the one that was chosen.
  useEffect(() => {
    if (value && engine.value && !value.some(({ id }) => id === engine.value?.id)) engine.value = null;
  }, [value]);
  const chosen = all.find(({ id }) => id === (engine.value?.id ?? KOMA));
  return (
    <section class="card stack" aria-labelledby="engines">
      <h2 id="engines">{t("engines")}</h2>
      {all.length > 1 && chosen && (
        <>
          <Choice
            label={t("enginePlays")}
            value={chosen.id}
            choices={all.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(id) => {
              const { name } = all.find((one) => one.id === id) ?? { name: id };
              engine.value = id === KOMA ? null : { id, name };
            }}
          />
          <Options engine={chosen} />
        </>
      )}
      <p class="hint">
        {t("engineHow")} <code>koma serve --engine NAME=FILE</code>
      </p>
    </section>
  );
}

/** Who made it, and how it is set. */
function Options({ engine }: { engine: EngineView }) {
  return (
    <>
      {engine.trouble && (
        <p class="wrong" role="alert">
          {sentence(engine.trouble)}
        </p>
      )}
      {engine.author && <p class="muted">{t("engineBy", { author: engine.author })}</p>}
      {engine.options.length > 0 && (
        <details>
          <summary>{t("engineOptions", { n: engine.options.length })}</summary>
          <dl class="engine-options">
            {engine.options.map(({ name, default: usual }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{usual ?? ""}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
