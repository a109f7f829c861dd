// The rules page: paragraphs from the server, and the pieces with their diagrams.
import { useState } from "preact/hooks";
import { named } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import { Button } from "../app/widgets.tsx";
import type { Kind, Variant } from "../app/wire.ts";
import { t } from "./messages.ts";

export function Rules({ variant }: { variant: Variant }) {
  if (!variant.rules.length) return null;
  return (
    <section class="stack" aria-labelledby="rules">
      <h2 id="rules">{t("rules")}</h2>
      <div class="rules">
        {variant.rules.map(({ title, lines }) => (
          <section key={title} class="card">
            <h3>{title}</h3>
            <Lines lines={lines} />
          </section>
        ))}
      </div>
      {variant.sources.length > 0 && (
        <p class="muted">
          {t("sources")}: {variant.sources.join("; ")}
        </p>
      )}
    </section>
  );
}

/** The sentences about one subject. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const FEW = 60;

export function Pieces({ variant, slug }: { variant: Variant; slug: string }) {
  const [words, setWords] = useState("");
  const [all, setAll] = useState(false);
  const found = variant.kinds.filter((kind) => fits(kind, words));
  const shown = all ? found : found.slice(0, FEW);
  return (
    <section class="stack" aria-labelledby="pieces">
      <div class="row">
        <h2 id="pieces" class="grow">
          {t("pieces")}
        </h2>
        {variant.kinds.length > 20 && (
          <input
            class="find-piece"
            type="search"
            value={words}
            placeholder={t("findPiece")}
            aria-label={t("findPiece")}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </div>
      <ul class="pieces">
        {shown.map((kind) => (
          <Piece key={kind.code} kind={kind} variant={variant} slug={slug} />
        ))}
      </ul>
      {shown.length < found.length && <Button onClick={() => setAll(true)}>{t("showAll", { n: found.length })}</Button>}
    </section>
  );
}

function Piece({ kind, variant, slug }: { kind: Kind; variant: Variant; slug: string }) {
  const promoted = variant.kinds.find((other) => other.code === kind.promotesTo);
  const language = settings.language.value;
  const other = language === "ja" ? kind.name : kind.nameJa;
  return (
    <li class="card piece">
      <span class="paper">
        <img
          src={`/api/variants/${encodeURIComponent(slug)}/pieces/${encodeURIComponent(kind.code)}.svg?lang=${language}`}
          alt={t("pieceDiagram", { name: named(kind) })}
          loading="lazy"
          width="120"
          height="120"
        />
      </span>
      <div>
        <h3>
          <span class="glyph" lang="ja">
            {kind.kanji}
          </span>{" "}
          {named(kind)} <small class="muted">{other}</small>
        </h3>
        <p>{kind.words}</p>
        <small class="muted">
          {[
            ...(kind.isRoyal ? [t("royal")] : []),
            ...(kind.value ? [t("value", { n: kind.value })] : []),
            ...(promoted ? [`${t("promotesTo")} ${promoted.kanji} ${named(promoted)}`] : []),
          ].join(" · ")}
        </small>
      </div>
    </li>
  );
}

function fits({ name, nameJa, kanji, code, words }: Kind, text: string): boolean {
  return [name, nameJa, kanji, code, words].join("\n").toLowerCase().includes(text.trim().toLowerCase());
}
