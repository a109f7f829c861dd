// Which engine plays and analyses: Koma's own, or one that the person at this machine started the server with.
import { useEffect, useState } from "preact/hooks";
import { engines, KOMA, setOptions } from "../engine/calls.ts";
import { ApiError } from "./api.ts";
import type { EngineOption, EngineView } from "./api-types.ts";
import { sentence } from "./i18n.ts";
import { useResource } from "./resource.ts";
import { settings } from "./settings.ts";
import { t } from "./settings-messages.ts";
import { Button, Choice, Field, Switch, toast } from "./widgets.tsx";

export function Engines() {
  const { value, retry } = useResource(engines, [settings.language.value]);
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
          <Options engine={chosen} onSet={retry} />
        </>
      )}
      <p class="hint">
        {t("engineHow")} <code>koma serve --engine NAME=FILE</code>
      </p>
    </section>
  );
}

/** Who made it, and how it is set. */
function Options({ engine, onSet }: { engine: EngineView; onSet: () => void }) {
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
          <Form key={engine.id} engine={engine} onSet={onSet} />
        </details>
      )}
    </>
  );
}

/** What is set by hand, by the name of the option. */
function chosenBy({ options }: EngineView): Record<string, string> {
  return Object.fromEntries(options.flatMap(({ name, value }) => (value == null ? [] : [[name, value]])));
}

function Form({ engine, onSet }: { engine: EngineView; onSet: () => void }) {
  const [values, setValues] = useState(() => chosenBy(engine));
  const [busy, setBusy] = useState(false);
  const send = async (options: Record<string, string>) => {
    setBusy(true);
    try {
      setValues(chosenBy(await setOptions(engine.id, options)));
      toast(t("engineSet"));
      onSet();
    } catch (cause) {
      toast(cause instanceof ApiError ? sentence(cause.message) : String(cause), "warning");
    }
    setBusy(false);
  };
  /** What is as the program has it is not sent. */
  const set = (option: EngineOption, value: string) => {
    const { [option.name]: _, ...others } = values;
    setValues(value === option.default ? others : { ...others, [option.name]: value });
  };
  return (
    <form
      class="engine-options"
      onSubmit={(event) => {
        event.preventDefault();
        void send(values);
      }}
    >
      {engine.options
        .filter(({ kind }) => kind !== "button")
        .map((option) => (
          <OptionField
            key={option.name}
            option={option}
            value={values[option.name] ?? option.default ?? ""}
            onChange={(value) => set(option, value)}
          />
        ))}
      <div class="row">
        <Button look="primary" busy={busy} type="submit">
          {t("engineSave")}
        </Button>
        <Button look="quiet" type="button" onClick={() => void send({})}>
          {t("engineReset")}
        </Button>
      </div>
    </form>
  );
}

interface OptionFieldProps {
  option: EngineOption;
  value: string;
  onChange: (value: string) => void;
}

function OptionField({ option: { name, kind, min, max, vars }, value, onChange }: OptionFieldProps) {
  if (kind === "check") {
    return <Switch label={name} value={value === "true"} onChange={(on) => onChange(String(on))} />;
  }
  return (
    <Field label={name} hint={kind === "spin" && min != null && max != null ? `${min} – ${max}` : undefined}>
      {(id) =>
        kind === "combo" ? (
          <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            {vars.map((word) => (
              <option key={word} value={word}>
                {word}
              </option>
            ))}
          </select>
        ) : kind === "spin" ? (
          <input
            id={id}
            type="number"
            min={min ?? undefined}
            max={max ?? undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <input id={id} type="text" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        )
      }
    </Field>
  );
}
