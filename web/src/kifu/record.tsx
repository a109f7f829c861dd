/** The player's page: a record of the library, one opened in this tab, or one that the address carries. */
import { useEffect } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { useResource } from "../app/resource.ts";
import { place } from "../app/router.ts";
import { useTitle } from "../app/title.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { importRecord, storedRecord } from "./calls.ts";
import { t } from "./messages.ts";
import { goTo } from "./model/cursor.ts";
import { unpack } from "./model/share.ts";
import { open, reopen } from "./opened.ts";
import { Session } from "./session.ts";
import { Player } from "./views/player.tsx";
import { titleOf } from "./views/words.ts";

export default function Page({ id }: { id: string }) {
  const { fragment } = place.value;
  const session = useResource((signal) => load(id, fragment, signal), [id, fragment]);
  const title = session.value ? titleOf(session.value.record.value) : t("title");
  useTitle(title);
  const opened = session.value;
  // A saved record has an address of its own, so that a reload shows what was saved.
  const stored = opened?.id.value;
  useEffect(() => {
    if (stored && id === "view") history.replaceState(null, "", `/kifu/${stored}`);
  }, [stored, id]);
  if (session.error) {
    return (
      <div class="page narrow">
        <Refused error={session.error} retry={session.retry} />
        <Button href="/kifu">{t("toImport")}</Button>
      </div>
    );
  }
  if (session.loading) return <Loading />;
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
  return <Player key={id} session={opened} />;
}

async function load(id: string, fragment: string, signal: AbortSignal): Promise<Session | null> {
  if (id !== "view") {
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
