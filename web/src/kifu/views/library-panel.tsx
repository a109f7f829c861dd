/** What the library knows of the position on the board: what was played next, how it ended, which games. */
import { useSignalEffect } from "@preact/signals";
import { useState } from "preact/hooks";
import { ApiError } from "../../app/api.ts";
import type { PositionStatistics } from "../../app/api-types.ts";
import { Button, Loading, Refused } from "../../app/widgets.tsx";
import { Answer } from "../../library/answer.tsx";
import { findPosition } from "../../library/calls.ts";
import { ANY, writeSearch } from "../../library/search.ts";
import { t } from "../messages.ts";
import type { Session } from "../session.ts";
import { positionQuery } from "./actions.tsx";
import { playHere } from "./board-pane.tsx";
import "../../library/library.css";

/** How long a reader must rest on a position before the library is asked. */
const REST = 250;

export function LibraryPanel({ session }: { session: Session }) {
  const [found, setFound] = useState<PositionStatistics | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, setTurn] = useState(0);
  useSignalEffect(() => {
    session.node.value;
    if (session.playing.value) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findPosition(positionQuery(session), ANY, stop.signal).then(
        (answer) => {
          setFound(answer);
          setError(null);
        },
        (cause) => {
          if (cause instanceof ApiError && !stop.signal.aborted) setError(cause);
        },
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
  if (error) {
    return (
      <Refused
        error={error}
        retry={() => {
          setError(null);
          setTurn(turn + 1);
        }}
      />
    );
  }
  if (!found) return <Loading />;
  return (
    <section class="library-panel stack" aria-label={t("inLibraryHint")} aria-live="polite">
      <Answer found={found} onPlay={(usi) => void playHere(session, usi)} />
      <div class="row">
        <Button look="quiet" href={`/library?${writeSearch({ filters: ANY, position: positionQuery(session) })}`}>
          {t("openSearch")}
        </Button>
      </div>
    </section>
  );
}
