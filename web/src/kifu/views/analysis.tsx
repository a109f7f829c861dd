/** What the engine says: the whole game in a graph, the move on the board, and lines while one looks. */

import { useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { ApiError } from "../../app/api.ts";
import { notated } from "../../app/i18n.ts";
import { Button, Refused, SideMark, Switch, toast } from "../../app/widgets.tsx";
import type { MoveText, Side } from "../../app/wire.ts";
import type { Arrow } from "../../board/index.ts";
import type { FaultCount, Line } from "../../engine/calls.ts";
import { t as e } from "../../engine/messages.ts";
import { arrowOf, forSente, lineWords, percent, SIGNS, scoreWords } from "../../engine/words.ts";
import type { Analyst } from "../analyst.ts";
import { t } from "../messages.ts";
import { marks, sideAt } from "../model/analysis.ts";
import { type GameRecord, ROOT } from "../model/record.ts";
import { EvaluationChart, TimeChart } from "./graphs.tsx";
import { markedWords } from "./words.ts";

export function AnalysisPanel({ analyst }: { analyst: Analyst }) {
  const { session } = analyst;
  return (
    <div class="stack analysis">
      <Whole analyst={analyst} />
      <Live analyst={analyst} />
      <EvaluationChart session={session} analyst={analyst} />
      <Here analyst={analyst} />
      <TimeChart session={session} />
    </div>
  );
}

/** The button that analyses the game, how far it is, and what it found. */
function Whole({ analyst }: { analyst: Analyst }) {
  const progress = analyst.progress.value;
  const summary = analyst.summary.value;
  const error = analyst.error.value;
  const hasSome = analyst.judged.value.size > 0;
  return (
    <section class="whole" aria-label={t("analyseGame")}>
      {progress ? (
        <div class="row">
          <progress aria-label={t("analyseGame")} max={progress.all} value={progress.done} />
          <span class="muted" role="status">
            {progress.done === 0 && progress.queued > 0
              ? t("analyseQueued", { n: progress.queued })
              : t("analyseProgress", { n: progress.done, all: progress.all })}
          </span>
          <Button onClick={() => analyst.stop()}>{t("analyseStop")}</Button>
        </div>
      ) : (
        <div class="row">
          <Button look={hasSome ? "plain" : "primary"} onClick={() => void analyst.start()}>
            {t(hasSome ? "analyseAgain" : "analyseGame")}
          </Button>
          {hasSome && (
            <Button
              onClick={() => {
                analyst.write();
                toast(t("analyseWritten"));
              }}
            >
              {t("analyseWrite")}
            </Button>
          )}
        </div>
      )}
      {error && <Refused error={error} retry={() => void analyst.start()} />}
      {summary && (
        <dl class="faults">
          {(["sente", "gote"] as const).map((side) => (
            <div key={side}>
              <dt>
                <SideMark side={side} /> {t(side)}
              </dt>
              <dd>{counted(summary[side])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function counted({ inaccuracies, mistakes, blunders }: FaultCount): string {
  if (inaccuracies + mistakes + blunders === 0) return t("faultless");
  return [t("inaccuracies", { n: inaccuracies }), t("mistakes", { n: mistakes }), t("blunders", { n: blunders })].join(
    t("comma"),
  );
}

/** The move that led here: what it cost, and what was better. */
function Here({ analyst }: { analyst: Analyst }) {
  const { session } = analyst;
  const { at, line } = session.cursor.value;
  const record = session.record.value;
  const node = session.node.value;
  const ours = analyst.judged.value;
  const all = useMemo(() => marks({ record, line }, ours), [record, line, ours]);
  const marked = all.find((one) => one.at === at);
  const before = node.id === ROOT ? undefined : ours.get(node.parent);
  const here = ours.get(node.id);
  if (!marked && !before && !here) return null;
  return (
    <section class="here" aria-label={t("analysisHere")}>
      {marked && (
        <p class={`fault ${marked.fault}`} role="status">
          <strong>
            {markedWords(record, node)} {SIGNS[marked.fault]}
          </strong>{" "}
          {marked.fault === "missedMate" && before?.missedMate
            ? e("missedMateIn", { n: before.missedMate })
            : e(marked.fault)}
          {marked.loss > 0 && <span class="muted"> −{marked.loss}%</span>}
        </p>
      )}
      {marked && before?.next === node.id && before.why && <p>{before.why}</p>}
      {before?.score && before.best[0]?.usi !== node.usi && before.best.length > 0 && !node.end && (
        <LineRow
          analyst={analyst}
          of={node.parent}
          label={t("betterLine")}
          line={{ score: before.score, win: before.win, moves: before.best }}
          record={record}
        />
      )}
      {here?.score && here.best.length > 0 && (
        <LineRow
          analyst={analyst}
          of={node.id}
          label={t("bestLine")}
          line={{ score: here.score, win: here.win, moves: here.best }}
          record={record}
        />
      )}
      {here?.second && here.second.moves.length > 0 && (
        <LineRow analyst={analyst} of={node.id} label={t("secondLine")} line={here.second} record={record} />
      )}
    </section>
  );
}

interface LineRowProps {
  analyst: Analyst;
  /** The node the line goes on from. */
  of: number;
  label?: string;
  line: Line;
  record: GameRecord;
  /** A line of the other side, as if the one to move had passed: it cannot be played. */
  isThreat?: boolean;
}

/** A line with its score, and a button that makes it a variation. */
function LineRow({ analyst, of, label, line, record, isThreat }: LineRowProps) {
  const node = record.nodes[of];
  const mover: Side = node ? sideAt(record, node) : "sente";
  const side = isThreat ? other(mover) : mover;
  return (
    <div class="line-row">
      {label && <span class="label muted">{label}</span>}
      <strong class="value">
        {scoreWords(line.score, side)}
        <small> {percent(forSente(line.win, side))}%</small>
      </strong>
      <span class="words">{lineWords(line.moves)}</span>
      {!isThreat && (
        <Button
          look="quiet"
          class="keep"
          aria-label={`${t("keepLine")}: ${line.moves[0] ? notated(line.moves[0]) : ""}`}
          title={t("keepLine")}
          onClick={() => void keep(analyst, of, line.moves)}
        >
          +
        </Button>
      )}
    </div>
  );
}

const other = (side: Side): Side => (side === "sente" ? "gote" : "sente");

async function keep(analyst: Analyst, of: number, moves: readonly MoveText[]): Promise<void> {
  try {
    await analyst.keep(of, moves);
  } catch (cause) {
    toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
  }
}

/** The position on the board, thought about as long as one looks at it. */
function Live({ analyst }: { analyst: Analyst }) {
  const { live, count, threat, thought, liveError } = analyst;
  const node = analyst.session.node.value;
  const record = analyst.session.record.value;
  const now = thought.value?.of === node.id ? thought.value.thought : null;
  return (
    <section class="live" aria-label={t("live")}>
      <div class="row">
        <Switch
          label={t("live")}
          value={live.value}
          onChange={(on) => {
            live.value = on;
          }}
        />
        {live.value && (
          <>
            <label class="row lines-count">
              <span class="muted">{t("liveLines")}</span>
              <select
                value={count.value}
                onChange={(event) => {
                  count.value = Number(event.currentTarget.value);
                }}
              >
                {[1, 2, 3, 4, 5].map((n) => (
                  <option key={n} value={n}>
                    {n}
                  </option>
                ))}
              </select>
            </label>
            <Switch
              label={t("threat")}
              value={threat.value}
              onChange={(on) => {
                threat.value = on;
              }}
            />
          </>
        )}
      </div>
      {live.value && (
        <>
          {liveError.value && <Refused error={liveError.value} />}
          {!liveError.value && !node.end && (
            <p class="muted depth">
              {now
                ? t(now.done ? "liveDone" : "liveDepth", { depth: now.depth, nodes: now.nodes.toLocaleString() })
                : t("liveBegins")}
            </p>
          )}
          {now?.lines.map((line, index) => (
            <LineRow key={index} analyst={analyst} of={node.id} line={line} record={record} isThreat={threat.value} />
          ))}
        </>
      )}
    </section>
  );
}

/** Thinks along while the switch is on and somebody looks. */
export function useLive(analyst: Analyst): void {
  useSignalEffect(() => {
    const { session, live } = analyst;
    // Another number of lines, or the threat, is another question.
    analyst.count.value;
    analyst.threat.value;
    const node = session.node.value;
    if (!live.value || session.playing.value || node.end) return;
    analyst.thought.value = null;
    let stop = document.hidden ? () => {} : analyst.watch(node.id);
    const look = () => {
      stop();
      stop = document.hidden ? () => {} : analyst.watch(node.id);
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  });
}

const COLOURS = ["green", "blue", "yellow"];

/** The moves the engine likes here: of the live lines, else of the analysis. */
export function engineArrows(analyst: Analyst): Arrow[] {
  if (!analyst.arrows.value) return NONE;
  const node = analyst.session.node.value;
  const live = analyst.live.value && analyst.thought.value?.of === node.id ? analyst.thought.value.thought : null;
  if (live) {
    const colour = (index: number) => (analyst.threat.value ? "red" : (COLOURS[index] ?? "yellow"));
    const all = live.lines.map(({ moves }, index) => moves[0] && arrowOf(moves[0].usi, colour(index)));
    // The best one is drawn last, over the others.
    return all.reverse().flatMap((arrow) => arrow ?? []);
  }
  const best = analyst.judged.value.get(node.id)?.best[0];
  const arrow = best && arrowOf(best.usi, "green");
  return arrow ? [arrow] : NONE;
}
const NONE: Arrow[] = [];

/** Which moves of the line are marked, by their place. */
export function useMarks(analyst: Analyst): ReadonlyMap<number, ReturnType<typeof marks>[number]> {
  const record = analyst.session.record.value;
  const line = analyst.session.line.value;
  const ours = analyst.judged.value;
  return useMemo(() => new Map(marks({ record, line }, ours).map((one) => [one.at, one])), [record, line, ours]);
}
