/** The games found, as files in one archive. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import { useResource } from "../app/resource.ts";
import { Button, Choice, Dialog } from "../app/widgets.tsx";
import type { Written } from "../kifu/calls.ts";
import { bytesOf } from "../kifu/opened.ts";
import { saveAs } from "../kifu/views/download.tsx";
import { listGames } from "./calls.ts";
import { total } from "./games.tsx";
import { t } from "./messages.ts";
import type { Filters } from "./search.ts";
import { type ZipEntry, zip } from "./zip.ts";

/** More in one go would keep the browser busy for minutes. */
const MOST = 2000;

export function Export({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const [format, setFormat] = useState<"kif" | "ki2" | "csa" | "usi" | "jkf">("kif");
  const [done, setDone] = useState<{ n: number; all: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const found = useResource((signal) => listGames(filters, null, 1, signal), [JSON.stringify(filters)]);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const count = found.value?.total ?? 0;
  const run = async () => {
    const control = new AbortController();
    stop.current = control;
    setError(null);
    try {
      const entries: ZipEntry[] = [];
      const all = Math.min(count, MOST);
      setDone({ n: 0, all });
      for (let cursor: string | null = null; entries.length < all; ) {
        const part = await listGames(filters, cursor, 100, control.signal);
        for (const { id } of part.records.slice(0, all - entries.length)) {
          const written: Written = await api.post("/api/kifu/convert", { id, to: format }, { signal: control.signal });
          entries.push({ name: written.fileName || `${id}.${format}`, bytes: bytesOf(written.base64) });
          setDone({ n: entries.length, all });
        }
        cursor = part.next ?? null;
        if (!cursor) break;
      }
      saveAs(new Blob([zip(entries)], { type: "application/zip" }), `koma-${format}.zip`);
    } catch (cause) {
      if (!control.signal.aborted) setError(cause instanceof ApiError ? cause.message : String(cause));
    }
    setDone(null);
  };
  return (
    <Dialog
      open
      title={t("export")}
      onClose={onClose}
      foot={
        done ? (
          <Button onClick={() => stop.current?.abort()}>{t("stop")}</Button>
        ) : (
          <Button look="primary" disabled={count === 0} onClick={run}>
            {t("export")}
          </Button>
        )
      }
    >
      <p>{count === 0 ? total(0) : t("exportLead", { n: Math.min(count, MOST).toLocaleString() })}</p>
      {count > MOST && <p class="hint">{t("exportMany", { n: MOST })}</p>}
      <Choice
        label={t("format")}
        value={format}
        choices={(["kif", "ki2", "csa", "usi", "jkf"] as const).map((value) => ({ value, label: value.toUpperCase() }))}
        onChoose={setFormat}
      />
      {done && (
        <div class="library stack">
          <progress aria-label={t("export")} max={done.all} value={done.n} />
          <p role="status">{t("progress", done)}</p>
        </div>
      )}
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
