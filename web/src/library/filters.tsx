/** What to look for. Choices apply at once, words when they are done. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { named, shapeName } from "../app/i18n.ts";
import { useShapes, useVariant, useVariants } from "../app/resource.ts";
import { Button, Field } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import { ANY, countFilters, type Filters } from "./search.ts";
import { useTags } from "./tags.tsx";

interface Props {
  filters: Filters;
  isPosition: boolean;
  onChange: (filters: Filters) => void;
}

export function FilterForm({ filters, isPosition, onChange }: Props) {
  const [draft, setDraft] = useState(filters);
  const key = JSON.stringify(filters);
  // The address is the truth: back and forward bring old words back.
  useEffect(() => setDraft(JSON.parse(key)), [key]);
  const variants = useVariants().value ?? [];
  const variant = useVariant(filters.variant || "shogi").value;
  const shapes = useShapes().value ?? [];
  const tags = useTags();
  const count = countFilters(filters);
  const word = (name: keyof Filters, label: string, isDay = false) => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          {...(isDay ? { type: "date" } : { type: "search" })}
          value={draft[name]}
          onInput={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          onChange={(event) => {
            const value = event.currentTarget.value.trim();
            if (value !== filters[name]) onChange({ ...filters, ...draft, [name]: value });
          }}
        />
      )}
    </Field>
  );
  const choice = (name: keyof Filters, label: string, options: ComponentChildren) => (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={filters[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        >
          {options}
        </select>
      )}
    </Field>
  );
  // Those one does not see: words stand outside in the list; with a position there is always a game.
  const hidden = countFilters(isPosition ? { ...filters, variant: "" } : { ...filters, player: "", event: "" });
  const words = (
    <div class="main-filter">
      {word("player", t("player"))}
      {word("event", t("event"))}
      <Button look="primary" type="submit">
        {t("search")}
      </Button>
    </div>
  );
  return (
    <form
      class="filters card"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft);
      }}
    >
      {!isPosition && words}
      <details open={hidden > 0}>
        <summary>
          {t("filters")}
          {hidden > 0 && ` (${hidden})`}
        </summary>
        {isPosition && words}
        <div class="more-filters">
          {word("from", t("from"), true)}
          {word("to", t("to"), true)}
          {choice(
            "variant",
            t("variant"),
            <>
              {!isPosition && <option value="">{t("any")}</option>}
              {variants.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {named(one)}
                </option>
              ))}
            </>,
          )}
          {choice(
            "winner",
            t("winner"),
            <>
              <option value="">{t("any")}</option>
              <option value="sente">{t("senteWins")}</option>
              <option value="gote">{t("goteWins")}</option>
              <option value="draw">{t("draw")}</option>
            </>,
          )}
          {!isPosition &&
            choice(
              "handicap",
              t("handicap"),
              <>
                <option value="">{t("any")}</option>
                {variant?.handicaps.map((one) => (
                  <option key={one.slug} value={one.nameJa || one.slug}>
                    {named(one)}
                  </option>
                ))}
              </>,
            )}
          {!isPosition &&
            choice(
              "shape",
              t("shape"),
              <>
                <option value="">{t("any")}</option>
                {(["game", "opening", "castle", "family", "tesuji"] as const).map((kind) => (
                  <optgroup key={kind} label={t(kind)}>
                    {shapes
                      .filter((one) => one.kind === kind && (one.count > 0 || one.id === filters.shape))
                      .sort((a, b) => b.count - a.count)
                      .map((one) => (
                        <option key={one.id} value={one.id}>
                          {t("shapeCount", { name: shapeName(one), n: one.count })}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </>,
            )}
          {!isPosition &&
            (tags.length > 0 || filters.tag) &&
            choice(
              "tag",
              t("tag"),
              <>
                <option value="">{t("any")}</option>
                {filters.tag && !tags.some(({ tag }) => tag === filters.tag) && <option>{filters.tag}</option>}
                {tags.map(({ tag, count }) => (
                  <option key={tag} value={tag}>
                    {t("tagCount", { name: tag, n: count })}
                  </option>
                ))}
              </>,
            )}
          {!isPosition &&
            choice(
              "sort",
              t("sort"),
              (["newest", "oldest", "lastAdded", "firstAdded", "longest", "shortest"] as const).map((order) => (
                <option key={order} value={order === "newest" ? "" : order}>
                  {t(order)}
                </option>
              )),
            )}
          {count > 0 && (
            <Button
              look="quiet"
              onClick={() => onChange({ ...ANY, sort: filters.sort, variant: isPosition ? filters.variant : "" })}
            >
              {t("clear")}
            </Button>
          )}
        </div>
      </details>
    </form>
  );
}
