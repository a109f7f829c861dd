/** The page that reads records: paste, pick, drop; a preview; then the player. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Finding } from "../app/api.ts";
import { go } from "../app/router.ts";
import { useTitle } from "../app/title.ts";
import { Button, Field } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import { type Entry, filesOf, mayBeRecord } from "./model/files.ts";
import { open } from "./opened.ts";
import { type Item, Pile, sourceOf } from "./reading.ts";
import { FileTable } from "./views/file-table.tsx";
import { NewRecord } from "./views/new-record.tsx";
import { Preview } from "./views/preview.tsx";
import "./kifu.css";
import "./shared.css";

/** What is being read; it is still there when one comes back from the player. */
const pile = new Pile();
const EXAMPLE = [
  "先手：山田太郎",
  "後手：佐藤花子",
  "開始日時：2025/01/15",
  "棋戦：竜王戦",
  "   1 ７六歩(77)   ( 0:16/00:00:16)",
  "   2 ３四歩(33)   ( 0:12/00:00:12)",
  "*この手は定石",
  "   3 ２六歩(27)   ( 0:08/00:00:24)",
  "まで3手で中断",
  "",
].join("\n");

export default function Page() {
  useTitle(t("title"));
  const items = pile.items.value;
  const [text, setText] = useState(() => (typeof items[0]?.content === "string" ? items[0].content : ""));
  const [isOver, setOver] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const readFiles = (files: readonly File[]) => {
    if (files.length > 0)
      void pile.read(
        files.map((file) => ({ name: file.name, content: file })),
        t("tooLarge"),
      );
  };
  const readText = (from: string) => {
    if (from.trim()) void pile.read([{ name: "", content: from }], t("tooLarge"));
  };
  usePaste((from) => {
    setText(from);
    readText(from);
  }, readFiles);
  const show = (finding: Finding) => {
    if (area.current && finding.line != null) selectLine(area.current, finding.line);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere; the buttons do the same for the keyboard
    <div
      class={`page kifu-import ${isOver ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={async (event) => {
        event.preventDefault();
        setOver(false);
        const { dataTransfer } = event;
        if (dataTransfer)
          await dropped(dataTransfer, readFiles, (from) => {
            setText(from);
            readText(from);
          });
      }}
    >
      <header>
        <h1>{t("title")}</h1>
        <p class="muted">{t("lead")}</p>
      </header>
      <div class={`import-columns ${items.length > 0 ? "found" : ""}`}>
        <section class="card stack">
          <Field label={t("paste")} hint={t("pasteHint")}>
            {(id) => (
              <textarea
                id={id}
                ref={area}
                rows={12}
                spellcheck={false}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) readText(text);
                }}
              />
            )}
          </Field>
          <div class="row">
            <Button look="primary" disabled={!text.trim()} onClick={() => readText(text)}>
              {t("read")}
            </Button>
            <Picker label={t("pickFiles")} onPick={readFiles} />
            <Picker
              label={t("pickFolder")}
              folder
              onPick={(files) => readFiles(files.filter(({ name }) => mayBeRecord(name)))}
            />
            <span class="grow" />
            {text || items.length > 0 ? (
              <Button
                look="quiet"
                onClick={() => {
                  setText("");
                  pile.clear();
                }}
              >
                {t("clear")}
              </Button>
            ) : (
              <Button look="quiet" onClick={() => setText(EXAMPLE)}>
                {t("example")}
              </Button>
            )}
          </div>
          <p class="drop-here">{t("drop")}</p>
        </section>
        <div class="stack">
          {items.length === 0 && <NewRecord />}
          {items.length === 1 && items[0] && (
            <Preview
              item={items[0]}
              onOpen={() => openItem(items[0])}
              onGame={(game) => void pile.choose(0, game)}
              onSave={() => void pile.save(0)}
              onPlace={show}
            />
          )}
          {items.length > 1 && <FileTable items={items} onOpen={openItem} onSave={() => void pile.save()} />}
        </div>
      </div>
    </div>
  );
}

async function openItem(item: Item | undefined): Promise<void> {
  if (!item?.record) return;
  open(item.record, await sourceOf(item), item.game);
  go("/kifu/view");
}

/** A button that asks for files. */
function Picker({ label, folder, onPick }: { label: string; folder?: boolean; onPick: (files: File[]) => void }) {
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

/** What was dropped: files, folders, or a piece of text. */
async function dropped(
  transfer: DataTransfer,
  onFiles: (files: File[]) => void,
  onText: (text: string) => void,
): Promise<void> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const text = transfer.getData("text/plain");
  const files = [...transfer.files];
  if (entries.length > 0) onFiles(await filesOf(entries as unknown as Entry[]));
  else if (files.length > 0) onFiles(files);
  else if (text) onText(text);
}

/** Pasting anywhere on the page reads what is pasted. */
function usePaste(onText: (text: string) => void, onFiles: (files: File[]) => void): void {
  const current = useRef({ onText, onFiles });
  current.current = { onText, onFiles };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.target as Element).closest?.("input, textarea, dialog")) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length > 0) current.current.onFiles(files);
      else if (text.trim()) current.current.onText(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
}

/** Brings a line of a text into view and selects it. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * (line - 3);
}
