/** The record in any format, with what the format cannot hold, and pictures of the board. */
import { useState } from "preact/hooks";
import type { ApiError } from "../../app/api.ts";
import { Findings } from "../../app/findings.tsx";
import { sentence } from "../../app/i18n.ts";
import { useResource } from "../../app/resource.ts";
import { Button, Choice, CopyButton, Dialog, Field, Loading, Refused } from "../../app/widgets.tsx";
import { cannotHold, FORMATS, type Format, type PictureWords, picture, writeRecord } from "../calls.ts";
import { t } from "../messages.ts";
import { toEdited } from "../model/edit.ts";
import { lastPosition } from "../model/record.ts";
import { marksLine } from "../model/shapes.ts";
import { bytesOf } from "../opened.ts";
import type { Session } from "../session.ts";
import { sourceOf } from "./actions.tsx";
import { moveWords, players } from "./words.ts";

const ENCODINGS = ["UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "UTF-16LE"] as const;

export function Download({ session, onClose }: { session: Session; onClose: () => void }) {
  const [format, setFormat] = useState<Format>("kif");
  const [encoding, setEncoding] = useState<string>("");
  const record = session.record.value;
  const source = sourceOf(session);
  const written = useResource(
    () => writeRecord(record, source, format, encoding || undefined),
    [record, source, format, encoding],
  );
  const left = source ? 0 : toEdited(record).left;
  const { sfen } = lastPosition(record, session.node.value.id);
  const save = () => {
    if (written.value) saveAs(new Blob([bytesOf(written.value.base64)]), written.value.fileName);
  };
  return (
    <Dialog
      open
      wide
      title={t("download")}
      onClose={onClose}
      foot={
        <>
          <CopyButton text={written.value?.text ?? ""} disabled={!written.value || written.loading} />
          <Button look="primary" disabled={!written.value || written.loading} onClick={save}>
            {t("downloadFile")}
          </Button>
        </>
      }
    >
      <div class="download">
        <div class="stack">
          <Choice
            label={t("format")}
            value={format}
            choices={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChoose={setFormat}
          />
          <Field label={t("encoding")}>
            {(id) => (
              <select id={id} value={encoding} onChange={(event) => setEncoding(event.currentTarget.value)}>
                <option value="">{t("usualEncoding")}</option>
                {ENCODINGS.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <section aria-live="polite">
            <h3>{t("losses")}</h3>
            {left > 0 && <p class="wrong">{t("leftBehind", { n: left })}</p>}
            {written.value && written.value.losses.length === 0 && left === 0 && <p class="muted">{t("noLosses")}</p>}
            {written.value && <Findings findings={written.value.losses} />}
          </section>
          {sfen && (
            <section>
              <h3>{t("image")}</h3>
              <div class="row">
                {(["svg", "png"] as const).map((type) => (
                  <a
                    key={type}
                    class="button"
                    download={`board.${type}`}
                    href={picture(record.variant, sfen, type, pictureWords(session))}
                  >
                    {type.toUpperCase()}
                  </a>
                ))}
              </div>
            </section>
          )}
        </div>
        {written.error && cannotHold(written.error) ? (
          <CannotHold error={written.error} onOther={() => setFormat(HOLDS_ALL)} />
        ) : written.error ? (
          <Refused error={written.error} retry={written.retry} />
        ) : written.value ? (
          <textarea class="written" aria-label={t("preview")} readOnly rows={16} value={written.value.text ?? ""} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  );
}

/** Who plays, which move, and what was drawn on the board. */
function pictureWords(session: Session): PictureWords {
  const record = session.record.value;
  const node = session.node.value;
  const { sente, gote } = players(record);
  const { at } = session.cursor.value;
  return {
    flipped: session.flipped.value,
    last: node.usi,
    marks: marksLine(node.comment),
    // Few fonts have ☗ and ☖.
    heading: sente || gote ? `▲${sente}　△${gote}` : "",
    caption: at === 0 ? "" : t("diagramAfter", { n: at, move: moveWords(node) }),
  };
}

/** The format that has a place for every game there is. */
const HOLDS_ALL = "json";

/** That the format has no place for this game, why, and which one has. */
function CannotHold({ error, onOther }: { error: ApiError; onOther: () => void }) {
  return (
    <div class="refused" role="alert">
      <p>{sentence(error.message)}</p>
      <Findings findings={error.findings} />
      <p>{t("holdsAll", { format: HOLDS_ALL.toUpperCase() })}</p>
      <Button onClick={onOther}>{t("writeAs", { format: HOLDS_ALL.toUpperCase() })}</Button>
    </div>
  );
}

/** Hands a file to the reader. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
