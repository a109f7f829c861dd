/** Games by what stood on the board: the position, what was played next, how it ended. */

import { useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { Board, type BoardElement } from "../app/board.tsx";
import { notated } from "../app/i18n.ts";
import { useResource, useVariant } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { explainMove } from "../kifu/calls.ts";
import { Answer } from "./answer.tsx";
import { findPosition, legalMoves } from "./calls.ts";
import { t } from "./messages.ts";
import type { Filters, PositionQuery } from "./search.ts";

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
