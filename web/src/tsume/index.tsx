// Tsume: choose a problem, solve it. `/tsume?set=zukou` is a list, `&problem=ID` one of it.
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { useResource, useVariants } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { session } from "../app/session.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Choice, Field, Loading, Refused, toast } from "../app/widgets.tsx";
import { type Problem, problems } from "../engine/calls.ts";
import { importRecord } from "../kifu/calls.ts";
import { t } from "./messages.ts";
import { addOwn, clearOwn, done, own, readProblems, share } from "./progress.ts";
import { Solve } from "./solve.tsx";
import "./tsume.css";

const SETS = ["small", "zukou", "own"] as const;
type Collection = (typeof SETS)[number];

export default function TsumePage() {
  useTitle(t("title"));
  useEffect(() => void share(), [session.value?.name]);
  const { query } = place.value;
  const set = SETS.find((one) => one === query.get("set")) ?? "small";
  // The small ones are of many games; one begins with shogi.
  const variant = query.get("variant") ?? (set === "small" ? "shogi" : "all");
  const chosen = query.get("problem");
  const mine = own.value;
  const shipped = useResource(
    (signal) => (set === "own" ? Promise.resolve([]) : problems(set, null, signal)),
    [set, settings.language.value],
  );
  const loaded = set === "own" ? mine : shipped.value;
  if (shipped.error) {
    return (
      <div class="page">
        <Refused error={shipped.error} retry={shipped.retry} />
      </div>
    );
  }
  if (!loaded || (set !== "own" && shipped.loading)) return <Loading />;
  const all = loaded.filter((one) => variant === "all" || one.variant === variant);
  const at = chosen === null ? -1 : all.findIndex(({ id }) => id === chosen);
  const problem = all[at];
  const address = (one: Problem | null) => addressOf(set, variant, one);
  if (problem) {
    const next = following(all, at);
    return <Solve key={problem.id} problem={problem} next={next && address(next)} list={address(null)} />;
  }
  return <List set={set} variant={variant} loaded={loaded} all={all} address={address} isMissing={chosen !== null} />;
}

function addressOf(set: Collection, variant: string, problem: Problem | null): string {
  const query = new URLSearchParams({ set });
  if (variant) query.set("variant", variant);
  if (problem) query.set("problem", problem.id);
  return `/tsume?${query}`;
}

/** The next problem that is not solved yet; where all are, simply the next one. */
function following(all: readonly Problem[], at: number): Problem | null {
  const rest = [...all.slice(at + 1), ...all.slice(0, at)];
  return rest.find(({ id }) => !done.value.has(id)) ?? rest[0] ?? null;
}

interface ListProps {
  set: Collection;
  variant: string;
  loaded: readonly Problem[];
  all: readonly Problem[];
  address: (problem: Problem | null) => string;
  isMissing: boolean;
}

function List({ set, variant, loaded, all, address, isMissing }: ListProps) {
  const games = [...new Set(loaded.map((one) => one.variant))];
  const first = following(all, all.length);
  const count = all.filter(({ id }) => done.value.has(id)).length;
  const name = useNames();
  const titled = (slug: string, plies: Problem["plies"]) => {
    const length = lengthOf(plies);
    return variant === "all" ? `${name(slug)} · ${length}` : length.charAt(0).toUpperCase() + length.slice(1);
  };
  return (
    <div class="page tsume">
      <header>
        <h1>{t("title")}</h1>
        <p class="muted">{t("lead")}</p>
      </header>
      <div class="row tsume-choice">
        <Choice
          label={t("sets")}
          value={set}
          choices={[
            { value: "small", label: t("small") },
            { value: "zukou", label: t("zukou") },
            { value: "own", label: t("ownSet") },
          ]}
          onChoose={(next) => go(addressOf(next, "", null))}
        />
        {games.length > 1 && (
          <GameField games={games} value={variant} onChange={(next) => go(addressOf(set, next, null))} />
        )}
      </div>
      {isMissing && <p role="alert">{t("none")}</p>}
      {set === "own" && <Own />}
      {all.length > 0 && (
        <>
          <div class="row">
            {first && (
              <Button look="primary" href={address(first)}>
                {t("first")}
              </Button>
            )}
            <span class="muted">{t("solvedOf", { n: count, all: all.length })}</span>
          </div>
          {set === "small" ? (
            byLength(all).map(({ variant: slug, plies, problems: some }) => (
              <section key={`${slug} ${plies}`} class="stack">
                <h2>{titled(slug, plies)}</h2>
                <Problems class="numbers" problems={some} address={address} number={numberOf} />
              </section>
            ))
          ) : (
            <Problems problems={all} address={address} number={set === "own" ? (_, index) => index + 1 : numberOf} />
          )}
        </>
      )}
    </div>
  );
}

/** Problems of one game and length together: their numbers begin anew with each. */
function byLength(all: readonly Problem[]): { variant: string; plies: Problem["plies"]; problems: Problem[] }[] {
  const groups: ReturnType<typeof byLength> = [];
  for (const problem of all) {
    const { variant, plies } = problem;
    const last = groups.at(-1);
    if (last?.variant === variant && last.plies === plies) last.problems.push(problem);
    else groups.push({ variant, plies, problems: [problem] });
  }
  return groups;
}

const numberOf = ({ id }: Problem) => id.split("-").at(-1) ?? "";
const lengthOf = (plies: Problem["plies"]) => (plies ? t("plies", { n: plies }) : t("anyPlies"));

interface ProblemsProps {
  problems: readonly Problem[];
  address: (problem: Problem) => string;
  number: (problem: Problem, index: number) => string | number;
  class?: string;
}

function Problems({ problems: some, address, number, class: look = "" }: ProblemsProps) {
  return (
    <ol class={`problems ${look}`}>
      {some.map((problem, index) => {
        const isDone = done.value.has(problem.id);
        return (
          <li key={problem.id}>
            <a href={address(problem)} class={isDone ? "done" : ""} title={problem.title}>
              <strong>{number(problem, index)}</strong>
              <small>{lengthOf(problem.plies)}</small>
              {isDone && (
                <span class="tick">
                  <span aria-hidden="true">✓</span>
                  <span class="hidden-text">{t("alreadySolved")}</span>
                </span>
              )}
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** What games are called here. */
function useNames(): (slug: string) => string {
  const variants = useVariants().value ?? [];
  return (slug) => {
    const known = variants.find((one) => one.slug === slug);
    return known ? named(known) : slug;
  };
}

function GameField({ games, value, onChange }: { games: string[]; value: string; onChange: (slug: string) => void }) {
  const name = useNames();
  return (
    <Field label={t("game")}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="all">{t("allGames")}</option>
          {games.map((slug) => (
            <option key={slug} value={slug}>
              {name(slug)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One's own problems, from files. */
function Own() {
  const input = useRef<HTMLInputElement>(null);
  const variant = useRef<HTMLSelectElement>(null);
  const variants = useVariants().value ?? [];
  const read = async (files: File[]) => {
    let [added, left] = [0, 0];
    for (const file of files) {
      const found = readProblems(await file.text(), variant.current?.value || "shogi");
      if (found.problems.length === 0) {
        const problem = await fromRecord(file);
        if (problem) found.problems.push(problem);
      } else left += found.left;
      added += addOwn(found.problems);
    }
    toast(t("ownAdded", { n: added }));
    if (left > 0) toast(t("ownLeft", { n: left }), "warning");
  };
  return (
    <section class="card stack">
      <p>{t("ownLead")}</p>
      <div class="row">
        <select ref={variant} aria-label={t("game")}>
          {variants.map((one) => (
            <option key={one.slug} value={one.slug} selected={one.slug === "shogi"}>
              {named(one)}
            </option>
          ))}
        </select>
        <Button onClick={() => input.current?.click()}>{t("ownPick")}</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t("ownPick")}
          onChange={(event) => {
            void read([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
        {own.value.length > 0 && (
          <Button look="quiet" onClick={clearOwn}>
            {t("ownClear")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The start of a record is a problem, too. */
async function fromRecord(file: File): Promise<Problem | null> {
  try {
    const record = await importRecord(file);
    const { variant, initialSfen: sfen } = record;
    if (!sfen || !variant) return null;
    return { id: `own ${variant} ${sfen}`, variant, sfen, plies: null, title: file.name };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    toast(cause.message, "warning");
    return null;
  }
}
