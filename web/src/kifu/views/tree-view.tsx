/** The tree as a drawing: a few paths, however many moves there are, and a ring around the current one. */
import { useComputed, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../messages.ts";
import { goToNode } from "../model/cursor.ts";
import { type Layout, layout } from "../model/layout.ts";
import { branches, type GameRecord, nodeAt, ROOT } from "../model/record.ts";
import { isMarked } from "../model/remarks.ts";
import type { Session } from "../session.ts";
import { Branches } from "./branches.tsx";
import { useSeen } from "./seen.ts";
import { moveWords } from "./words.ts";

/** Room for a move beside its node. */
const STEP_X = 78;
const STEP_Y = 20;
const LEFT = 44;
const TOP = 14;
const RADIUS = 5;
/** Of larger trees only the moves at forks are written: that many words take long to draw. */
const MOST_WORDS = 1500;

export function TreeView({ session }: { session: Session }) {
  const record = session.record.value;
  const laid = useMemo(() => layout(record), [record]);
  const paths = useMemo(() => pathsOf(record, laid), [record, laid]);
  const labelled = useMemo(() => labelledOf(record, laid), [record, laid]);
  const scroll = useRef<HTMLElement>(null);
  const width = LEFT + laid.columns * STEP_X + 8;
  const height = TOP * 2 + (laid.rows - 1) * STEP_Y;
  const line = session.line.value;
  const way = useMemo(() => wayOf(line, laid), [line, laid]);
  const ring = useComputed(() => laid.of(session.node.value.id));
  const here = useRef<SVGCircleElement>(null);
  const bring = () => {
    const place = ring.peek();
    const { left, top, wide, high } = seen.current;
    const box = scroll.current;
    if (!place || !box || high === 0) return;
    const [x, y] = [px(place.x), py(place.y)];
    if (y < top + 40 || y > top + high - 40) box.scrollTop = y - high / 2;
    if (x < left + 40 || x > left + wide - 40) box.scrollLeft = x - wide / 2;
  };
  const seen = useSeen(scroll, bring);
  // A step moves the ring and nothing else: the rest of the drawing stays as it is.
  const mark = () => {
    const place = ring.peek();
    here.current?.toggleAttribute("hidden", !place);
    if (!place) return;
    here.current?.setAttribute("cx", String(px(place.x)));
    here.current?.setAttribute("cy", String(py(place.y)));
  };
  useSignalEffect(() => {
    ring.value;
    mark();
    const frame = requestAnimationFrame(bring);
    return () => cancelAnimationFrame(frame);
  });
  useLayoutEffect(() => {
    mark();
    bring();
  }, [laid]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="tree" ref={scroll} tabIndex={0} aria-label={t("tree")}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the page walk the tree */}
        <svg
          role="img"
          aria-label={t("treeOf", { n: branches(record) })}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const x = Math.round((event.clientX - box.left - LEFT) / STEP_X);
            const y = Math.round((event.clientY - box.top - TOP) / STEP_Y);
            const id = laid.at(x, y);
            if (id !== undefined) session.go((cursor) => goToNode(cursor, id));
          }}
        >
          {Array.from({ length: Math.ceil(laid.rows / 10) }, (_, row) => (
            <text key={row} x={LEFT - 16} y={TOP + row * 10 * STEP_Y + 4} class="ply">
              {row * 10}
            </text>
          ))}
          <path class="edges" d={paths.edges} />
          <path class="way" d={way} />
          <path class="nodes" d={paths.plain} />
          <path class="nodes marked" d={paths.marked} />
          <path class="nodes ends" d={paths.ends} />
          <path class="nodes bad" d={paths.bad} />
          {labelled.map(({ id, x, y }) => (
            <text key={id} class="move" x={px(x) + RADIUS + 4} y={py(y) + 4}>
              {moveWords(nodeAt(record, id))}
            </text>
          ))}
          <circle class="here" ref={here} r={RADIUS + 3} />
        </svg>
      </section>
      <Branches session={session} />
    </>
  );
}

/** The nodes beside which their move is written. */
function labelledOf(record: GameRecord, laid: Layout) {
  const isFork = (id: number) => nodeAt(record, nodeAt(record, id).parent).children.length > 1;
  const all = laid.placed.filter(({ id }) => id !== ROOT);
  return (all.length <= MOST_WORDS ? all : all.filter(({ id }) => isFork(id))).slice(0, 2 * MOST_WORDS);
}

const px = (x: number) => LEFT + x * STEP_X;
const py = (y: number) => TOP + y * STEP_Y;

function pathsOf(record: GameRecord, laid: Layout): Record<"edges" | "plain" | "marked" | "ends" | "bad", string> {
  const parts = {
    edges: [] as string[],
    plain: [] as string[],
    marked: [] as string[],
    ends: [] as string[],
    bad: [] as string[],
  };
  for (const { id, x, y } of laid.placed) {
    const node = nodeAt(record, id);
    const kind =
      node.illegal || (y > 0 && !node.usi && !node.end)
        ? "bad"
        : node.end
          ? "ends"
          : isMarked(node)
            ? "marked"
            : "plain";
    parts[kind].push(disc(px(x), py(y)));
    const above = laid.of(node.parent);
    if (above) parts.edges.push(edge(above.x, above.y, x, y));
  }
  return Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, list.join("")])) as ReturnType<
    typeof pathsOf
  >;
}

function disc(x: number, y: number): string {
  return `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`;
}

/** Straight down, or over to another column in the gap between two rows. */
function edge(x0: number, y0: number, x1: number, y1: number): string {
  if (x0 === x1) return `M${px(x0)} ${py(y0)}V${py(y1)}`;
  return `M${px(x0)} ${py(y0)}q0 ${STEP_Y / 2} 8 ${STEP_Y / 2}H${px(x1) - 8}q8 0 8 ${STEP_Y / 2}`;
}

/** The way of the current line through the tree. */
function wayOf(line: readonly number[], laid: Layout): string {
  const parts: string[] = [];
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [laid.of(line[at - 1] ?? 0), laid.of(line[at] ?? 0)];
    if (from && to) parts.push(edge(from.x, from.y, to.x, to.y));
  }
  return parts.join("");
}
