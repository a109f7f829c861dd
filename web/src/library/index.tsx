/** The library: all stored games, by who played them or by what stood on the board. */
import { useEffect, useState } from "preact/hooks";
import { go, place } from "../app/router.ts";
import { useTitle } from "../app/title.ts";
import { Button } from "../app/widgets.tsx";
import { Export } from "./export.tsx";
import { FilterForm } from "./filters.tsx";
import { Games } from "./games.tsx";
import { Import } from "./import.tsx";
import { importer } from "./importing.ts";
import { t } from "./messages.ts";
import { PositionSearch } from "./position.tsx";
import { type Filters, parseSearch, type Search, writeSearch } from "./search.ts";
import "../kifu/shared.css";
import "./library.css";

export default function Page() {
  useTitle(t("title"));
  const search = parseSearch(place.value.query.toString());
  const isAsked = place.value.query.has("import");
  const [dialog, setDialog] = useState<"import" | "export" | null>(isAsked ? "import" : null);
  const [dropped, setDropped] = useState<File[] | null>(null);
  const [turn, setTurn] = useState(0);
  // The bar of what goes on leads here.
  useEffect(() => {
    if (isAsked) setDialog("import");
  }, [isAsked]);
  // What has come in is shown when all of it has.
  const isRunning = importer.isRunning.value;
  useEffect(() => setTurn((turn) => turn + 1), [isRunning]);
  const show = (next: Search, replace = false) => {
    const query = writeSearch(next);
    go(query ? `/library?${query}` : "/library", { replace });
  };
  const setFilters = (filters: Filters) => {
    const position = search.position && { ...search.position, variant: filters.variant || search.position.variant };
    const isOther = position && position.variant !== search.position?.variant;
    show({ filters, position: isOther ? { variant: position.variant, sfen: null, moves: [] } : position });
  };
  const isPosition = search.position !== null;
  return (
    <div class="page library">
      <header class="row">
        <h1>{t("title")}</h1>
        <span class="grow" />
        <Button onClick={() => setDialog("export")}>{t("export")}</Button>
        <Button look="primary" onClick={() => setDialog("import")}>
          {t("import")}
        </Button>
      </header>
      <nav class="views" aria-label={t("title")}>
        <a href={address({ ...search, position: null })} aria-current={isPosition ? undefined : "page"}>
          {t("games")}
        </a>
        <a
          href={address({
            ...search,
            position: search.position ?? { variant: search.filters.variant || "shogi", sfen: null, moves: [] },
          })}
          aria-current={isPosition ? "page" : undefined}
        >
          {t("position")}
        </a>
      </nav>
      <FilterForm filters={search.filters} isPosition={isPosition} onChange={setFilters} />
      {search.position ? (
        <PositionSearch
          position={search.position}
          filters={search.filters}
          turn={turn}
          onGo={(position, replace) => show({ ...search, position }, replace)}
        />
      ) : (
        <Games
          filters={search.filters}
          turn={turn}
          onSort={(sort) => setFilters({ ...search.filters, sort })}
          onDone={() => setTurn((turn) => turn + 1)}
          onFiles={(files) => {
            setDropped(files);
            setDialog("import");
          }}
        />
      )}
      {dialog === "import" && (
        <Import
          files={dropped}
          onClose={() => {
            setDialog(null);
            setDropped(null);
            if (isAsked) show(search, true);
            setTurn(turn + 1);
          }}
        />
      )}
      {dialog === "export" && <Export filters={search.filters} onClose={() => setDialog(null)} />}
    </div>
  );
}

function address(search: Search): string {
  const query = writeSearch(search);
  return query ? `/library?${query}` : "/library";
}
