// A record inside a page of another site: its board and moves, and the way to Koma. Nothing here can be saved or sent.
import { useMemo } from "preact/hooks";
import { useResource } from "../app/resource.ts";
import { place } from "../app/router.ts";
import { useTitle } from "../app/title.ts";
import { Loading, Refused } from "../app/widgets.tsx";
import { Analyst } from "./analyst.ts";
import { t } from "./messages.ts";
import { load } from "./record.tsx";
import type { Session } from "./session.ts";
import { BoardPane } from "./views/board-pane.tsx";
import { Comment } from "./views/comment.tsx";
import { Controls } from "./views/controls.tsx";
import { MoveList } from "./views/move-list.tsx";
import { useAutoplay, useReadingKeys } from "./views/player.tsx";
import { titleOf } from "./views/words.ts";
import "./kifu.css";
import "./shared.css";
import "./embed.css";

/** `/embed/kifu/ID`, or `/embed/kifu/view#g=…` for a record that is in the address itself. */
export default function EmbeddedRecord({ id }: { id: string }) {
  const { fragment } = place.value;
  const loaded = useResource((signal) => load(id, fragment, signal), [id, fragment]);
  useTitle(loaded.value ? titleOf(loaded.value.record.value) : t("title"));
  if (loaded.error) return <Refused error={loaded.error} retry={loaded.retry} />;
  if (loaded.loading) return <Loading />;
  if (!loaded.value) return <p class="nothing-shown">{t("nothingOpen")}</p>;
  return <Shown session={loaded.value} address={`/kifu/${id}${fragment ? `#${fragment}` : ""}`} />;
}

const NONE: never[] = [];

function Shown({ session, address }: { session: Session; address: string }) {
  const analyst = useMemo(() => new Analyst(session), [session]);
  // As embed.css has it: the moves beside the board.
  const isWide = useMemo(() => matchMedia("(min-width: 561px)").matches, []);
  useAutoplay(session);
  useReadingKeys(session);
  return (
    <div class="embedded">
      <section class="player-board" aria-label={t("position")}>
        <BoardPane session={session} arrows={NONE} hasHandsBeside={isWide} />
        <Controls session={session} />
      </section>
      <aside class="embedded-side">
        <h1>
          <a href={address} target="_blank" rel="noopener">
            {titleOf(session.record.value)}
          </a>
        </h1>
        <Comment session={session} hasMark={(node) => analyst.hasMark(node)} isRead />
        <MoveList session={session} analyst={analyst} />
      </aside>
    </div>
  );
}
