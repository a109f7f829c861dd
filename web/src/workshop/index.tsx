// The piece page: words or notation in, moves out, at once.
import { useEffect, useRef, useState } from "preact/hooks";
import { Findings } from "../app/findings.tsx";
import { useResource } from "../app/resource.ts";
import { place } from "../app/router.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Choice, CopyButton, Field, Refused, Tabs, toast } from "../app/widgets.tsx";
import { Choices, Chosen } from "./choices.tsx";
import { Diagram } from "./diagram.tsx";
import { useLate } from "./late.ts";
import { MarkedText, type MarkedTextHandle } from "./marked-text.tsx";
import { meantBy, remember } from "./meant.ts";
import { t } from "./messages.ts";
import { WorkshopNav } from "./nav.tsx";
import { kanjiFor, pieceFrom } from "./piece.ts";
import { add } from "./set.ts";
import { SetList } from "./set-list.tsx";
import { pieceSet } from "./set-store.ts";
import { fromFragment, MOST_CHARACTERS, type SharedPiece, toFragment } from "./share.ts";
import { newTrial, resize, SIZES } from "./trial.ts";
import { TrialBoard } from "./trial-board.tsx";
import { type Parsed, parse, type Reading, reach } from "./wire.ts";
import "./man.css";
import "./workshop.css";

const NOTHING: SharedPiece = { text: "", as: "auto", dialect: "strict", name: "", nameJa: "", kanji: "" };

const EXAMPLES = {
  en: [
    "Slides diagonally, and steps one square straight forward or back.",
    "Jumps two squares straight ahead or to the side, and steps one square diagonally.",
    "Moves like a rook, but may turn a right angle once.",
    "KNADcaKmcabK",
    "mRcpR",
  ],
  ja: [
    "前方に走り、斜め後ろに一マス動く。",
    "飛車のように動き、さらに斜めに一マス動く。",
    "縦横に何マスでも動け、一度だけ直角に曲がれる。",
    "KNADcaKmcabK",
    "mRcpR",
  ],
};

export default function PiecePage() {
  useTitle(t("navPiece"));
  const [piece, setPiece] = useState<SharedPiece>(() => fromFragment(place.value.fragment) ?? start());
  const [trial, setTrial] = useState(() => newTrial(9));
  const late = useLate(piece.text);
  const chosen = meantBy(late);
  const reading: Reading = { text: chosen ?? late, as: chosen ? "auto" : piece.as, dialect: piece.dialect };
  const deps = [late, chosen, piece.as, piece.dialect, settings.language.value];
  const parsed = useResource(async (signal) => {
    return late.trim() ? { ...(await parse(reading, signal)), of: late } : null;
  }, deps);
  const read = parsed.value;
  // A text that says no move yet has no place on the board.
  const isMoving = read?.of === late && describesMoves(read);
  const moves = useResource(
    (signal) => (isMoving ? reach(reading, trial, signal) : Promise.resolve({ moves: [] })),
    [late, chosen, piece.as, piece.dialect, trial, isMoving],
  );
  const change = (some: Partial<SharedPiece>) => setPiece((before) => ({ ...before, ...some }));

  // A link to another piece, or the address typed anew.
  const { fragment } = place.value;
  useEffect(() => {
    const shared = fromFragment(fragment);
    if (shared) setPiece(shared);
  }, [fragment]);

  const kanji = piece.kanji || read?.kanji || kanjiFor(piece.nameJa || read?.nameJa || piece.name || read?.name || "");
  return (
    <div class="page workshop">
      <WorkshopNav />
      <h1>{t("pieceTitle")}</h1>
      <div class="workbench piece-bench">
        <div class="stack bench-text">
          <Describe piece={piece} change={change} parsed={chosen ? null : read} of={read?.of ?? ""} />
          {chosen && <Chosen text={chosen} onForget={() => remember(late, null)} />}
          {read && !chosen && read.of === piece.text && (
            <Choices parsed={read} onChoose={(text) => remember(late, text)} />
          )}
          {parsed.error && <Refused error={parsed.error} retry={parsed.retry} />}
        </div>
        <div class="stack bench-board">
          <TrialBoard trial={trial} moves={moves.value?.moves ?? []} kanji={kanji} onChange={setTrial} />
          <div class="row trial-tools">
            <label class="row">
              {t("boardSize")}
              <select
                value={trial.size}
                onChange={(event) => setTrial(resize(trial, Number(event.currentTarget.value)))}
              >
                {SIZES.map((size) => (
                  <option key={size} value={size}>
                    {`${size}×${size}`}
                  </option>
                ))}
              </select>
            </label>
            <span class="grow" />
            <Button look="quiet" onClick={() => setTrial(newTrial(trial.size))} disabled={!isTouched(trial)}>
              {t("resetBoard")}
            </Button>
          </div>
          <p class="hint">{t("trialHint")}</p>
          {moves.error && moves.error.code !== parsed.error?.code && <Refused error={moves.error} />}
        </div>
        <div class="bench-facts">{read && <Facts parsed={read} />}</div>
      </div>
      {read && <Keep piece={{ ...piece, text: chosen ?? piece.text }} change={change} parsed={read} />}
      <SetList onOpen={(origin, names) => setPiece({ ...origin, ...names })} />
    </div>
  );
}

function describesMoves({ betza, dots, findings }: Parsed): boolean {
  return (Boolean(betza) || dots.length > 0) && !findings.some(({ severity }) => severity === "error");
}

function start(): SharedPiece {
  return { ...NOTHING, text: EXAMPLES[settings.language.value][0] ?? "" };
}

function isTouched(trial: ReturnType<typeof newTrial>): boolean {
  return trial.men.length > 0 || trial.at !== newTrial(trial.size).at;
}

interface DescribeProps {
  piece: SharedPiece;
  change: (some: Partial<SharedPiece>) => void;
  parsed: Parsed | null;
  of: string;
}

function Describe({ piece, change, parsed, of }: DescribeProps) {
  const field = useRef<MarkedTextHandle>(null);
  const findings = parsed?.findings ?? [];
  return (
    <>
      <Field label={t("describe")} hint={t("describeHint")}>
        {(id) => (
          <MarkedText
            id={id}
            value={piece.text}
            onInput={(text) => change({ text: text.slice(0, MOST_CHARACTERS) })}
            findings={findings}
            of={of}
            rows={3}
            handle={field}
          />
        )}
      </Field>
      <div class="examples">
        <span class="muted">{t("examples")}</span>
        {EXAMPLES[settings.language.value].map((text) => (
          <button type="button" key={text} onClick={() => change({ ...NOTHING, text })}>
            {text}
          </button>
        ))}
      </div>
      <details class="how-read">
        <summary>{t("howRead")}</summary>
        <div class="row">
          <Choice
            label={t("readAs")}
            value={piece.as}
            onChoose={(as) => change({ as })}
            choices={(["auto", "prose", "betza"] as const).map((value) => ({ value, label: t(`as-${value}`) }))}
          />
          <Choice
            label={t("dialect")}
            value={piece.dialect}
            onChoose={(dialect) => change({ dialect })}
            choices={(["strict", "neo", "fairy"] as const).map((value) => ({
              value,
              label: t(`dialect-${value}`),
              hint: t(`dialectHint-${value}`),
            }))}
          />
        </div>
      </details>
      <div aria-live="polite">
        <Findings findings={findings} onPlace={(finding) => field.current?.show(finding)} />
      </div>
    </>
  );
}

function Facts({ parsed }: { parsed: Parsed }) {
  return (
    <section class="card piece-facts" aria-label={t("facts")}>
      <p class="words">{parsed.words}</p>
      <dl>
        <div>
          <dt>Betza</dt>
          <dd>
            <code>{parsed.betza ?? "–"}</code>
          </dd>
        </div>
        <div>
          <dt>{t("value")}</dt>
          <dd>
            {parsed.value} <span class="muted">{t("rookIs")}</span>
          </dd>
        </div>
        {(parsed.promotesTo || parsed.doesNotPromote) && (
          <div>
            <dt>{t("promotionFact")}</dt>
            <dd>{parsed.promotesTo ? t("promotesTo", { name: parsed.promotesTo }) : t("promotesNot")}</dd>
          </div>
        )}
        {parsed.specialRules && parsed.specialRules.length > 0 && (
          <div>
            <dt>{t("specialRules")}</dt>
            <dd>{parsed.specialRules.map(ruleWords).join(" · ")}</dd>
          </div>
        )}
      </dl>
      <Tabs
        label={t("facts")}
        tabs={[
          { key: "diagram", label: t("diagram"), content: () => <Diagram svg={parsed.diagram} alt={parsed.words} /> },
          {
            key: "yaml",
            label: "YAML",
            content: () => (
              <div class="stack">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide file is scrolled by keyboard */}
                <pre class="yaml" tabIndex={0}>
                  {parsed.yaml}
                </pre>
                <div class="row">
                  <CopyButton text={parsed.yaml} />
                </div>
              </div>
            ),
          },
        ]}
      />
    </section>
  );
}

const RULES = ["Royal", "NifuProhibited", "CannotDropInZone", "MustPromoteInZone", "Igui", "CanCaptureTwo"] as const;

/** A special rule of a piece file (`CannotDropInZone 2`) in words. */
function ruleWords(rule: string): string {
  const [name, ranks = ""] = rule.split(" ");
  const known = RULES.find((one) => one === name);
  return known ? t(`rule-${known}`, { n: ranks }) : rule;
}

interface KeepProps {
  piece: SharedPiece;
  change: (some: Partial<SharedPiece>) => void;
  parsed: Parsed;
}

/** Names for the piece, and what to do with it. */
function Keep({ piece, change, parsed }: KeepProps) {
  const keep = () => {
    const keys = pieceSet.value.map(({ key }) => key);
    const origin = { kind: "text", text: piece.text, as: piece.as, dialect: piece.dialect } as const;
    const made = describesMoves(parsed) ? pieceFrom(parsed, origin, keys, piece) : null;
    if (!made) return toast(t("nothingToKeep"), "warning");
    pieceSet.value = add(pieceSet.value, made);
    toast(t("kept", { name: made.name }));
  };
  const link = () => `${location.origin}/workshop#${toFragment(piece)}`;
  const names = [
    ["name", t("nameEn"), parsed.name ?? "", 80],
    ["nameJa", t("nameJa"), parsed.nameJa ?? "", 40],
    ["kanji", t("kanji"), parsed.kanji ?? "", 2],
  ] as const;
  return (
    <section class="card keep" aria-label={t("keepTitle")}>
      <h2>{t("keepTitle")}</h2>
      <div class="names">
        {names.map(([key, label, placeholder, most]) => (
          <Field key={key} label={label}>
            {(id) => (
              <input
                id={id}
                value={piece[key]}
                placeholder={placeholder}
                onInput={(event) => change({ [key]: [...event.currentTarget.value].slice(0, most).join("") })}
              />
            )}
          </Field>
        ))}
      </div>
      <div class="row">
        <Button look="primary" onClick={keep}>
          {t("keep")}
        </Button>
        <CopyButton text={link}>{t("copyLink")}</CopyButton>
      </div>
    </section>
  );
}
