/** What one does with a record: copy, download, share, picture, find, edit, save. */
import { useState } from "preact/hooks";
import { ApiError } from "../../app/api.ts";
import { go } from "../../app/router.ts";
import { settings } from "../../app/settings.ts";
import { Button, toast } from "../../app/widgets.tsx";
import { usualLevel } from "../../engine/level.ts";
import { ANY, type PositionQuery, writeSearch } from "../../library/search.ts";
import { type Format, referenceTo, saveRecord, writeRecord } from "../calls.ts";
import { t } from "../messages.ts";
import { alternatives } from "../model/cursor.ts";
import { addEnding, makeMain, remove, reorder, toEdited } from "../model/edit.ts";
import { lastPosition, nodeAt, ROOT, sideToMove, type Winner } from "../model/record.ts";
import type { Session } from "../session.ts";
import { Diagrams } from "./diagrams.tsx";
import { Download } from "./download.tsx";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { Share } from "./share.tsx";
import { type EndingWord, header, titleOf } from "./words.ts";

export function Actions({ session, onAnalyse }: { session: Session; onAnalyse: () => void }) {
  const [dialog, setDialog] = useState<"download" | "share" | "sheets" | null>(null);
  const [saving, setSaving] = useState(false);
  const isChanged = session.isChanged.value;
  // What is stored stays as it is: its address is known to others. A save makes another record, and the button says so.
  const saveWord = session.id.value === null ? "saveShort" : "saveCopy";
  const isStored = session.id.value !== null && !isChanged;
  const occasion = [header(session.record.value, "棋戦"), header(session.record.value, "開始日時", "対局日")]
    .filter((text) => text !== "")
    .join(" · ");
  const save = async () => {
    setSaving(true);
    await saveSession(session);
    setSaving(false);
  };
  return (
    <header class="actions">
      <h1>{titleOf(session.record.value)}</h1>
      {occasion && <p class="muted occasion">{occasion}</p>}
      <div class="row">
        <Button look="primary" onClick={onAnalyse}>
          {t("analyse")}
        </Button>
        <Menu
          label={t("copy")}
          items={[
            ...(["kif", "ki2", "csa", "usi"] as const).map((format) => ({
              label: format.toUpperCase(),
              onChoose: () => void copyAs(session, format),
            })),
            { label: t("copyPosition"), onChoose: () => void copyPosition(session) },
            { label: t("print"), onChoose: () => print() },
            { label: t("printSheet"), onChoose: () => setDialog("sheets") },
          ]}
        />
        <Button onClick={() => setDialog("download")}>{t("download")}</Button>
        <Button onClick={() => setDialog("share")}>{t("share")}</Button>
        <EditMenu session={session} />
        <PositionMenu session={session} />
        {!isStored && !isChanged && (
          <Button busy={saving} onClick={save}>
            {t(saveWord)}
          </Button>
        )}
      </div>
      {isChanged && (
        <div class="row changed">
          <span class="muted">{t("changed")}</span>
          <Button
            look="quiet"
            class="icon"
            aria-label={t("undo")}
            title={t("undo")}
            disabled={session.past.value.length === 0}
            onClick={() => session.undo()}
          >
            <Icon name="undo" />
          </Button>
          <Button
            look="quiet"
            class="icon"
            aria-label={t("redo")}
            title={t("redo")}
            disabled={session.future.value.length === 0}
            onClick={() => session.redo()}
          >
            <Icon name="redo" />
          </Button>
          <Button look="primary" busy={saving} onClick={save}>
            {t(saveWord)}
          </Button>
        </div>
      )}
      {dialog === "download" && <Download session={session} onClose={() => setDialog(null)} />}
      {dialog === "sheets" && <Diagrams session={session} onClose={() => setDialog(null)} />}
      {dialog === "share" && <Share session={session} onSave={save} onClose={() => setDialog(null)} />}
    </header>
  );
}

function EditMenu({ session }: { session: Session }) {
  const node = session.node.value;
  const isStart = node.id === ROOT;
  const end = (word: EndingWord, winner: Winner | null) => () => {
    const parent = node.end ? node.parent : node.id;
    session.edit((record) => addEnding(record, parent, word, t(word), winner));
  };
  const before = node.end ? nodeAt(session.record.value, node.parent) : node;
  const other: Winner = sideToMove(lastPosition(session.record.value, before.id).sfen) === "sente" ? "gote" : "sente";
  return (
    <Menu
      label={t("edit")}
      hint={t("editHint")}
      items={[
        {
          label: t("deleteMove"),
          disabled: isStart,
          onChoose: () => session.edit((record) => remove(record, node.id)),
        },
        {
          label: t("earlier"),
          disabled: alternatives(session.cursor.value).indexOf(node.id) < 1,
          onChoose: () => session.edit((record) => reorder(record, node.id, -1)),
        },
        {
          label: t("makeMain"),
          disabled: isStart,
          onChoose: () => session.edit((record) => makeMain(record, node.id)),
        },
        { label: `${t("endHere")}: ${t("TORYO")}`, onChoose: end("TORYO", other) },
        { label: `${t("endHere")}: ${t("TSUMI")}`, onChoose: end("TSUMI", other) },
        { label: `${t("endHere")}: ${t("SENNICHITE")}`, onChoose: end("SENNICHITE", "draw") },
        { label: `${t("endHere")}: ${t("JISHOGI")}`, onChoose: end("JISHOGI", "draw") },
        { label: `${t("endHere")}: ${t("CHUDAN")}`, onChoose: end("CHUDAN", null) },
      ]}
    />
  );
}

/** What one does with the position on the board. */
function PositionMenu({ session }: { session: Session }) {
  const record = session.record.value;
  const { sfen } = lastPosition(record, session.node.value.id);
  const query = new URLSearchParams({ sfen: sfen ?? "" });
  return (
    <Menu
      label={t("board")}
      items={[
        { label: t("findPosition"), onChoose: () => findPosition(session) },
        { label: t("playFrom"), onChoose: () => go(`/play/${record.variant}?${query}`) },
        {
          label: t("computerFrom"),
          onChoose: () => go(`/play/${record.variant}?${query}&computer=${usualLevel()}&side=${sideToMove(sfen)}`),
        },
        { label: t("toEditor"), onChoose: () => go(`/editor/${record.variant}?${query}`) },
        { label: t("copyPosition"), onChoose: () => void copyPosition(session) },
      ]}
    />
  );
}

/** Where conversions start: the file itself as long as nothing was changed. */
export function sourceOf(session: Session) {
  return session.isChanged.peek() ? null : session.source.peek();
}

/** Copies the whole record in a format. */
export async function copyAs(session: Session, format: Format): Promise<void> {
  try {
    const { text } = await writeRecord(session.record.peek(), sourceOf(session), format);
    await navigator.clipboard.writeText(text ?? "");
    toast(t("copied", { what: format.toUpperCase() }));
  } catch (error) {
    toast(error instanceof ApiError ? said(error) : t("copyFailed"), "warning");
  }
}

/** What was refused, and why. */
function said({ message, findings }: ApiError): string {
  const reasons = findings.map((finding) => finding.message);
  return [message, ...reasons].join(settings.language.value === "ja" ? "。" : "; ");
}

async function copyPosition(session: Session): Promise<void> {
  const { sfen } = lastPosition(session.record.peek(), session.node.peek().id);
  try {
    await navigator.clipboard.writeText(sfen ?? "");
    toast(t("copied", { what: "SFEN" }));
  } catch {
    toast(t("copyFailed"), "warning");
  }
}

/** Stores the record and goes to its address. */
export async function saveSession(session: Session): Promise<string | null> {
  try {
    const record = session.record.peek();
    const before = session.id.peek();
    const { id, duplicate } = await saveRecord(record);
    if (!id) return null;
    session.kept.value = record;
    session.source.value = { id };
    session.id.value = id;
    const { left } = toEdited(record);
    toast(t(duplicate ? "savedBefore" : before ? "savedAsNew" : "saved"));
    if (left > 0) toast(t("leftBehind", { n: left }), "warning");
    return id;
  } catch (error) {
    toast(error instanceof ApiError ? error.message : String(error), "warning");
    return null;
  }
}

/** The current position as the library asks for it. */
export function positionQuery(session: Session): PositionQuery {
  const record = session.record.peek();
  const reference = referenceTo(record, session.node.peek().id);
  const { sfen } = lastPosition(record, session.node.peek().id);
  return reference
    ? { variant: record.variant, sfen: record.handicap === "平手" ? null : record.initialSfen, moves: reference.moves }
    : { variant: record.variant, sfen, moves: [] };
}

/** Looks for the current position in the library. */
function findPosition(session: Session): void {
  go(`/library?${writeSearch({ filters: ANY, position: positionQuery(session) })}`);
}
