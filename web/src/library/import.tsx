/** Many files into the library, with progress. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button, Dialog } from "../app/widgets.tsx";
import { mayBeRecord } from "../kifu/model/files.ts";
import { Pile } from "../kifu/reading.ts";
import { t } from "./messages.ts";

interface Props {
  /** Files that were dropped: read at once. */
  files?: File[] | null;
  onClose: () => void;
}

export function Import({ files, onClose }: Props) {
  const pile = useMemo(() => new Pile(), []);
  // Leaving stops what has not been sent.
  useEffect(() => () => pile.clear(), [pile]);
  const items = pile.items.value;
  const done = items.filter(({ state }) => state === "read" || state === "failed");
  const failed = items.filter(({ state }) => state === "failed");
  const read = (files: File[]) =>
    void pile.read(
      files.map((file) => ({ name: file.name, content: file })),
      t("tooLarge"),
      true,
    );
  useEffect(() => {
    if (files) read(files);
  }, [files]);
  const known = items.filter(({ saved }) => saved === "before").length;
  const stored = items.filter(({ saved }) => saved === "saved").length;
  return (
    <Dialog open title={t("import")} onClose={onClose}>
      <p>{t("importLead")}</p>
      <div class="row">
        <Pick label={t("pickFiles")} onPick={read} />
        <Pick label={t("pickFolder")} folder onPick={(files) => read(files.filter(({ name }) => mayBeRecord(name)))} />
      </div>
      {items.length > 0 && (
        <div class="library stack">
          <progress aria-label={t("import")} max={items.length} value={done.length} />
          <p role="status">
            {t("progress", { n: done.length, all: items.length })} ·{" "}
            {t("stored", { n: stored, same: known, bad: failed.length })}
          </p>
          {failed.length > 0 && (
            <ul class="findings">
              {failed.slice(0, 50).map((item) => (
                <li key={item.name} class="error">
                  <strong>{item.name}</strong>
                  <span>{item.error?.message}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
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
