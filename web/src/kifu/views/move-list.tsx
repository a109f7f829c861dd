/**
 * The moves of the current line. Only the rows in sight and some around them are in the page, and stepping only moves the
 * highlight: a game of any length steps alike.
 */
import { useSignalEffect } from "@preact/signals";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../../app/settings.ts";
import type { Fault } from "../../engine/calls.ts";
import { t as e } from "../../engine/messages.ts";
import { SIGNS } from "../../engine/words.ts";
import type { Analyst } from "../analyst.ts";
import { t } from "../messages.ts";
import { clock, times } from "../model/charts.ts";
import { goTo } from "../model/cursor.ts";
import { type GameRecord, nodeAt, type RecordNode, ROOT } from "../model/record.ts";
import { isMarked } from "../model/remarks.ts";
import type { Session } from "../session.ts";
import { useMarks } from "./analysis.tsx";
import { Icon } from "./icon.tsx";
import { useSeen } from "./seen.ts";
import { choiceAt, markedWords } from "./words.ts";

/** The height of a row, as the style sheet has it. */
const ROW = 32;
/** How many rows are in the page, and after how many rows of scrolling others are put there. */
const ROWS = 64;
const SHIFT = 16;

export function MoveList({ session, analyst }: { session: Session; analyst: Analyst }) {
  const list = useRef<HTMLOListElement>(null);
  const marked = useRef<Element | null>(null);
  const [from, setFrom] = useState(0);
  const record = session.record.value;
  const line = session.line.value;
  const faults = useMarks(analyst);
  const hasTimes = useMemo(() => times({ record, line }).length > 0, [record, line]);
  const shown = line.slice(from, from + ROWS);
  const mark = () => {
    const { at } = session.cursor.peek();
    const row = list.current?.querySelector(`[data-at="${at}"]`) ?? null;
    if (row === marked.current) return;
    marked.current?.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "step");
    marked.current = row;
  };
  const bring = () => {
    const { top, high } = seen.current;
    const row = session.cursor.peek().at * ROW;
    const [first, last] = [top + 2 * ROW, top + high - 3 * ROW];
    if (!list.current || high === 0 || (row >= first && row <= last)) return;
    // Whoever steps reads on: the next moves come into sight, several at once. Whoever jumps wants to see both sides.
    const isStep = row > first - 3 * ROW && row < last + 3 * ROW && last > first;
    list.current.scrollTop = !isStep ? row - high / 2 + ROW / 2 : row > last ? row - 2 * ROW : row - high + 3 * ROW;
  };
  const seen = useSeen(list, bring);
  useSignalEffect(() => {
    session.cursor.value;
    mark();
    // To scroll is to lay out: once, after everything else that a step changes.
    const frame = requestAnimationFrame(bring);
    return () => cancelAnimationFrame(frame);
  });
  // Rows that were not in the page a moment ago. Another line also may be somewhere else.
  useLayoutEffect(mark, [line, from, record]);
  useLayoutEffect(bring, [line]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: each row is a button; the list hears them all
    <ol
      class={`move-list ${hasTimes ? "" : "timeless"}`}
      ref={list}
      tabIndex={-1}
      onScroll={(event) => {
        const first = Math.floor(event.currentTarget.scrollTop / ROW / SHIFT) * SHIFT - SHIFT;
        setFrom(Math.max(0, Math.min(first, Math.max(0, line.length - SHIFT))));
      }}
      onClick={(event) => {
        const row = (event.target as Element).closest("[data-at]");
        if (row) session.go((cursor) => goTo(cursor, Number(row.getAttribute("data-at"))));
      }}
    >
      <li class="space" aria-hidden="true" style={{ height: `${from * ROW}px` }} />
      {shown.map((id, index) => (
        <Row
          key={id}
          at={from + index}
          all={line.length}
          node={nodeAt(record, id)}
          choice={choiceAt(record, nodeAt(record, id))}
          fault={faults.get(from + index)?.fault ?? null}
          record={record}
          language={settings.language.value}
        />
      ))}
      <li class="space" aria-hidden="true" style={{ height: `${(line.length - from - shown.length) * ROW}px` }} />
    </ol>
  );
}

interface RowProps {
  at: number;
  all: number;
  node: RecordNode;
  /** How many moves stand side by side here. */
  choice: number;
  /** What is thought of the move. */
  fault: Fault | null;
  record: GameRecord;
  language: string;
}

const Row = memo(
  function Row({ at, all, node, choice, fault, record }: RowProps) {
    const isBad = node.illegal !== null || (!node.usi && !node.end && node.id !== ROOT);
    return (
      <li class={isBad ? "bad" : ""} aria-setsize={all} aria-posinset={at + 1}>
        <button type="button" data-at={at} title={node.illegal?.message}>
          <span class="number">{at > 0 ? at : ""}</span>
          <span class="words">{markedWords(record, node)}</span>
          <span class="signs">
            {fault && (
              <span class={`fault ${fault}`} title={e(fault)}>
                <span aria-hidden="true">{SIGNS[fault]}</span>
                <span class="hidden-text">{e(fault)}</span>
              </span>
            )}
            {choice > 1 && (
              <span class="fork" title={t("branches")}>
                <span class="hidden-text">{t("branches")} </span>
                <Icon name="fork" />
                {choice}
              </span>
            )}
            {node.bookmarks.length > 0 && (
              <span class="mark" title={node.bookmarks.join("\n")}>
                <span class="hidden-text">{t("bookmark")}</span>
                <Icon name="bookmark" />
              </span>
            )}
            {isMarked(node) && node.bookmarks.length === 0 && (
              <span class="dot" title={t("comment")}>
                <span class="hidden-text">{t("comment")}</span>
              </span>
            )}
          </span>
          <span class="time">{node.timeMs === null ? "" : clock(node.timeMs)}</span>
        </button>
      </li>
    );
  },
  (a, b) =>
    a.node === b.node && a.at === b.at && a.choice === b.choice && a.fault === b.fault && a.language === b.language,
);
