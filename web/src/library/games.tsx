/** The list of games, part by part. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { SummaryView } from "../app/api-types.ts";
import { named, shapeName } from "../app/i18n.ts";
import { useShapes, useVariant, useVariants } from "../app/resource.ts";
import { Button, Loading, Refused, SideMark } from "../app/widgets.tsx";
import { endingWords, handicapWords, resultWords, winnerWords } from "../kifu/views/words.ts";
import { listGames } from "./calls.ts";
import { t } from "./messages.ts";
import { countFilters, type Filters } from "./search.ts";
import { ChosenBar } from "./tags.tsx";

const PART = 50;

interface State {
  records: SummaryView[];
  next?: string | null;
  total: number;
}

interface Props {
  filters: Filters;
  turn: number;
  /** Files for a library that has none yet. */
  onFiles: (files: File[] | null) => void;
  onSort: (sort: Filters["sort"]) => void;
  /** Something was done with the games. */
  onDone: () => void;
}

export function Games({ filters, turn, onFiles, onSort, onDone }: Props) {
  const key = JSON.stringify([filters, turn]);
  const [state, setState] = useState<(State & { key: string }) | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const current = useRef(key);
  current.current = key;
  const load = async (before: State | null) => {
    setLoading(true);
    setError(null);
    try {
      const part = await listGames(filters, before?.next ?? null, PART);
      if (current.current === key) setState({ ...part, records: [...(before?.records ?? []), ...part.records], key });
    } catch (cause) {
      if (current.current === key)
        setError(cause instanceof ApiError ? cause : new ApiError(0, "FAILED", String(cause)));
    } finally {
      setLoading(false);
    }
  };
  // The key is all the list depends on.
  useEffect(() => {
    setChosen(new Set());
    void load(null);
  }, [key]);
  if (error) return <Refused error={error} retry={() => void load(state)} />;
  if (!state) return <Loading />;
  const isStale = state.key !== key;
  if (state.records.length === 0 && !isStale) {
    return countFilters(filters) > 0 ? <p class="nothing">{t("none")}</p> : <Empty onFiles={onFiles} />;
  }
  return (
    <section class="stack" aria-busy={loading}>
      <p class="muted" role="status">
        {total(state.total)}
      </p>
      {chosen.size > 0 && (
        <ChosenBar
          chosen={state.records.filter(({ id }) => chosen.has(id))}
          onClear={() => setChosen(new Set())}
          onDone={onDone}
        />
      )}
      <GameTable records={state.records} sort={filters.sort} onSort={onSort} chosen={chosen} onChoose={setChosen} />
      {state.next && !isStale && <More isLoading={loading} onMore={() => void load(state)} />}
    </section>
  );
}

/** A library without games: ways to fill it, and something to look at. */
function Empty({ onFiles }: Pick<Props, "onFiles">) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <section
      class={isOver ? "empty-library over" : "empty-library"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) onFiles(files);
      }}
    >
      <h2>{t("emptyTitle")}</h2>
      <p class="muted">{t("empty")}</p>
      <div class="row">
        <Button look="primary" onClick={() => onFiles(null)}>
          {t("emptyImport")}
        </Button>
        <Button href="/tsume?set=zukou">{t("emptyProblems")}</Button>
        <Button href="/">{t("emptyPlay")}</Button>
      </div>
    </section>
  );
}

/** Asks for the next part when its end comes into view, or when the button is pressed. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    if (isLoading || !box.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: "400px" },
    );
    seen.observe(box.current);
    return () => seen.disconnect();
  }, [isLoading]);
  return (
    <div ref={box} class="games-more">
      <Button busy={isLoading} onClick={onMore}>
        {t("more")}
      </Button>
    </div>
  );
}

export function total(count: number): string {
  return count === 1 ? t("one") : t("total", { n: count.toLocaleString() });
}

interface TableProps {
  records: readonly SummaryView[];
  /** How they are sorted, where that can be changed. */
  sort?: Filters["sort"];
  onSort?: (sort: Filters["sort"]) => void;
  /** Which are chosen, where they can be. */
  chosen?: ReadonlySet<string>;
  onChoose?: (chosen: ReadonlySet<string>) => void;
}

/** Games, each a link to its record, at the ply that was looked for. */
export function GameTable({ records, sort = "", onSort, chosen, onChoose }: TableProps) {
  const variants = useVariants().value;
  const kindOf = (slug: string) => {
    const known = variants?.find((variant) => variant.slug === slug);
    return known ? named(known) : slug;
  };
  return (
    <div class="games-box">
      <table class="games">
        <thead>
          <tr>
            {onChoose && (
              <th class="choice">
                <input
                  type="checkbox"
                  aria-label={t("chooseAll")}
                  checked={records.length > 0 && chosen?.size === records.length}
                  onChange={(event) =>
                    onChoose(new Set(event.currentTarget.checked ? records.map(({ id }) => id) : []))
                  }
                />
              </th>
            )}
            <SortHead name="date" high="newest" low="oldest" sort={sort || "newest"} onSort={onSort} />
            <th>{t("players")}</th>
            <th>{t("event")}</th>
            <SortHead name="moves" high="longest" low="shortest" sort={sort} onSort={onSort} isNumber />
            <th>{t("winner")}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((game) => (
            <Row
              key={`${game.id} ${game.ply ?? ""}`}
              game={game}
              kind={kindOf(game.variant)}
              isChosen={chosen?.has(game.id)}
              onChoose={
                onChoose &&
                ((isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(game.id);
                  else next.delete(game.id);
                  onChoose(next);
                })
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Order = "newest" | "oldest" | "longest" | "shortest";

interface SortHeadProps {
  name: "date" | "moves";
  /** The order with the greatest first, which the first press chooses, and the other one. */
  high: Order;
  low: Order;
  sort: string;
  onSort?: (sort: Filters["sort"]) => void;
  isNumber?: boolean;
}

/** A heading that sorts; pressed again, it turns the order round. */
function SortHead({ name, high, low, sort, onSort, isNumber = false }: SortHeadProps) {
  const look = isNumber ? "number" : undefined;
  if (!onSort) return <th class={look}>{t(name)}</th>;
  const order = sort === high ? "descending" : sort === low ? "ascending" : "none";
  const next = order === "descending" ? low : high;
  return (
    <th aria-sort={order} class={look}>
      <button type="button" class="sorts" title={t(next)} onClick={() => onSort(next === "newest" ? "" : next)}>
        {t(name)} <span aria-hidden="true">{{ descending: "▼", ascending: "▲", none: "↕" }[order]}</span>
      </button>
    </th>
  );
}

/** The openings of a game; its castles where there is none. */
function Shapes({ shapes }: { shapes: SummaryView["shapes"] }) {
  const known = useShapes().value ?? [];
  const all = (shapes ?? []).flatMap(({ id }) => known.find((one) => one.id === id) ?? []);
  const openings = all.filter(({ kind }) => kind !== "castle");
  const names = new Set((openings.length > 0 ? openings : all).map(shapeName));
  return (
    <>
      {[...names].slice(0, 4).map((name) => (
        <span key={name} class="chip">
          {name}
        </span>
      ))}
    </>
  );
}

function Handicap({ name, variant }: { name: string; variant: string }) {
  const words = handicapWords(name, useVariant(variant).value) ?? name;
  return <span class="chip">{name === "その他" ? words : t("handicapIs", { name: words })}</span>;
}

interface RowProps {
  game: SummaryView;
  kind: string;
  isChosen?: boolean;
  onChoose?: (isChosen: boolean) => void;
}

function Row({ game, kind, isChosen = false, onChoose }: RowProps) {
  const href = `/kifu/${encodeURIComponent(game.id)}${game.ply ? `#ply=${game.ply}` : ""}`;
  // 白星 and 黒星, as results are printed; nothing where nobody won.
  const star = (side: "sente" | "gote") =>
    (game.winner === "sente" || game.winner === "gote") && (
      <span class="star" title={t(game.winner === side ? "won" : "lost")}>
        <span class="hidden-text">{t(game.winner === side ? "won" : "lost")}</span>
      </span>
    );
  const name = (side: "sente" | "gote") => (
    <span class={game.winner === side ? "won" : ""}>
      {star(side)}
      <SideMark side={side} /> {game[side] || t("noName")}
    </span>
  );
  return (
    <tr class={isChosen ? "chosen" : undefined}>
      {onChoose && (
        <td class="choice">
          <input
            type="checkbox"
            aria-label={t("chooseGame")}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        </td>
      )}
      <td class="date">{game.date?.slice(0, 10) ?? ""}</td>
      <td class="players">
        <a href={href}>
          {name("sente")} {name("gote")}
        </a>
      </td>
      <td class="event">
        {game.event} {game.variant !== "shogi" && <span class="chip">{kind}</span>}
        {game.handicap && game.handicap !== "平手" && <Handicap name={game.handicap} variant={game.variant} />}
        <Shapes shapes={game.shapes} />
        {game.tags?.map((tag) => (
          <a key={tag} class="chip tag" href={`/library?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        ))}
      </td>
      <td class="number">
        <span class="unit">{t("movesN", { n: game.moves })}</span>
        {game.ply != null && <span class="muted"> ({t("atPly", { n: game.ply })})</span>}
      </td>
      <td class="result" title={resultWords(game)}>
        {endingWords(game.termination) ?? winnerWords(game.winner ?? null) ?? ""}
      </td>
    </tr>
  );
}
