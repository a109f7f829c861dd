/** Starts an empty record to be filled on the board. */
import { useState } from "preact/hooks";
import { named } from "../../app/i18n.ts";
import { useVariant, useVariants } from "../../app/resource.ts";
import { go } from "../../app/router.ts";
import { Button, Field } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { emptyRecord } from "../model/record.ts";
import { begin } from "../opened.ts";
import { Session } from "../session.ts";

export function NewRecord() {
  const [slug, setSlug] = useState("shogi");
  const [handicap, setHandicap] = useState("");
  const variants = useVariants().value ?? [];
  const variant = useVariant(slug).value;
  const start = () => {
    const chosen = variant?.handicaps.find((one) => one.slug === handicap);
    const sfen = chosen?.sfen ?? variant?.startSfen;
    if (!sfen) return;
    begin(new Session(emptyRecord(slug, sfen, chosen?.nameJa ?? null), null, null));
    go("/kifu/view");
  };
  return (
    <section class="card stack">
      <h2>{t("newRecord")}</h2>
      <p class="muted">{t("editHint")}</p>
      <Field label={t("variant")}>
        {(id) => (
          <select
            id={id}
            value={slug}
            onChange={(event) => {
              setSlug(event.currentTarget.value);
              setHandicap("");
            }}
          >
            {variants.map((one) => (
              <option key={one.slug} value={one.slug}>
                {named(one)} ({one.files}×{one.ranks})
              </option>
            ))}
          </select>
        )}
      </Field>
      {(variant?.handicaps.length ?? 0) > 0 && (
        <Field label={t("handicap")}>
          {(id) => (
            <select id={id} value={handicap} onChange={(event) => setHandicap(event.currentTarget.value)}>
              <option value="">{t("even")}</option>
              {variant?.handicaps.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {named(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="row">
        <Button disabled={!variant} onClick={start}>
          {t("newRecord")}
        </Button>
      </div>
    </section>
  );
}
