/** Many files at once: what each of them is, how far reading and saving have come. */
import { sentence } from "../../app/i18n.ts";
import { Button } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import type { Item } from "../reading.ts";
import { resultWords } from "./words.ts";

/** More rows than this help nobody; they are counted. */
const SHOWN = 500;

export function FileTable({
  items,
  onOpen,
  onSave,
}: {
  items: readonly Item[];
  onOpen: (item: Item) => void;
  onSave: () => void;
}) {
  const read = items.filter(({ state }) => state === "read" || state === "failed").length;
  const isSaving = items.some(({ saved }) => saved === "saving");
  const saved = items.filter((item) => item.saved === "saved" || item.saved === "before").length;
  const open = items.filter((item) => item.state === "read" && item.saved === "no").length;
  return (
    <section class="card stack files" aria-label={t("preview")}>
      <div class="row">
        <h2>{t("filesTotal", { n: items.length })}</h2>
        <span class="grow" />
        <Button look="primary" busy={isSaving} disabled={open === 0} onClick={onSave}>
          {t("saveAll")}
        </Button>
      </div>
      <progress aria-label={t("reading")} max={items.length} value={isSaving || saved > 0 ? saved : read} />
      <p class="muted" role="status">
        {saved > 0 ? `${t("saved")}: ${saved}/${items.length}` : t("filesRead", { n: read, all: items.length })}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t("file")}</th>
            <th>
              {t("sente")} – {t("gote")}
            </th>
            <th class="number">{t("moves")}</th>
            <th>{t("result")}</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, SHOWN).map((item, index) => (
            <Row key={index} item={item} onOpen={() => onOpen(item)} />
          ))}
        </tbody>
      </table>
      {items.length > SHOWN && <p class="muted">… +{items.length - SHOWN}</p>}
    </section>
  );
}

function Row({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const { record, error, state, saved } = item;
  const errors = record?.findings.filter(({ severity }) => severity === "error").length ?? 0;
  return (
    <tr class={state}>
      <td>
        {record ? (
          <button type="button" class="jump" onClick={onOpen}>
            {item.name}
          </button>
        ) : (
          item.name
        )}
        {(saved === "saved" || saved === "before") && (
          <span title={saved === "before" ? t("savedBefore") : t("saved")}> ✓</span>
        )}
      </td>
      <td>{record ? `${record.metadata.sente ?? "–"} – ${record.metadata.gote ?? "–"}` : ""}</td>
      <td class="number">{record ? record.moves.length : ""}</td>
      <td>
        {record && resultWords(record)}
        {errors > 0 && <span class="wrong"> ⚠ {errors}</span>}
        {error && <span class="wrong">{error.findings.length > 0 ? t("unreadable") : sentence(error.message)}</span>}
        {state === "reading" && "…"}
      </td>
    </tr>
  );
}
