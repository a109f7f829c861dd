/** The moves of the current line. Rows are drawn when the line changes; stepping only moves the highlight. */
import { useSignalEffect } from "@preact/signals";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { settings } from "../../app/settings.ts";
import { t } from "../messages.ts";
import { clock, times } from "../model/charts.ts";
import { goTo } from "../model/cursor.ts";
import { type GameRecord, nodeAt, type RecordNode, ROOT } from "../model/record.ts";
import { isMarked } from "../model/remarks.ts";
import type { Session } from "../session.ts";
import { choiceAt, markedWords } from "./words.ts";

/** The height of a row, as the style sheet has it. */
const ROW = 32;

export function MoveList({ session }: { session: Session }) {
  const list = useRef<HTMLOListElement>(null);
  const marked = useRef<Element | null>(null);
  const record = session.record.value;
  const line = session.line.value;
  const hasTimes = useMemo(() => times({ record, line }).length > 0, [record, line]);
  const mark = (at: number) => {
    const row = list.current?.children[at]?.firstElementChild ?? null;
    if (row === marked.current) return;
    marked.current?.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "step");
    marked.current = row;
    const box = list.current;
    if (box) box.scrollTop = at * ROW - box.clientHeight / 2 + ROW / 2;
  };
  useSignalEffect(() => mark(session.cursor.value.at));
  // Rows drawn anew lose their highlight.
  useLayoutEffect(() => {
    marked.current = null;
    mark(session.cursor.peek().at);
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: each row is a button; the list hears them all
    <ol
      class={`move-list ${hasTimes ? "" : "timeless"}`}
      ref={list}
      tabIndex={-1}
      onClick={(event) => {
        const row = (event.target as Element).closest("[data-at]");
        if (row) session.go((cursor) => goTo(cursor, Number(row.getAttribute("data-at"))));
      }}
    >
      {line.map((id, at) => (
        <Row
          key={id}
          at={at}
          node={nodeAt(record, id)}
          choice={choiceAt(record, nodeAt(record, id))}
          record={record}
          language={settings.language.value}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  at: number;
  node: RecordNode;
  /** How many moves stand side by side here. */
  choice: number;
  record: GameRecord;
  language: string;
}

const Row = memo(
  function Row({ at, node, choice, record }: RowProps) {
    return (
      <li class={node.illegal || (!node.usi && !node.end && node.id !== ROOT) ? "bad" : ""}>
        <button type="button" data-at={at} title={node.illegal?.message}>
          <span class="number">{at > 0 ? at : ""}</span>
          <span class="words">{markedWords(record, node)}</span>
          <span class="signs">
            {choice > 1 && (
              <span class="fork" title={t("branches")}>
                <span class="hidden-text">{t("branches")} </span>⑂{choice}
              </span>
            )}
            {node.bookmarks.length > 0 && <span title={node.bookmarks.join("\n")}>🔖</span>}
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
  (a, b) => a.node === b.node && a.at === b.at && a.choice === b.choice && a.language === b.language,
);
