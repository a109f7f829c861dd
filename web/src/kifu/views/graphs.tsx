/** Time and evaluation along the current line; a click goes to the move. */
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Choice, SideMark } from "../../app/widgets.tsx";
import type { Analyst } from "../analyst.ts";
import { t } from "../messages.ts";
import { type Judgement, judgements, type Marked, marks } from "../model/analysis.ts";
import { clock, type Spent, times } from "../model/charts.ts";
import { goTo } from "../model/cursor.ts";
import type { Session } from "../session.ts";

const HIGH = 120;

export function TimeChart({ session }: { session: Session }) {
  const line = session.line.value;
  const record = session.record.value;
  const list = useMemo(() => times({ record, line }), [record, line]);
  if (list.length === 0) return <p class="muted">{t("noTimes")}</p>;
  const longest = Math.max(...list.map(({ ms }) => ms), 1);
  const total = (side: "sente" | "gote") => list.findLast((one) => one.side === side)?.total ?? 0;
  const { at } = session.cursor.value;
  const here = list.find((one) => one.at === at);
  return (
    <figure class="chart">
      <figcaption>
        <h3>{t("times")}</h3>
        <span class="muted">
          <SideMark side="sente" /> {clock(total("sente"))} <SideMark side="gote" /> {clock(total("gote"))}
          {here && ` · ${t("plyNo", { n: at })} ${clock(here.ms)}`}
        </span>
      </figcaption>
      <Plot session={session} label={t("times")} plies={line.length}>
        <path class="bars sente" d={bars(list, "sente", longest)} />
        <path class="bars gote" d={bars(list, "gote", longest)} />
        <path class="axis" d={`M0 ${HIGH / 2}H${line.length}`} />
      </Plot>
    </figure>
  );
}

/** Sente's bars go up, gote's down; by the root of the time, so that short moves can be seen beside long ones. */
function bars(list: readonly Spent[], side: "sente" | "gote", longest: number): string {
  const way = side === "sente" ? -1 : 1;
  return list
    .filter((one) => one.side === side && one.ms > 0)
    .map(
      ({ at, ms }) =>
        `M${at - 0.4} ${HIGH / 2}v${way * Math.max(1, Math.sqrt(ms / longest) * (HIGH / 2 - 4))}h.8V${HIGH / 2}Z`,
    )
    .join("");
}

export function EvaluationChart({ session, analyst }: { session: Session; analyst: Analyst }) {
  const line = session.line.value;
  const record = session.record.value;
  const ours = analyst.judged.value;
  const [by, setBy] = useState<"chance" | "score">("chance");
  const list = useMemo(() => judgements({ record, line }, ours), [record, line, ours]);
  const drawing = useMemo(() => draw(list, marks({ record, line }, ours), by), [list, by]);
  if (list.length === 0) return analyst.progress.value ? null : <p class="muted">{t("noEvaluation")}</p>;
  const here = list.findLast((one) => one.at <= session.cursor.value.at);
  return (
    <figure class="chart">
      <figcaption>
        <Choice
          label={t("evaluation")}
          value={by}
          choices={[
            { value: "chance", label: t("winRate") },
            { value: "score", label: t("score") },
          ]}
          onChoose={setBy}
        />
        <span class="muted">{here && spoken(here)}</span>
      </figcaption>
      <Plot session={session} label={t("evaluation")} plies={line.length}>
        <path class="area" d={drawing.area} />
        <path class="curve" d={drawing.curve} />
        <path class="axis" d={`M0 ${HIGH / 2}H${line.length}`} />
        {DOTTED.map((fault) => drawing[fault] && <path key={fault} class={`dots ${fault}`} d={drawing[fault]} />)}
      </Plot>
    </figure>
  );
}

/** Faults that are seen in the graph; an only move is nothing to be sorry for. */
const DOTTED = ["inaccuracy", "mistake", "blunder", "missedMate"] as const;

/** The paths of the graph: however long the game is, a handful. */
export function draw(
  list: readonly Judgement[],
  marked: readonly Marked[],
  by: "chance" | "score",
): { area: string; curve: string } & Partial<Record<string, string>> {
  const height = (one: Judgement) => (HIGH - HIGH * (by === "chance" ? one.chance : bounded(one))).toFixed(1);
  const points = list.map((one) => `${one.at} ${height(one)}`);
  const [first, end] = [list[0]?.at ?? 0, list.at(-1)?.at ?? 0];
  const at = new Map(list.map((one) => [one.at, one]));
  const dots: Partial<Record<string, string>> = {};
  for (const { at: place, fault } of marked) {
    const one = at.get(place);
    // A line of no length with round ends is a dot, however the drawing is stretched.
    if (one) dots[fault] = `${dots[fault] ?? ""}M${place} ${height(one)}h0`;
  }
  return {
    ...dots,
    area: `M${first} ${HIGH / 2}L${points.join("L")}L${end} ${HIGH / 2}Z`,
    curve: `M${points.join("L")}`,
  };
}

/** A score between 0 and 1: all beyond 2000 is won. */
function bounded({ score, chance }: Judgement): number {
  return score === null ? chance : 0.5 + Math.max(-2000, Math.min(2000, score)) / 4000;
}

function spoken({ at, score, mate, chance }: Judgement): string {
  const points = score === null ? "" : `${score > 0 ? "+" : ""}${score} · `;
  const value = mate === null ? points : `${mate === 0 ? t("mate") : t("mateIn", { n: Math.abs(mate) })} · `;
  return `${t("plyNo", { n: at })} ${value}☗ ${Math.round(chance * 100)}%`;
}

interface PlotProps {
  session: Session;
  label: string;
  plies: number;
  children: ComponentChildren;
}

/** A drawing over the plies of a line, with the current one marked. */
function Plot({ session, label, plies, children }: PlotProps) {
  const { at } = session.cursor.value;
  const jump = (event: TargetedMouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.round(((event.clientX - box.left) / box.width) * plies);
    session.go((cursor) => goTo(cursor, place));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider is the same for the keyboard
    <svg
      class="plot"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${plies} ${HIGH}`}
      preserveAspectRatio="none"
      onClick={jump}
    >
      {children}
      <path class="now" d={`M${at} 0V${HIGH}`} />
    </svg>
  );
}
