/** The list of games, part by part. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { SummaryView } from "../app/api-types.ts";
import { named, shapeName } from "../app/i18n.ts";
import { useShapes, useVariant, useVariants } from "../app/resource.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { endingWords, handicapWords, resultWords, winnerWords } from "../kifu/views/words.ts";
import { listGames } from "./calls.ts";
import { t } from "./messages.ts";
import { countFilters, type Filters } from "./search.ts";

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
}

export function Games({ filters, turn, onFiles, onSort }: Props) {
  const key = JSON.stringify([filters, turn]);
  const [state, setState] = useState<(State & { key: string }) | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(false);
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
  useEffect(() => void load(null), [key]);
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
      <GameTable records={state.records} sort={filters.sort} onSort={onSort} />
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
}

/** Games, each a link to its record, at the ply that was looked for. */
export function GameTable({ records, sort = "", onSort }: TableProps) {
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
            {onSort ? <DateHead sort={sort} onSort={onSort} /> : <th>{t("date")}</th>}
            <th>{t("players")}</th>
            <th>{t("event")}</th>
            <th class="number">{t("moves")}</th>
            <th>{t("winner")}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((game) => (
            <Row key={`${game.id} ${game.ply ?? ""}`} game={game} kind={kindOf(game.variant)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The heading that turns the order of dates round. */
function DateHead({ sort, onSort }: Required<Pick<TableProps, "sort" | "onSort">>) {
  const order = sort === "" || sort === "newest" ? "descending" : sort === "oldest" ? "ascending" : "none";
  const next = order === "descending" ? "oldest" : "";
  return (
    <th aria-sort={order}>
      <button type="button" class="sorts" title={t(next || "newest")} onClick={() => onSort(next)}>
        {t("date")} <span aria-hidden="true">{{ descending: "▼", ascending: "▲", none: "↕" }[order]}</span>
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

function Row({ game, kind }: { game: SummaryView; kind: string }) {
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
      <span aria-hidden="true">{side === "sente" ? "☗" : "☖"}</span> {game[side] || t("noName")}
    </span>
  );
  return (
    <tr>
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
