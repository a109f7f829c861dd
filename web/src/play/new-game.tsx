// How to play: with whom, from which start, with which clock, on which side, by which contested rules.
import { useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { go, place } from "../app/router.ts";
import { session } from "../app/session.ts";
import { recall, remember, settings } from "../app/settings.ts";
import { Button, Choice, Field, Refused, Switch } from "../app/widgets.tsx";
import type { Side, Variant } from "../app/wire.ts";
import { keepLevel, LEVELS, lastLevel } from "../engine/level.ts";
import { t as e } from "../engine/messages.ts";
import { t as choosing } from "./choosing.ts";
import { type ClockSetting, readSetting, writeSetting } from "./clock.ts";
import { t } from "./messages.ts";
import { type ComputerSeat, keep, newId } from "./recent.ts";

/** Clocks to choose from; the last place is for one's own. */
const usualClocks: ClockSetting[] = [
  { kind: "none" },
  { kind: "byoyomi", main: 600_000, byoyomi: 30_000, periods: 1 },
  { kind: "sudden", main: 600_000 },
  { kind: "fischer", main: 300_000, increment: 5_000 },
  { kind: "byoyomi", main: 0, byoyomi: 30_000, periods: 3 },
];

/** A clock in words. */
export function clockWords(clock: ClockSetting): string {
  if (clock.kind === "none") return t("clockNone");
  const main = Math.round(clock.main / 6000) / 10;
  if (clock.kind === "sudden") return `${t("minutes", { n: main })} ${t("sudden")}`;
  if (clock.kind === "fischer") return t("minutesFischer", { n: main, s: clock.increment / 1000 });
  const text = t("minutesByoyomi", { n: main, s: clock.byoyomi / 1000 });
  const n = clock.periods ?? 1;
  return n > 1 ? t("timesPeriods", { text, n }) : text;
}

/** Whether the address says that a friend is to be invited. */
const isWithFriend = () => place.peek().query.get("with") === "friend";

interface Props {
  variant: Variant;
  slug: string;
  /** Start from this position rather than the variant's own. */
  sfen?: string | null;
}

export function NewGame({ variant, slug, sfen = null }: Props) {
  const [how, setHow] = useState<"computer" | "local" | "live">(() => (isWithFriend() ? "live" : "computer"));
  const [level, setLevel] = useState(lastLevel);
  const [tells, setTells] = useState(true);
  const [handicap, setHandicap] = useState("");
  const [clock, setClock] = useState<ClockSetting>({ kind: "none" });
  const [custom, setCustom] = useState(false);
  const [side, setSide] = useState<Side | "random" | null>(null);
  const [name, setName] = useState(() => String(recall("name") ?? ""));
  const [wished, setWished] = useState<boolean | null>(null);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const names = { name: variant.name, nameJa: variant.nameJa };
  const start = { handicap: handicap || null, sfen, options };

  // Against the computer one begins; who plays whom is drawn by lot.
  const chosen = side ?? (how === "computer" ? "sente" : "random");
  const seat = (): ComputerSeat | null => {
    if (how !== "computer") return null;
    keepLevel(level);
    const yours = chosen === "random" ? (Math.random() < 0.5 ? "sente" : "gote") : chosen;
    return { side: yours === "sente" ? "gote" : "sente", level, engine: settings.engine.value, tells };
  };

  const begin = async () => {
    if (how !== "live") {
      const id = newId();
      const game = { kind: "local", id, variant: slug, ...names, ...start, clock, computer: seat() } as const;
      keep({ ...game, clocks: null, moves: [], end: null, at: Date.now() });
      go(`/play/${encodeURIComponent(slug)}?game=${id}`);
      return;
    }
    setBusy(true);
    setError(null);
    remember("name", name);
    try {
      const body = { variant: slug, ...start, clock, side: chosen, name: name.trim() || null, share: wished };
      const made = await api.post<{ id: string; side: Side; secret: string; invite: string }>("/api/games", body);
      keep({ kind: "live", variant: slug, ...names, ...made, at: Date.now() });
      go(`/games/${made.id}`);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
      setBusy(false);
    }
  };

  return (
    <section class="card stack new-game" aria-labelledby="new-game">
      <h2 id="new-game">{t("newGame")}</h2>
      <Choice
        label={t("opponent")}
        value={how}
        choices={[
          { value: "computer", label: e("computer") },
          { value: "local", label: choosing("oneScreen") },
          { value: "live", label: t("friend") },
        ]}
        onChoose={setHow}
      />
      <p class="hint">{t(({ computer: "computerHint", local: "oneScreenHint", live: "friendHint" } as const)[how])}</p>
      {how === "computer" && <LevelField level={level} onLevel={setLevel} />}
      {!sfen && variant.handicaps.length > 0 && (
        <Field label={t("handicap")}>
          {(id) => (
            <select id={id} value={handicap} onChange={(event) => setHandicap(event.currentTarget.value)}>
              <option value="">{t("even")}</option>
              {variant.handicaps.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {named(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={t("clock")}>
        {(id) => (
          <select
            id={id}
            value={custom ? "custom" : writeSetting(clock)}
            onChange={(event) => {
              const value = event.currentTarget.value;
              setCustom(value === "custom");
              if (value !== "custom") setClock(readSetting(value));
              else if (clock.kind === "none") setClock({ kind: "byoyomi", main: 600_000, byoyomi: 30_000, periods: 1 });
            }}
          >
            {usualClocks.map((one) => (
              <option key={writeSetting(one)} value={writeSetting(one)}>
                {clockWords(one)}
              </option>
            ))}
            <option value="custom">{t("clockCustom")}</option>
          </select>
        )}
      </Field>
      {custom && clock.kind !== "none" && <CustomClock clock={clock} onChange={setClock} />}
      {how !== "local" && (
        <Choice
          label={t("yourSide")}
          value={chosen}
          choices={[
            { value: "random", label: t("random") },
            { value: "sente", label: handicap ? t("shitate") : t("sente") },
            { value: "gote", label: handicap ? t("uwate") : t("gote") },
          ]}
          onChoose={setSide}
        />
      )}
      {how === "computer" && <Switch label={t("tells")} value={tells} onChange={setTells} />}
      {how === "live" && (
        <>
          <Field label={t("yourName")} hint={t("nameHint")}>
            {(id) => (
              <input
                id={id}
                maxLength={40}
                autocomplete="nickname"
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <Share value={wished} onChange={setWished} />
        </>
      )}
      {variant.options.length > 0 && (
        <details>
          <summary>{t("contested")}</summary>
          <div class="stack options">
            {variant.options.map((option) => (
              <Field key={option.name} label={option.question}>
                {(id) => (
                  <select
                    id={id}
                    value={options[option.name] ?? option.current ?? ""}
                    onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}
                  >
                    {option.values.map((value) => (
                      <option key={value.name} value={value.name}>
                        {value.meaning}
                        {value.name === option.current ? ` (${t("asUsual")})` : ""}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
        </details>
      )}
      {error && <Refused error={error} />}
      <Button look="primary" class="start" busy={busy} onClick={begin}>
        {t(how === "live" ? "makeLink" : "begin")}
      </Button>
    </section>
  );
}

/** How strong the computer plays; a few of the ten are told in words. */
function LevelField({ level, onLevel }: { level: number; onLevel: (level: number) => void }) {
  const words = (n: number) => {
    const key = ([1, 3, 5, 8, 11] as const).find((told) => told === n);
    return key ? e(`level${key}`) : String(n);
  };
  return (
    <Field label={e("level")} hint={settings.engine.value && e("engineIs", { name: settings.engine.value.name })}>
      {(id) => (
        <select id={id} value={level} onChange={(event) => onLevel(Number(event.currentTarget.value))}>
          {LEVELS.map((n) => (
            <option key={n} value={n}>
              {words(n)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Whether the record may go to everybody's library; until one says so, as the server has it. */
export function Share({ value, onChange }: { value: boolean | null; onChange: (value: boolean) => void }) {
  return <Switch label={t("shareGame")} value={value ?? session.value?.sharesGames ?? false} onChange={onChange} />;
}

type Running = Exclude<ClockSetting, { kind: "none" }>;

function CustomClock({ clock, onChange }: { clock: Running; onChange: (clock: ClockSetting) => void }) {
  const remake = (kind: Running["kind"]): ClockSetting => {
    const main = clock.main || 600_000;
    if (kind === "sudden") return { kind, main };
    if (kind === "fischer") return { kind, main, increment: 5_000 };
    return { kind, main, byoyomi: 30_000, periods: 1 };
  };
  return (
    <div class="stack custom-clock">
      <Choice
        label={t("kind")}
        value={clock.kind}
        choices={[
          { value: "byoyomi", label: t("byoyomi") },
          { value: "fischer", label: t("fischer") },
          { value: "sudden", label: t("sudden") },
        ]}
        onChoose={(kind) => onChange(remake(kind))}
      />
      <div class="numbers">
        <NumberField
          label={t("mainMinutes")}
          value={clock.main / 60_000}
          min={clock.kind === "byoyomi" ? 0 : 1}
          max={600}
          onChange={(n) => onChange({ ...clock, main: n * 60_000 })}
        />
        {clock.kind === "byoyomi" && (
          <>
            <NumberField
              label={t("byoyomiSeconds")}
              value={clock.byoyomi / 1000}
              min={1}
              max={600}
              onChange={(n) => onChange({ ...clock, byoyomi: n * 1000 })}
            />
            <NumberField
              label={t("periods")}
              value={clock.periods ?? 1}
              min={1}
              max={20}
              onChange={(periods) => onChange({ ...clock, periods })}
            />
          </>
        )}
        {clock.kind === "fischer" && (
          <NumberField
            label={t("incrementSeconds")}
            value={clock.increment / 1000}
            min={0}
            max={600}
            onChange={(n) => onChange({ ...clock, increment: n * 1000 })}
          />
        )}
      </div>
    </div>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function NumberField({ label, value, min, max, onChange }: NumberProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={value}
          onChange={(event) => {
            const read = Math.round(Number(event.currentTarget.value));
            onChange(Number.isFinite(read) ? Math.min(max, Math.max(min, read)) : value);
          }}
        />
      )}
    </Field>
  );
}
