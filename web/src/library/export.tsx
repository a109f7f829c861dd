/** The games found, as files in one archive. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import { useResource } from "../app/resource.ts";
import { Button, Choice, Dialog } from "../app/widgets.tsx";
import { cannotHold, FORMATS, type Format, type Written } from "../kifu/calls.ts";
import { bytesOf } from "../kifu/opened.ts";
import { saveAs } from "../kifu/views/download.tsx";
import { listGames } from "./calls.ts";
import { total } from "./games.tsx";
import { t } from "./messages.ts";
import type { Filters } from "./search.ts";
import { type ZipEntry, zip } from "./zip.ts";

/** More in one go would keep the browser busy for minutes. */
const MOST = 2000;

/** A game in a format; nothing where the format has no place for it. */
async function write(id: string, to: Format, signal: AbortSignal): Promise<Written | null> {
  try {
    return await api.post("/api/kifu/convert", { id, to }, { signal });
  } catch (error) {
    if (cannotHold(error)) return null;
    throw error;
  }
}

export function Export({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const [format, setFormat] = useState<Format>("kif");
  const [done, setDone] = useState<{ n: number; all: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [left, setLeft] = useState(0);
  const found = useResource((signal) => listGames(filters, null, 1, signal), [JSON.stringify(filters)]);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const count = found.value?.total ?? 0;
  const run = async () => {
    const control = new AbortController();
    stop.current = control;
    setError(null);
    setLeft(0);
    try {
      const entries: ZipEntry[] = [];
      let lost = 0;
      const all = Math.min(count, MOST);
      setDone({ n: 0, all });
      for (let cursor: string | null = null; entries.length + lost < all; ) {
        const part = await listGames(filters, cursor, 100, control.signal);
        for (const { id } of part.records.slice(0, all - entries.length - lost)) {
          const written = await write(id, format, control.signal);
          if (written) entries.push({ name: written.fileName || `${id}.${format}`, bytes: bytesOf(written.base64) });
          else lost += 1;
          setDone({ n: entries.length + lost, all });
        }
        cursor = part.next ?? null;
        if (!cursor) break;
      }
      setLeft(lost);
      if (entries.length) saveAs(new Blob([zip(entries)], { type: "application/zip" }), `koma-${format}.zip`);
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
        choices={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        onChoose={(next) => {
          setFormat(next);
          setLeft(0);
        }}
      />
      {done && (
        <div class="library stack">
          <progress aria-label={t("export")} max={done.all} value={done.n} />
          <p role="status">{t("progress", done)}</p>
        </div>
      )}
      {left > 0 && (
        <p class="wrong" role="alert">
          {t("exportLeft", { n: left, format: format.toUpperCase() })}
        </p>
      )}
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
