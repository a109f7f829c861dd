// A text field with the findings under the words they concern. The marks are drawn behind a plain textarea, so typing,
// undo, spelling and screen readers are the browser's own; what is found is also told in a list beside it.
import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";
import type { Finding } from "../app/api.ts";
import { byLine, offsets, type Segment, segments, stillTrue, worst } from "./spans.ts";

/** What a page can ask of the field. */
export interface MarkedTextHandle {
  /** Puts the cursor on the words of a finding and brings them into view. */
  show: (finding: Finding) => void;
}

interface Props {
  id?: string;
  label?: string;
  value: string;
  onInput: (value: string) => void;
  findings: readonly Finding[];
  /** The text the findings are about. */
  of: string;
  /** A file: numbered lines that are not wrapped. */
  file?: boolean;
  rows?: number;
  placeholder?: string;
  handle?: Ref<MarkedTextHandle>;
}

/** Height of a line of a file in pixels, as the style sheet has it. */
const LINE = 22;

export function MarkedText({ id, label, value, onInput, findings, of, file, rows = 4, placeholder, handle }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const held = useMemo(() => stillTrue(findings, of, value), [findings, of, value]);
  const lines = useMemo(() => segments(value, held), [value, held]);
  const scroll = () => {
    const from = field.current;
    if (!from || !marks.current) return;
    marks.current.scrollTop = from.scrollTop;
    marks.current.scrollLeft = from.scrollLeft;
    if (file) setView({ top: from.scrollTop, height: from.clientHeight });
  };
  useEffect(scroll, [value, file]);
  useImperativeHandle(handle ?? null, () => ({
    show(finding: Finding) {
      const found = offsets(value, finding);
      if (!field.current || !found) return;
      field.current.focus();
      field.current.setSelectionRange(found.start, found.end);
      if (file && finding.line) field.current.scrollTop = Math.max(0, (finding.line - 4) * LINE);
    },
  }));
  const first = file ? Math.max(0, Math.floor(view.top / LINE) - 10) : 0;
  const last = file ? Math.min(lines.length, Math.ceil((view.top + view.height) / LINE) + 10) : lines.length;
  return (
    <div class={file ? "marked file" : "marked"}>
      {file && <Gutter findings={held} first={first} last={last} count={lines.length} top={view.top} />}
      <div class="marked-field">
        <div class="marks" aria-hidden="true" ref={marks}>
          <div style={file ? { height: `${lines.length * LINE}px`, paddingTop: `${first * LINE}px` } : undefined}>
            {lines.slice(first, last).map((line, at) => (
              <Line key={first + at} line={line} findings={held} />
            ))}
          </div>
        </div>
        <textarea
          id={id}
          ref={field}
          aria-label={label}
          value={value}
          rows={rows}
          placeholder={placeholder}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          aria-invalid={worst(held) === "error"}
          onInput={(event) => onInput(event.currentTarget.value)}
          onScroll={scroll}
        />
      </div>
    </div>
  );
}

function Line({ line, findings }: { line: Segment[]; findings: readonly Finding[] }) {
  return (
    <div class="line">
      {line.map((segment, at) => {
        const severity = worst(findings, segment.findings);
        return (
          <span key={at} class={severity && segment.findings.length ? `mark ${severity}` : undefined}>
            {segment.text}
          </span>
        );
      })}
      {"\u200b"}
    </div>
  );
}

interface GutterProps {
  findings: readonly Finding[];
  first: number;
  last: number;
  count: number;
  top: number;
}

function Gutter({ findings, first, last, count, top }: GutterProps) {
  const found = useMemo(() => byLine(findings, count), [findings, count]);
  const numbers = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at + 1);
  return (
    <div class="gutter" aria-hidden="true">
      <div style={{ transform: `translateY(${first * LINE - top}px)` }}>
        {numbers.map((line) => (
          <div key={line} class={worst(findings, found.get(line) ?? []) ?? undefined}>
            {line}
          </div>
        ))}
      </div>
    </div>
  );
}
