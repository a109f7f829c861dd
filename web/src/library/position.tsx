/** Games by what stood on the board: the position, what was played next, how it ended. */

import { useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { MoveStatistics, PositionStatistics } from "../app/api-types.ts";
import { Board, type BoardElement } from "../app/board.tsx";
import { notated } from "../app/i18n.ts";
import { useResource, useVariant } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { explainMove } from "../kifu/calls.ts";
import { findPosition, legalMoves } from "./calls.ts";
import { GameTable } from "./games.tsx";
import { t } from "./messages.ts";
import { bar, type Filters, type PositionQuery } from "./search.ts";

interface Props {
  position: PositionQuery;
  filters: Filters;
  turn: number;
  onGo: (position: PositionQuery, replace?: boolean) => void;
}

export function PositionSearch({ position, filters, turn, onGo }: Props) {
  const key = JSON.stringify([position, filters, turn]);
  const variant = useVariant(position.variant);
  const legal = useResource(
    (signal) => legalMoves(position, signal),
    [JSON.stringify(position), settings.language.value],
  );
  const found = useResource((signal) => findPosition(position, filters, signal), [key]);
  const [flipped, setFlipped] = useState(false);
  const play = (usi: string) => onGo({ ...position, moves: [...position.moves, usi] });
  const refused = async ({ usi }: { usi: string }, board: BoardElement) => {
    const why = usi ? await explainMove({ ...position }, usi).catch(() => null) : null;
    if (why) board.refuse(why.message, why.squares);
  };
  const error = variant.error ?? legal.error;
  if (error instanceof ApiError) return <Refused error={error} retry={legal.retry} />;
  return (
    <div class="position-search">
      <section class="position-board">
        {variant.value && legal.value ? (
          <Board
            variant={variant.value}
            sfen={legal.value.sfen}
            moves={legal.value.moves}
            captures={legal.value.captures}
            lastMove={legal.value.lastMove?.usi ?? null}
            checked={legal.value.checked}
            side="both"
            flipped={flipped}
            onMove={play}
            onRefused={refused}
            about={{ variant: variant.value, slug: position.variant }}
            label={t("position")}
          />
        ) : (
          <Loading />
        )}
        <p class="line">{legal.value?.played.map(notated).join(" ")}</p>
        <div class="row">
          <Button
            disabled={position.moves.length === 0}
            onClick={() => onGo({ ...position, moves: position.moves.slice(0, -1) })}
          >
            ← {t("back")}
          </Button>
          <Button
            disabled={position.moves.length === 0 && !position.sfen}
            onClick={() => onGo({ ...position, sfen: null, moves: [] })}
          >
            {t("start")}
          </Button>
          <Button onClick={() => setFlipped(!flipped)}>{t("flip")}</Button>
          <Button
            look="quiet"
            href={`/editor/${position.variant}${legal.value ? `?sfen=${encodeURIComponent(legal.value.sfen)}` : ""}`}
          >
            {t("editor")}
          </Button>
        </div>
        <p class="hint">{t("boardHint")}</p>
      </section>
      <section class="stack" aria-live="polite" aria-busy={found.loading}>
        {found.error && <Refused error={found.error} retry={found.retry} />}
        {!found.value && !found.error && <Loading />}
        {found.value && <Answer found={found.value} onPlay={play} />}
      </section>
    </div>
  );
}

function Answer({ found, onPlay }: { found: PositionStatistics; onPlay: (usi: string) => void }) {
  return (
    <>
      <header>
        <h2>{found.total === 1 ? t("reachedOne") : t("reached", { n: found.total.toLocaleString() })}</h2>
        <Bar {...found} />
      </header>
      {found.moves.length > 0 ? (
        <table class="next-moves">
          <thead>
            <tr>
              <th>{t("nextMoves")}</th>
              <th class="number">{t("count")}</th>
              <th>{t("results")}</th>
            </tr>
          </thead>
          <tbody>
            {found.moves.map((move) => (
              <Next key={move.usi} move={move} total={found.total} onPlay={() => onPlay(move.usi)} />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="muted">{t("noNext")}</p>
      )}
      {found.records.length > 0 && (
        <>
          <h2>{t("withPosition")}</h2>
          <GameTable records={found.records} />
        </>
      )}
    </>
  );
}

function Next({ move, total, onPlay }: { move: MoveStatistics; total: number; onPlay: () => void }) {
  const share = total > 0 ? Math.round((move.count / total) * 100) : 0;
  return (
    <tr>
      <td>
        <button type="button" class="jump" onClick={onPlay}>
          {notated(move)}
        </button>
      </td>
      <td class="number">
        {move.count.toLocaleString()} <span class="muted">{share}%</span>
      </td>
      <td>
        <Bar {...move} />
      </td>
    </tr>
  );
}

/** Sente's wins from the left, gote's from the right, draws between. */
function Bar({ sente, gote, draws }: { sente: number; gote: number; draws: number }) {
  const [a, b, d] = bar(sente, gote, draws);
  if (a + b + d === 0) return null;
  const words = t("bar", { a, b, d });
  return (
    <div class="bar" role="img" aria-label={words} title={words}>
      <span class="sente" style={{ width: `${a}%` }}>
        {a >= 15 ? `${a}%` : ""}
      </span>
      <span class="draws" style={{ width: `${d}%` }} />
      <span class="gote" style={{ width: `${b}%` }}>
        {b >= 15 ? `${b}%` : ""}
      </span>
    </div>
  );
}
