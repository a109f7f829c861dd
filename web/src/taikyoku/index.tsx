// All 404 entries of taikyoku: searched by name, kanji and moves; diagrams come as they are scrolled into view.
import { useMemo, useState } from "preact/hooks";
import type { TaikyokuEntry } from "../app/api-types.ts";
import { named } from "../app/i18n.ts";
import { getOnce, useResource } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Choice, Dialog, Field, Loading, Refused, Switch } from "../app/widgets.tsx";
import { useLate } from "../workshop/late.ts";
import { ManPicture } from "../workshop/man.tsx";
import { t } from "../workshop/messages.ts";
import { WorkshopNav } from "../workshop/nav.tsx";
import { toFragment } from "../workshop/share.ts";
import { COMPASS, type Compass, type Filter, filter, NO_FILTER, nextWish } from "./filter.ts";
import "../workshop/man.css";
import "../workshop/workshop.css";
import "./taikyoku.css";

export default function TaikyokuPage() {
  useTitle(t("navTaikyoku"));
  const list = useResource(() => getOnce<TaikyokuEntry[]>("/api/pieces/taikyoku"), [settings.language.value]);
  const [by, setBy] = useState<Filter>(NO_FILTER);
  const late = useLate(by, 120);
  const entries = list.value;
  const found = useMemo(() => filter(entries ?? [], late), [entries, late]);
  const chosen = entries?.find(({ id }) => String(id) === place.value.fragment) ?? null;
  const open = (id: number | null) => go(id === null ? "/taikyoku" : `/taikyoku#${id}`, { replace: true });
  return (
    <div class="page workshop">
      <WorkshopNav />
      <div>
        <h1>{t("taikyokuTitle")}</h1>
        <p class="muted">{t("taikyokuHint")}</p>
      </div>
      <Filters by={by} onChange={setBy} />
      {list.error && <Refused error={list.error} retry={list.retry} />}
      {!entries && !list.error && <Loading />}
      {entries && (
        <>
          <p role="status" class="muted">
            {found.length ? t("found", { n: found.length }) : t("none")}
          </p>
          <ul class="entries">
            {found.map((entry) => (
              <li key={entry.id}>
                <Card entry={entry} onOpen={() => open(entry.id)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Dialog open={chosen !== null} title={chosen ? named(chosen) : ""} onClose={() => open(null)} wide>
        {chosen && <Detail entry={chosen} entries={entries ?? []} onOpen={open} />}
      </Dialog>
    </div>
  );
}

function Filters({ by, onChange }: { by: Filter; onChange: (by: Filter) => void }) {
  const change = (some: Partial<Filter>) => onChange({ ...by, ...some });
  // On a phone the first pieces come before the finer filters.
  const isWide = useMemo(() => matchMedia("(min-width: 721px)").matches, []);
  return (
    <div class="card entry-filters">
      <div class="stack">
        <Field label={t("search")}>
          {(id) => (
            <input
              id={id}
              type="search"
              value={by.text}
              onInput={(event) => change({ text: event.currentTarget.value })}
            />
          )}
        </Field>
        <Choice
          label={t("side")}
          value={by.side}
          onChoose={(side) => change({ side })}
          choices={(["all", "front", "back"] as const).map((value) => ({ value, label: t(`side-${value}`) }))}
        />
      </div>
      <details class="entry-more" open={isWide}>
        <summary>{t("byMoves")}</summary>
        <div class="row filter-row">
          <Rose by={by} onChange={onChange} />
          <div>
            <Switch label={t("disputed")} value={by.disputed} onChange={(disputed) => change({ disputed })} />
            <Switch label={t("leaps")} value={by.leaps} onChange={(leaps) => change({ leaps })} />
            <Button look="quiet" onClick={() => onChange(NO_FILTER)} disabled={by === NO_FILTER}>
              {t("reset")}
            </Button>
          </div>
        </div>
      </details>
    </div>
  );
}

/** Eight directions around a man; each click says more about what the piece does there. */
function Rose({ by, onChange }: { by: Filter; onChange: (by: Filter) => void }) {
  const step = (direction: Compass) => {
    const { [direction]: wish, ...others } = by.wishes;
    const next = nextWish(wish);
    onChange({ ...by, wishes: next ? { ...others, [direction]: next } : others });
  };
  const square = (direction: Compass) => {
    const wish = by.wishes[direction];
    return (
      <button
        type="button"
        key={direction}
        class={`${direction} ${wish ?? "any"}`}
        aria-label={`${t(direction)}: ${t(`wish-${wish ?? "any"}`)}`}
        onClick={() => step(direction)}
      />
    );
  };
  return (
    <fieldset class="rose">
      <legend class="hidden-text">{t("byMoves")}</legend>
      <div>
        {COMPASS.slice(0, 4).map(square)}
        <span>
          <ManPicture kanji="駒" />
        </span>
        {COMPASS.slice(4).map(square)}
      </div>
      <p class="hint">{t("byMovesHint")}</p>
    </fieldset>
  );
}

function Card({ entry, onOpen }: { entry: TaikyokuEntry; onOpen: () => void }) {
  return (
    <button type="button" class="entry" onClick={onOpen}>
      <span class="paper">
        <img src={diagram(entry.id)} alt="" loading="lazy" width="150" height="150" />
      </span>
      <span class="entry-name">
        <strong>{named(entry)}</strong>
        <span class={entry.isPromoted ? "kanji back" : "kanji"}>{entry.nameJa}</span>
      </span>
      {entry.readings.length > 0 && <span class="badge">{t("isDisputed")}</span>}
    </button>
  );
}

interface DetailProps {
  entry: TaikyokuEntry;
  entries: readonly TaikyokuEntry[];
  onOpen: (id: number) => void;
}

function Detail({ entry, entries, onOpen }: DetailProps) {
  const back = entries.find(({ id }) => id === entry.promotesTo);
  const fronts = entry.isPromoted ? entries.filter(({ promotesTo }) => promotesTo === entry.id) : [];
  const link = (other: TaikyokuEntry) => (
    <Button key={other.id} look="quiet" onClick={() => onOpen(other.id)}>
      {`${named(other)} ${other.kanji}`}
    </Button>
  );
  const words = { text: entry.betza ?? "", as: "betza", dialect: "strict" } as const;
  const names = { name: entry.name, nameJa: entry.nameJa, kanji: [...entry.kanji].slice(0, 2).join("") };
  return (
    <div class="detail">
      <span class="paper">
        <img src={diagram(entry.id)} alt={t("diagramOf", { name: named(entry) })} width="320" height="320" />
      </span>
      <div class="stack">
        <p class="kanji large">{entry.nameJa}</p>
        {entry.words && <p>{entry.words}</p>}
        <dl class="detail-facts">
          {entry.betza && (
            <div>
              <dt>Betza</dt>
              <dd>
                <code>{entry.betza}</code>
              </dd>
            </div>
          )}
          <div>
            <dt>{t("value")}</dt>
            <dd>{entry.value}</dd>
          </div>
          {back && (
            <div>
              <dt>{t("promotes")}</dt>
              <dd>{link(back)}</dd>
            </div>
          )}
          {fronts.length > 0 && (
            <div>
              <dt>{t("promotedFrom")}</dt>
              <dd>{fronts.map(link)}</dd>
            </div>
          )}
        </dl>
        {entry.betza && (
          <div class="row">
            <Button look="primary" href={`/workshop#${toFragment({ ...words, ...names })}`}>
              {t("openInWorkshop")}
            </Button>
          </div>
        )}
      </div>
      {entry.readings.length > 0 && (
        <section class="readings" aria-label={t("readings")}>
          <h3>{t("readings")}</h3>
          <ul>
            {entry.readings.map((reading) => (
              <li key={reading.name}>
                <span class="paper">
                  <img
                    src={diagram(entry.id, reading.name)}
                    alt={t("diagramOf", { name: reading.name })}
                    loading="lazy"
                    width="180"
                    height="180"
                  />
                </span>
                <div>
                  <strong>{reading.source || reading.name}</strong>
                  <p>{reading.note}</p>
                  {reading.betza && <code>{reading.betza}</code>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function diagram(id: number, reading?: string): string {
  const query = new URLSearchParams({ lang: settings.language.value, ...(reading && { reading }) });
  return `/api/pieces/taikyoku/${id}.svg?${query}`;
}
