// The variant page: men, start, rules; checked as it grows, played and shared with a click.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError, type Finding } from "../app/api.ts";
import type { VariantObject } from "../app/api-types.ts";
import { Board } from "../app/board.tsx";
import { Findings } from "../app/findings.tsx";
import { named } from "../app/i18n.ts";
import { getOnce, useResource, useVariants } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { recall, remember, settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, CopyButton, Dialog, Field, Refused, Tabs, toast } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import { readSfen, writeSfen } from "../board/sfen.ts";
import { Listed } from "../card/listed.tsx";
import { begin, type History, push, redo, undo } from "../editor/history.ts";
import { type Brush, type EditorBoard, Palette } from "../editor/palette.tsx";
import { clear, mirrorCamp, turn } from "../editor/position.ts";
import { download } from "./download.ts";
import { addMan, type Draft, emptyDraft, MOST_SQUARES, slugOf } from "./draft.ts";
import { boardVariant, resizeDraft, restart, withStart } from "./draft-board.ts";
import { DRAFT_NAME, readDraft } from "./draft-store.ts";
import { draftOf, type Fields } from "./fork.ts";
import { useLate } from "./late.ts";
import { Made } from "./made.tsx";
import { MenForm } from "./men-form.tsx";
import { t } from "./messages.ts";
import { WorkshopNav } from "./nav.tsx";
import { EndingsForm, MovesForm, SetupForm } from "./rules-form.tsx";
import { pieceSet } from "./set-store.ts";
import { useStore } from "./use-store.ts";
import { type Part, partAt, variantText } from "./variant-object.ts";
import { RulesPage } from "./variant-view.tsx";
import { type Checked, checkDraft } from "./wire.ts";
import "./man.css";
import "./workshop.css";
import "../editor/editor.css";

type Tab = "men" | "moves" | "setup" | "endings" | "rules" | "file";

/** Which tab shows the findings of a part of the file. */
const TAB_OF: Record<Part, Tab> = {
  name: "men",
  pieces: "men",
  board: "men",
  men: "men",
  promotion: "moves",
  drops: "moves",
  setup: "setup",
  endings: "endings",
};

/** Findings about the game as a whole have no line: the tab where they are mended. */
const TAB_OF_CODE: Record<string, Tab> = { "setup-empty": "setup" };

export default function VariantPage() {
  useTitle(t("navVariant"));
  const [history, setHistory] = useState<History<Draft>>(() => begin(readDraft(recall(DRAFT_NAME)) ?? emptyDraft()));
  const [tab, setTab] = useState<Tab>("men");
  const [isStarting, setStarting] = useState(false);
  const draft = history.present;
  const change = (next: Draft) => setHistory((now) => push(now, next));
  useEffect(() => remember(DRAFT_NAME, draft), [draft]);
  // A link to a game begins a copy of it; what was here before comes back with Undo.
  const from = place.value.query.get("from");
  useEffect(() => {
    if (!from) return;
    go("/workshop/variant", { replace: true });
    void fork(from).then((made) => made && change(made));
  }, [from]);

  const late = useLate(draft, 300);
  const hasMen = draft.men.length > 0;
  const checked = useResource<Checked>(
    async (signal) => (late.men.length > 0 ? checkDraft(late, signal) : { variants: [], findings: [] }),
    [late, settings.language.value],
  );
  const findings = checked.value?.findings ?? [];
  const isNow = late === draft && !checked.loading;
  // What cannot be read is no file yet, but the object it would be.
  const file = useMemo(() => (isNow && checked.value?.file) || variantText(draft), [isNow, checked.value, draft]);
  const variant = checked.value?.variants[0] ?? null;
  const playable = hasMen && isNow && variant !== null && !findings.some(({ severity }) => severity === "error");
  // Places in a file nobody has written by hand say nothing: the tab is the place.
  const of = (wanted: Tab) =>
    findings
      .filter((finding) => tabOf(finding, late) === wanted && hasMen)
      .map((finding) => ({ ...finding, line: null, text: null }));
  const form = (content: preact.ComponentChildren, wanted: Tab) => (
    <div class="stack">
      <Findings findings={of(wanted)} />
      {content}
    </div>
  );
  return (
    <div class="page workshop">
      <WorkshopNav />
      <div class="row">
        <h1>{t("variantTitle")}</h1>
        <span class="grow" />
        <Button look="quiet" onClick={() => setHistory(undo)} disabled={history.past.length === 0}>
          {t("undo")}
        </Button>
        <Button look="quiet" onClick={() => setHistory(redo)} disabled={history.future.length === 0}>
          {t("redo")}
        </Button>
        <Button look="quiet" onClick={() => setStarting(true)} disabled={!hasMen}>
          {t("newVariant")}
        </Button>
      </div>
      <Dialog
        open={isStarting}
        title={t("newVariantSure")}
        onClose={() => setStarting(false)}
        foot={
          <>
            <Button onClick={() => setStarting(false)}>{t("keepVariant")}</Button>
            <Button
              look="danger"
              onClick={() => {
                setStarting(false);
                change(emptyDraft());
              }}
            >
              {t("newVariant")}
            </Button>
          </>
        }
      >
        <p>{t("newVariantHint")}</p>
      </Dialog>
      {!hasMen && <Begin onChoose={change} />}
      <Made />
      <Head draft={draft} onChange={change} />
      <div class="workbench wide-board">
        <Start draft={draft} onChange={change} known={variant} />
        <div class="stack">
          {checked.error && <Refused error={checked.error} retry={checked.retry} />}
          <Tabs
            label={t("variantTitle")}
            chosen={tab}
            onChoose={setTab}
            tabs={[
              {
                key: "men",
                label: <Label text={t("men")} findings={of("men")} />,
                content: () =>
                  form(
                    <Listed variant={variant} slug={null}>
                      <MenForm draft={draft} onChange={change} />
                    </Listed>,
                    "men",
                  ),
              },
              {
                key: "moves",
                label: <Label text={t("promotionAndDrops")} findings={of("moves")} />,
                content: () => form(<MovesForm draft={draft} onChange={change} />, "moves"),
              },
              {
                key: "setup",
                label: <Label text={t("setupTab")} findings={of("setup")} />,
                content: () => form(<SetupForm draft={draft} onChange={change} />, "setup"),
              },
              {
                key: "endings",
                label: <Label text={t("endings")} findings={of("endings")} />,
                content: () => form(<EndingsForm draft={draft} onChange={change} />, "endings"),
              },
              {
                key: "rules",
                label: t("rules"),
                content: () => (variant ? <RulesPage variant={variant} /> : <p class="muted">{t("noRules")}</p>),
              },
              {
                key: "file",
                label: t("file"),
                content: () => (
                  <div class="stack">
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide file is scrolled by keyboard */}
                    <pre class="yaml tall" tabIndex={0}>
                      {file}
                    </pre>
                    <div class="row">
                      <CopyButton text={file} />
                    </div>
                  </div>
                ),
              },
            ]}
          />
        </div>
      </div>
      <Actions
        text={file}
        file={`${slugOf(draft)}.yaml`}
        called={{ name: draft.name, nameJa: draft.nameJa }}
        playable={playable}
        findings={findings}
        hasMen={hasMen}
      />
    </div>
  );
}

function tabOf({ code, line }: Finding, draft: Draft): Tab {
  return TAB_OF_CODE[code] ?? TAB_OF[partAt(draft, line) ?? "men"];
}

function Label({ text, findings }: { text: string; findings: readonly Finding[] }) {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return (
    <>
      {text}
      {errors > 0 && <span class="badge">{errors}</span>}
    </>
  );
}

/** A draft that begins as a game; null, and said, where that cannot be had. */
async function fork(slug: string): Promise<Draft | null> {
  try {
    const { object } = await getOnce<VariantObject>(`/api/variants/${encodeURIComponent(slug)}/object`);
    const fields = object as Fields;
    const name = settings.language.value === "ja" ? fields.name_ja : fields.name;
    toast(t("forked", { name: String(name ?? slug) }));
    return draftOf(fields);
  } catch (cause) {
    toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
    return null;
  }
}

/** An empty page offers a beginning. */
function Begin({ onChoose }: { onChoose: (draft: Draft) => void }) {
  const [busy, setBusy] = useState(false);
  const variants = useVariants();
  const begin = async (slug: string) => {
    setBusy(true);
    const made = await fork(slug);
    if (made) onChoose(made);
    setBusy(false);
  };
  const mine = () =>
    onChoose(pieceSet.value.reduce((draft, piece) => restart(draft, addMan(draft, piece)), emptyDraft()));
  const some = variants.value ?? [];
  return (
    <section class="card begin" aria-label={t("begin")}>
      <p>{t("beginHint")}</p>
      <div class="row">
        {["shogi", "minishogi"].map((slug) => {
          const variant = some.find((one) => one.slug === slug);
          return (
            variant && (
              <Button key={slug} busy={busy} onClick={() => begin(slug)}>
                {t("beginAs", { name: named(variant) })}
              </Button>
            )
          );
        })}
        {pieceSet.value.length > 0 && (
          <Button onClick={mine} disabled={busy}>
            {t("beginMine", { n: pieceSet.value.length })}
          </Button>
        )}
        <select
          aria-label={t("begin")}
          value=""
          disabled={busy}
          onChange={(event) => event.currentTarget.value && begin(event.currentTarget.value)}
        >
          <option value="">{t("beginOther")}</option>
          {some.map((variant) => (
            <option key={variant.slug} value={variant.slug}>
              {`${named(variant)} ${variant.files}×${variant.ranks}`}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}

interface PartProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Head({ draft, onChange }: PartProps) {
  const sides = [
    ["files", t("files")],
    ["ranks", t("ranks")],
  ] as const;
  const size = (side: "files" | "ranks", wanted: number) => {
    const value = Math.min(Math.max(Math.round(wanted) || 1, 1), MOST_SQUARES);
    if (value !== draft[side]) onChange(resizeDraft(draft, ...sized(draft, side, value)));
  };
  return (
    <div class="names head">
      <Field label={t("variantName")}>
        {(id) => (
          <input
            id={id}
            value={draft.name}
            placeholder="My shogi"
            maxLength={80}
            onInput={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("variantNameJa")}>
        {(id) => (
          <input
            id={id}
            value={draft.nameJa}
            placeholder="新将棋"
            maxLength={40}
            onInput={(event) => onChange({ ...draft, nameJa: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="sizes">
        {sides.map(([side, label]) => (
          <Field key={side} label={label}>
            {(id) => (
              <input
                id={id}
                type="number"
                min={1}
                max={MOST_SQUARES}
                value={draft[side]}
                onChange={(event) => size(side, event.currentTarget.valueAsNumber)}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}

function sized(draft: Draft, side: "files" | "ranks", value: number): [number, number] {
  return side === "files" ? [value, draft.ranks] : [draft.files, value];
}

/** The start position, on a board that is edited. */
function Start({ draft, onChange, known }: PartProps & { known: Variant | null }) {
  const board = useRef<EditorBoard | null>(null);
  const [brush, setBrush] = useState<Brush>(null);
  const { men, pieces, files, ranks, promotion, drops } = draft;
  // The board draws itself anew for another variant, so this is the same one as long as nothing of it changes.
  const variant = useMemo(() => boardVariant(draft), [men, pieces, files, ranks, promotion, drops]);
  const shown = brush && brush !== "erase" && !variant.kinds.some(({ code }) => code === brush.code) ? null : brush;
  // At once: whoever is quick has the finger on the board before the next frame.
  useLayoutEffect(() => {
    if (board.current) board.current.brush = shown;
  }, [shown]);
  const { position } = useMemo(() => readSfen(draft.start, variant), [draft.start, variant]);
  const set = (next: typeof position) => onChange(withStart(draft, writeSfen(next, variant)));
  return (
    <div class="stack">
      <Board
        variant={variant}
        sfen={draft.start}
        editable
        onEdit={({ sfen }) => onChange(withStart(draft, sfen))}
        label={t("startBoard")}
        element={(element) => {
          board.current = element as EditorBoard | null;
          if (board.current) board.current.brush = shown;
        }}
      />
      {draft.men.length > 0 && (
        <Palette
          variant={variant}
          brush={shown}
          onBrush={setBrush}
          board={() => board.current}
          about={known && { variant: known, slug: null }}
        />
      )}
      <div class="row">
        <Button onClick={() => set(mirrorCamp(position))}>{t("mirror")}</Button>
        <Button onClick={() => set(clear(position, variant))}>{t("clearBoard")}</Button>
        <label class="row">
          {t("firstMove")}
          <select
            value={position.side}
            onChange={(event) => set(turn(position, event.currentTarget.value === "gote" ? "gote" : "sente"))}
          >
            <option value="sente">{t("sente")}</option>
            <option value="gote">{t("gote")}</option>
          </select>
        </label>
      </div>
      <p class="hint">{t("startHint")}</p>
    </div>
  );
}

interface ActionsProps {
  text: string;
  called: { name: string; nameJa: string };
  file: string;
  playable: boolean;
  hasMen: boolean;
  findings: readonly Finding[];
}

/** Always in view: whether it can be played, and what to do with it. */
function Actions({ text, file, called, playable, hasMen, findings }: ActionsProps) {
  const store = useStore();
  const [shared, setShared] = useState<{ text: string; address: string } | null>(null);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const what = { text, format: "yaml", called } as const;
  const share = async () => {
    const address = await store.share(what);
    if (address) setShared({ text, address });
  };
  return (
    <div class="variant-actions">
      <p role="status" class={errors ? "wrong" : "muted"}>
        {playable ? t("playable") : errors ? t("faults", { n: errors }) : hasMen ? t("checking") : t("noMen")}
      </p>
      {shared?.text === text && (
        <input
          class="address"
          readOnly
          aria-label={t("address")}
          value={shared.address}
          onFocus={(e) => e.currentTarget.select()}
        />
      )}
      <Button onClick={() => download(file, text)} disabled={!hasMen}>
        {t("download")}
      </Button>
      <Button onClick={share} disabled={!playable} busy={store.busy}>
        {t("share")}
      </Button>
      <Button onClick={() => store.play(what, true)} disabled={!playable} busy={store.busy}>
        {t("playComputer")}
      </Button>
      <Button look="primary" onClick={() => store.play(what)} disabled={!playable} busy={store.busy}>
        {t("play")}
      </Button>
    </div>
  );
}
