import { settings } from "../app/settings.ts";
import { Button } from "../app/widgets.tsx";
import { forgetMade, made } from "./made-store.ts";
import { t } from "./messages.ts";

/** The variants that were stored from this browser. */
export function Made() {
  if (made.value.length === 0) return null;
  const called = ({ name, nameJa }: { name: string; nameJa: string }) =>
    (settings.language.value === "ja" ? nameJa || name : name || nameJa) || t("unnamedVariant");
  return (
    <details class="card made">
      <summary>{t("madeHere", { n: made.value.length })}</summary>
      <ul>
        {made.value.map((one) => (
          <li key={one.id} class="row">
            <a href={`/variants/${encodeURIComponent(one.id)}`} class="grow">
              {called(one)}
            </a>
            <Button href={`/play/${encodeURIComponent(one.id)}`}>{t("play")}</Button>
            <Button
              look="quiet"
              aria-label={t("forgetMade", { name: called(one) })}
              title={t("forgetMade", { name: called(one) })}
              onClick={() => forgetMade(one.id)}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
