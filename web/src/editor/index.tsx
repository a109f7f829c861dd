// The position editor: any position of any variant, checked as it changes.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, type Finding } from "../app/api.ts";
import type { Validity } from "../app/api-types.ts";
import { Board } from "../app/board.tsx";
import { Findings } from "../app/findings.tsx";
import { named } from "../app/i18n.ts";
import { useKeys } from "../app/keys.ts";
import { useResource, useVariant, useVariants } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Choice, CopyButton, Field, Loading, Refused } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import { readSfen, type SfenFault, writeSfen } from "../board/sfen.ts";
import type { Position } from "../board/types.ts";
import { usualLevel } from "../engine/level.ts";
import { useLate } from "../workshop/late.ts";
import { begin, push, redo, undo } from "./history.ts";
import { MateSearch } from "./mate.tsx";
import { t } from "./messages.ts";
import { type Brush, type EditorBoard, Palette } from "./palette.tsx";
import { box, clear, isProblem, kingsOnly, positionIn, restToHand, turn, turnRound } from "./position.ts";
import "./editor.css";
import "../workshop/man.css";

type Validated = Omit<Validity, "faults"> & { faults: Finding[] };

export default function EditorPage({ variant: slug = "shogi" }: { variant?: string }) {
  useTitle(t("editor"));
  const variant = useVariant(slug);
  if (variant.error) return <Refused error={variant.error} retry={variant.retry} />;
  if (!variant.value) return <Loading />;
  return <Editor key={slug} slug={slug} variant={variant.value} />;
}

function Editor({ slug, variant }: { slug: string; variant: Variant }) {
  const board = useRef<EditorBoard | null>(null);
  const asked = place.value.query.get("sfen");
  const [history, setHistory] = useState(() => begin(first(asked, variant)));
  const [brush, setBrush] = useState<Brush>(null);
  const [flipped, setFlipped] = useState(false);
  const sfen = history.present;
  const { position } = useMemo(() => readSfen(sfen, variant), [sfen, variant]);
  const start = useMemo(() => readSfen(variant.startSfen, variant).position, [variant]);
  const set = (next: string) => setHistory((now) => push(now, next));
  const change = (next: Position) => set(writeSfen(next, variant));
  useKeys({
    "Ctrl+z": () => setHistory(undo),
    "Ctrl+Z": () => setHistory(redo),
    "Ctrl+y": () => setHistory(redo),
    f: () => setFlipped(!flipped),
    Escape: () => setBrush(null),
  });
  // At once: whoever is quick has the finger on the board before the next frame.
  useLayoutEffect(() => {
    if (board.current) board.current.brush = brush;
  }, [brush]);
  // The address always holds the position, so that a reload or a bookmark loses nothing.
  useEffect(() => go(address(slug, sfen), { replace: true }), [slug, sfen]);
  // A position that comes from elsewhere: the browser's back button, a link.
  useEffect(() => {
    if (asked && asked !== sfen) set(first(asked, variant));
  }, [asked]);

  const late = useLate(sfen, 200);
  const checked = useResource(
    (signal) => api.post<Validated>("/api/position/validate", { variant: slug, sfen: late }, { signal }),
    [slug, late, settings.language.value],
  );
  const verdict = checked.value && verdictOf(checked.value, isProblem(position, start, variant));
  return (
    <div class="editor-page">
      <div class="editor-board">
        <Board
          variant={variant}
          sfen={sfen}
          flipped={flipped}
          editable
          label={t("editor")}
          onEdit={(edited) => set(edited.sfen)}
          element={(element) => {
            board.current = element as EditorBoard | null;
            if (board.current) board.current.brush = brush;
          }}
        />
      </div>
      <div class="editor-side">
        <h1 class="hidden-text">{t("editor")}</h1>
        <div class="row editor-tools">
          <VariantChoice slug={slug} />
          <span class="grow" />
          <Button
            look="quiet"
            class="icon"
            title={t("undo")}
            aria-label={t("undo")}
            disabled={!history.past.length}
            onClick={() => setHistory(undo)}
          >
            ↶
          </Button>
          <Button
            look="quiet"
            class="icon"
            title={t("redo")}
            aria-label={t("redo")}
            disabled={!history.future.length}
            onClick={() => setHistory(redo)}
          >
            ↷
          </Button>
          <Button
            look="quiet"
            class="icon"
            title={t("flip")}
            aria-label={t("flip")}
            onClick={() => setFlipped(!flipped)}
          >
            ⇅
          </Button>
        </div>
        <Palette
          variant={variant}
          brush={brush}
          onBrush={setBrush}
          board={() => board.current}
          about={{ variant, slug }}
        />
        <p class="hint">{t("hint")}</p>
        <div class="row">
          <Choice
            label={t("turn")}
            value={position.side}
            onChoose={(side) => change(turn(position, side))}
            choices={[
              { value: "sente", label: t("sente") },
              { value: "gote", label: t("gote") },
            ]}
          />
        </div>
        <Presets variant={variant} position={position} start={start} onSfen={set} onChange={change} />
        <BoxCount variant={variant} position={position} start={start} />
        <section class="stack" aria-label={t("faults")}>
          <p role="status" class={verdict ?? undefined}>
            {verdict && t(verdict)}
          </p>
          {checked.error && <Refused error={checked.error} retry={checked.retry} />}
          <Findings findings={verdict === "problem" ? [] : (checked.value?.faults ?? [])} />
        </section>
        <MateSearch slug={slug} sfen={sfen} disabled={verdict === null || verdict === "unreadable" || late !== sfen} />
        <SfenField sfen={sfen} variant={variant} onSfen={set} />
        <div class="row">
          <Button
            look="primary"
            disabled={verdict === null || verdict === "unreadable" || late !== sfen}
            onClick={() => go(`/play/${encodeURIComponent(slug)}?sfen=${encodeURIComponent(sfen)}`)}
          >
            {t("playFrom")}
          </Button>
          <Button
            disabled={verdict === null || verdict === "unreadable" || late !== sfen}
            onClick={() =>
              go(
                `/play/${encodeURIComponent(slug)}?${new URLSearchParams({ sfen, computer: usualLevel(), side: position.side })}`,
              )
            }
          >
            {t("computerFrom")}
          </Button>
          <Button href={`/library?variant=${encodeURIComponent(slug)}&sfen=${encodeURIComponent(sfen)}`}>
            {t("inLibrary")}
          </Button>
          <Picture slug={slug} sfen={sfen} flipped={flipped} />
          <CopyButton look="quiet" text={() => location.origin + address(slug, sfen)}>
            {t("copyLink")}
          </CopyButton>
        </div>
      </div>
    </div>
  );
}

/** Faults can be forgiven. A text that is no position cannot. */
function verdictOf({ faults, playable }: Validated, isProblem: boolean): "fine" | "problem" | "odd" | "unreadable" {
  if (playable) return "fine";
  if (isProblem && faults.length === 1 && faults[0]?.code === "missing-royal") return "problem";
  return faults.some(({ severity }) => severity === "error") ? "unreadable" : "odd";
}

function first(asked: string | null, variant: Variant): string {
  if (!asked) return variant.startSfen;
  return writeSfen(positionIn(asked, variant).position, variant);
}

function address(slug: string, sfen: string): string {
  return `/editor/${encodeURIComponent(slug)}?sfen=${encodeURIComponent(sfen)}`;
}

function VariantChoice({ slug }: { slug: string }) {
  const variants = useVariants();
  const all = variants.value ?? [];
  return (
    <select
      aria-label={t("variant")}
      value={slug}
      onChange={(event) => go(`/editor/${encodeURIComponent(event.currentTarget.value)}`)}
    >
      {!all.some((one) => one.slug === slug) && <option value={slug}>{slug}</option>}
      {all.map((one) => (
        <option key={one.slug} value={one.slug}>
          {`${named(one)} ${one.files}×${one.ranks}`}
        </option>
      ))}
    </select>
  );
}

interface PresetProps {
  variant: Variant;
  position: Position;
  start: Position;
  onSfen: (sfen: string) => void;
  onChange: (position: Position) => void;
}

function Presets({ variant, position, start, onSfen, onChange }: PresetProps) {
  const choose = (value: string) => {
    if (value === "start") onSfen(variant.startSfen);
    else if (value === "empty") onChange(clear(position, variant));
    else if (value === "kings") onChange(kingsOnly(start, variant));
    const handicap = variant.handicaps.find(({ slug }) => `handicap ${slug}` === value);
    if (handicap) onSfen(handicap.sfen);
  };
  return (
    <div class="row">
      <Field label={t("preset")}>
        {(id) => (
          <select id={id} value="" onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{t("presetNone")}</option>
            <option value="start">{t("startPosition")}</option>
            <option value="empty">{t("emptyBoard")}</option>
            <option value="kings">{t("kingsOnly")}</option>
            {variant.handicaps.map((handicap) => (
              <option key={handicap.slug} value={`handicap ${handicap.slug}`}>
                {named(handicap)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="row presets">
        {variant.hasHands && (
          <Button onClick={() => onChange(restToHand(position, start, variant, "gote"))}>{t("restToGote")}</Button>
        )}
        <Button onClick={() => onChange(turnRound(position))}>{t("turnRound")}</Button>
      </div>
    </div>
  );
}

/** What of the set is not on the board or in a hand, and what there is too much of. */
function BoxCount({ variant, position, start }: Pick<PresetProps, "variant" | "position" | "start">) {
  const counts = box(position, start, variant);
  const said = (list: typeof counts) =>
    list.map(({ code, count }) => {
      const kind = variant.kinds.find((one) => one.code === code);
      const many = Math.abs(count);
      return `${kind?.kanji ?? code}${many > 1 ? `×${many}` : ""}`;
    });
  const missing = said(counts.filter(({ count }) => count > 0));
  const extra = said(counts.filter(({ count }) => count < 0));
  if (missing.length + extra.length === 0) return <p class="hint">{t("complete")}</p>;
  return (
    <dl class="box-count">
      {missing.length > 0 && (
        <div>
          <dt>{t("missing")}</dt>
          <dd>{missing.join(" ")}</dd>
        </div>
      )}
      {extra.length > 0 && (
        <div>
          <dt>{t("tooMany")}</dt>
          <dd>{extra.join(" ")}</dd>
        </div>
      )}
    </dl>
  );
}

interface SfenProps {
  sfen: string;
  variant: Variant;
  onSfen: (sfen: string) => void;
}

function SfenField({ sfen, variant, onSfen }: SfenProps) {
  const [text, setText] = useState(sfen);
  const [faults, setFaults] = useState<SfenFault[]>([]);
  useEffect(() => {
    setText(sfen);
    setFaults([]);
  }, [sfen]);
  const type = (typed: string) => {
    setText(typed);
    const read = positionIn(typed, variant);
    setFaults(read.faults);
    if (read.faults.length === 0) onSfen(writeSfen(read.position, variant));
  };
  const fault = faults[0];
  return (
    <div class="sfen-field">
      <Field
        label={t("sfen")}
        hint={fault ? undefined : t("sfenHint")}
        error={
          fault &&
          t("sfenFault", {
            at: fault.at + 1,
            message: settings.language.value === "ja" ? fault.messageJa : fault.message,
          })
        }
      >
        {(id) => (
          <textarea
            id={id}
            rows={2}
            spellcheck={false}
            value={text}
            onInput={(event) => type(event.currentTarget.value)}
            onBlur={() => setText(sfen)}
          />
        )}
      </Field>
      <CopyButton text={sfen}>{t("copySfen")}</CopyButton>
    </div>
  );
}

function Picture({ slug, sfen, flipped }: { slug: string; sfen: string; flipped: boolean }) {
  const query = new URLSearchParams({ variant: slug, sfen, ...(flipped ? { flipped: "true" } : {}) });
  return (
    <span class="row picture">
      {(["svg", "png"] as const).map((type) => (
        <a key={type} class="button" href={`/api/position/picture.${type}?${query}`} download={`position.${type}`}>
          {`${t("image")} ${type.toUpperCase()}`}
        </a>
      ))}
    </span>
  );
}
