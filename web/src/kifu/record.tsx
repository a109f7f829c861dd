/** The player's page: a record of the library, one opened in this tab, or one that the address carries. */
import { useEffect } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { useResource } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { useTitle } from "../app/title.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { importRecord, storedRecord } from "./calls.ts";
import { t } from "./messages.ts";
import { goTo } from "./model/cursor.ts";
import { unpack } from "./model/share.ts";
import { handOver, open, reopen, takeOver } from "./opened.ts";
import { Session } from "./session.ts";
import { Player } from "./views/player.tsx";
import { titleOf } from "./views/words.ts";

export default function Page({ id }: { id: string }) {
  const { fragment, query } = place.value;
  const loaded = useResource(async (signal) => ({ id, session: await load(id, fragment, signal) }), [id, fragment]);
  // What the page before this one showed is not ours.
  const isHere = loaded.value?.id === id;
  const opened = isHere ? (loaded.value?.session ?? null) : null;
  useTitle(opened ? titleOf(opened.record.value) : t("title"));
  // A saved record has an address of its own, so that a reload shows what was saved.
  const stored = opened?.id.value;
  useEffect(() => {
    if (!opened || !stored || stored === id) return;
    handOver(opened);
    go(`/kifu/${stored}`, { replace: true });
  }, [opened, stored, id]);
  if (loaded.error) {
    return (
      <div class="page narrow">
        <Refused error={loaded.error} retry={loaded.retry} />
        <Button href="/kifu">{t("toImport")}</Button>
      </div>
    );
  }
  if (loaded.loading || !isHere) return <Loading />;
  if (!opened) {
    return (
      <div class="page narrow">
        <h1>{t("nothingOpen")}</h1>
        <Button look="primary" href="/kifu">
          {t("toImport")}
        </Button>
      </div>
    );
  }
  return <Player key={id} session={opened} analyse={query.has("analyse")} />;
}

/** A stored record, one in the address, or the one that was opened last. */
export async function load(id: string, fragment: string, signal: AbortSignal): Promise<Session | null> {
  if (id !== "view") {
    const saved = takeOver(id);
    if (saved) return saved;
    const session = Session.of(await storedRecord(id, signal), { id });
    const ply = Number(new URLSearchParams(fragment).get("ply"));
    if (ply > 0) session.go((cursor) => goTo(cursor, ply));
    return session;
  }
  const shared = await unpack(fragment).catch(() => {
    throw new ApiError(0, "SHARED_GAME", t("shareBroken"));
  });
  if (!shared) return reopen();
  const session = open(await importRecord(shared.text, { signal }), { text: shared.text });
  session.go((cursor) => goTo(cursor, shared.ply));
  return session;
}
