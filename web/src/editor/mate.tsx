// "Find the mate": what the solver says about the position.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { MateFound } from "../app/api-types.ts";
import { notated, sentence } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import { Button, Refused, toast } from "../app/widgets.tsx";
import { findMate } from "../engine/calls.ts";
import { lineWords } from "../engine/words.ts";
import { openRecord } from "../play/to-record.ts";
import { t } from "./messages.ts";

/** How long the solver may look, in seconds. */
const SECONDS = 10;

type Found = { mate: MateFound; error: null } | { mate: null; error: ApiError };

export function MateSearch({ slug, sfen, disabled }: { slug: string; sfen: string; disabled: boolean }) {
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController | null>(null);
  // What was found is about one position, in one language.
  useEffect(() => {
    setFound(null);
    setBusy(false);
    return () => stop.current?.abort();
  }, [slug, sfen, settings.language.value]);
  const search = async () => {
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    setFound(null);
    const answer = await findMate({ variant: slug, sfen, moves: [] }, SECONDS, mine.signal).then(
      (mate): Found => ({ mate, error: null }),
      (cause): Found => ({
        mate: null,
        error: cause instanceof ApiError ? cause : new ApiError(0, "FAILED", String(cause)),
      }),
    );
    if (mine.signal.aborted) return;
    setFound(answer);
    setBusy(false);
  };
  return (
    <section class="stack mate-search" aria-label={t("findMate")}>
      <div class="row">
        <Button disabled={disabled} busy={busy} onClick={() => void search()}>
          {t("findMate")}
        </Button>
        {busy && (
          <span class="muted" role="status">
            {t("findingMate")}
          </span>
        )}
      </div>
      {found?.error && <Refused error={found.error} />}
      {found?.mate && <Solution slug={slug} sfen={sfen} mate={found.mate} />}
    </section>
  );
}

function Solution({ slug, sfen, mate }: { slug: string; sfen: string; mate: MateFound }) {
  const moves = mate.line.map(({ usi }) => usi);
  const show = () =>
    openRecord({ variant: slug, sfen, moves }).catch((cause) =>
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning"),
    );
  return (
    <div class={`solution ${mate.verdict}`}>
      <p role="status">
        <strong>{sentence(mate.sentence)}</strong>
      </p>
      {mate.line.length > 0 && <p class="line">{lineWords(mate.line, 40)}</p>}
      {mate.sideSolutions.length > 0 && (
        <p class="muted">
          {t("sideSolutions")} {mate.sideSolutions.map(notated).join(settings.language.value === "ja" ? "、" : ", ")}
        </p>
      )}
      {mate.line.length > 0 && (
        <div class="row">
          <Button onClick={show}>{t("playThrough")}</Button>
        </div>
      )}
    </div>
  );
}
