/** Many files into the library. What goes on is `importer`'s: the dialog only shows it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../app/i18n.ts";
import { Button, Dialog } from "../app/widgets.tsx";
import { importer } from "./importing.ts";
import { t } from "./messages.ts";

interface Props {
  /** Files that were dropped: read at once. */
  files?: File[] | null;
  onClose: () => void;
}

/** More failures than this are counted only. */
const SHOWN = 50;

export function Import({ files, onClose }: Props) {
  useEffect(() => {
    if (files) void importer.add(files);
  }, [files]);
  const { all, state } = importer.progress.value;
  return (
    <Dialog open title={t("import")} onClose={onClose}>
      <p>{t("importLead")}</p>
      <div class="row">
        <Pick label={t("pickFiles")} onPick={(picked) => void importer.add(picked)} />
        <Pick label={t("pickFolder")} folder onPick={(picked) => void importer.add(picked, true)} />
      </div>
      {(all > 0 || state === "running") && <Report />}
    </Dialog>
  );
}

function Report() {
  const { all, done, added, known, skipped, failed, state } = importer.progress.value;
  return (
    <div class="library stack">
      <progress aria-label={t("import")} max={Math.max(1, all)} value={done} />
      <p role="status">
        {t("progress", { n: done, all })}
        {state === "done" && ` · ${t("importDone")}`}
        {state === "stopped" && ` · ${t("importStopped")}`}
        <br />
        {t("stored", { n: added, same: known, bad: failed.length })}
        {skipped > 0 && ` · ${t("skipped", { n: skipped })}`}
      </p>
      {state === "running" && <Stop />}
      {failed.length > 0 && (
        <ul class="findings">
          {failed.slice(0, SHOWN).map(({ name, why }) => (
            <li key={name} class="error">
              <strong>{name}</strong>
              <span>{sentence(why)}</span>
            </li>
          ))}
          {failed.length > SHOWN && <li>{t("moreFailed", { n: failed.length - SHOWN })}</li>}
        </ul>
      )}
    </div>
  );
}

/** Asks before it stops. */
function Stop() {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <div class="row">
        <span class="muted grow">{t("goesOn")}</span>
        <Button onClick={() => setAsking(true)}>{t("stop")}</Button>
      </div>
    );
  }
  return (
    <div class="row" role="alert">
      <span class="grow">{t("stopSure")}</span>
      <Button look="danger" onClick={() => importer.stop()}>
        {t("stopNow")}
      </Button>
      <Button onClick={() => setAsking(false)}>{t("keepGoing")}</Button>
    </div>
  );
}

function Pick({ label, folder, onPick }: { label: string; folder?: boolean; onPick: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (folder) input.current?.setAttribute("webkitdirectory", "");
  }, [folder]);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
