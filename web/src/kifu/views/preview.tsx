/** What a text or file is, before it is opened. */
import type { ComponentChildren } from "preact";
import type { Finding } from "../../app/api.ts";
import type { KifShape } from "../../app/api-types.ts";
import { Findings } from "../../app/findings.tsx";
import { named, sentence, shapeName } from "../../app/i18n.ts";
import { useVariant, useVariants } from "../../app/resource.ts";
import { Button, Field, Loading, Refused, SideMark } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import type { Item } from "../reading.ts";
import { handicapWords, resultWords } from "./words.ts";

interface Props {
  item: Item;
  onOpen: () => void;
  onGame: (game: number) => void;
  onSave: () => void;
  onPlace: (finding: Finding) => void;
}

export function Preview({ item, onOpen, onGame, onSave, onPlace }: Props) {
  const { record, error, state } = item;
  const variants = useVariants().value;
  const rules = useVariant(record?.variant ?? "shogi").value;
  if (state === "failed" && error) {
    return (
      <section class="card stack preview" role="alert" aria-label={t("preview")}>
        <h2>{error.findings.length > 0 ? t("unreadable") : sentence(error.message)}</h2>
        <Findings findings={error.findings} onPlace={onPlace} />
      </section>
    );
  }
  if (!record) return <Loading />;
  const { metadata, findings } = record;
  const variant = variants?.find(({ slug }) => slug === record.variant);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return (
    <section class="card stack preview" aria-label={t("preview")}>
      {item.name && <p class="muted file-name">{item.name}</p>}
      <h2 class="versus">
        <span>
          <SideMark side="sente" /> {metadata.sente || t("noName")}
        </span>
        <span>
          <SideMark side="gote" /> {metadata.gote || t("noName")}
        </span>
      </h2>
      <dl class="facts">
        <Fact name={t("event")}>{metadata.event}</Fact>
        <Fact name={t("date")}>{metadata.date}</Fact>
        <Fact name={t("site")}>{metadata.site}</Fact>
        <Fact name={t("variant")}>{variant ? named(variant) : record.variant}</Fact>
        <Fact name={t("handicap")}>{handicapWords(record.handicap, rules)}</Fact>
        <Fact name={t("moves")}>{String(record.moves.length)}</Fact>
        <Fact name={t("branchesCount")}>{record.branches ? String(record.branches) : null}</Fact>
        <Fact name={t("result")}>{resultWords(record) || t("unknown")}</Fact>
        <Fact name={t("shapes")}>{shapeNames(record.shapes)}</Fact>
        <Fact name={t("format")}>{record.format?.toUpperCase() ?? t("unknown")}</Fact>
        <Fact name={t("encoding")}>{typeof item.content === "string" ? null : record.encoding}</Fact>
      </dl>
      {record.games > 1 && (
        <Field label={`${t("games")}: ${record.games}`}>
          {(id) => (
            <select id={id} value={item.game} onChange={(event) => onGame(Number(event.currentTarget.value))}>
              {Array.from({ length: Math.min(record.games, 2000) }, (_, game) => (
                <option key={game} value={game}>
                  {t("gameOf", { n: game + 1, all: record.games })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="row">
        <Button look="primary" onClick={onOpen}>
          {errors > 0 ? t("openGood") : t("open")}
        </Button>
        {item.saved === "no" || item.saved === "saving" ? (
          <Button busy={item.saved === "saving"} onClick={onSave}>
            {t("save")}
          </Button>
        ) : (
          <a href={`/kifu/${record.id}`}>{item.saved === "before" ? t("savedBefore") : t("showSaved")}</a>
        )}
      </div>
      {error && <Refused error={error} />}
      {findings.length > 0 && (
        <section class="stack">
          <h3>
            {t("findings")} ({findings.length})
          </h3>
          <Findings findings={findings} onPlace={onPlace} />
        </section>
      )}
    </section>
  );
}

/** Openings and castles in one line, each once. */
function shapeNames(shapes: KifShape[]): string {
  const isNamed = ({ kind }: KifShape) => kind !== "tesuji" && kind !== "family";
  return [...new Set(shapes.filter(isNamed).map(shapeName))].join(t("comma"));
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
