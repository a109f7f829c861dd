// Where findings stand in a text. The server counts lines and columns from 1, columns in characters (code points).

/** What an underline needs of a finding. */
export interface Place {
  severity: "error" | "warning" | "info";
  line?: number | null;
  column?: number | null;
  endLine?: number | null;
  endColumn?: number | null;
}

/** A run of characters of one line, and which findings (by index) concern it. */
export interface Segment {
  text: string;
  findings: number[];
}

interface Range {
  from: number;
  to: number;
  index: number;
}

/** Lines as the server counts them: `\r\n` and `\n` end a line. */
export function splitLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/**
 * Each line of the text cut into segments, so that the finding's words can be underlined where they stand. A finding
 * about nothing (a place between two characters) marks the character after it, or a blank at the end of the line.
 */
export function segments(text: string, findings: readonly Place[]): Segment[][] {
  const lines = splitLines(text);
  const ranges = new Map<number, Range[]>();
  findings.forEach((finding, index) => {
    for (const [line, range] of rangesOf(finding, index, lines)) ranges.set(line, [...(ranges.get(line) ?? []), range]);
  });
  return lines.map((line, at) => {
    const marked = ranges.get(at);
    // Most lines of a long file have nothing to mark: they are not taken apart into characters.
    return marked ? cut([...line], marked) : [{ text: line, findings: [] }];
  });
}

/** The findings that begin on each line, by index; those without a place are under line 0. */
export function byLine(findings: readonly Place[], lines: number): Map<number, number[]> {
  const out = new Map<number, number[]>();
  findings.forEach((finding, index) => {
    const line = finding.line == null ? 0 : Math.min(Math.max(finding.line, 1), lines);
    const there = out.get(line);
    if (there) there.push(index);
    else out.set(line, [index]);
  });
  return out;
}

/** The worst severity of some findings, or null of none. */
export function worst(findings: readonly Place[], of?: readonly number[]): Place["severity"] | null {
  const some = of ? of.map((index) => findings[index]) : findings;
  for (const severity of ["error", "warning", "info"] as const) {
    if (some.some((finding) => finding?.severity === severity)) return severity;
  }
  return null;
}

/** The place of a finding as an offset into the text (UTF-16, as text fields count), to put the cursor there. */
export function offsets(text: string, finding: Place): { start: number; end: number } | null {
  if (finding.line == null || finding.column == null) return null;
  const start = offset(text, finding.line, finding.column);
  const end = offset(text, finding.endLine ?? finding.line, finding.endColumn ?? finding.column);
  return { start, end: Math.max(start, end) };
}

function offset(text: string, line: number, column: number): number {
  let at = 0;
  for (let skipped = 1; skipped < line; skipped++) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  const end = text.indexOf("\n", at);
  const rest = [...text.slice(at, end < 0 ? text.length : end)];
  return at + rest.slice(0, Math.max(column - 1, 0)).join("").length;
}

function* rangesOf(finding: Place, index: number, lines: string[]): Generator<[number, Range]> {
  if (finding.line == null || finding.column == null || lines.length === 0) return;
  const first = clamp(finding.line - 1, 0, lines.length - 1);
  const last = clamp((finding.endLine ?? finding.line) - 1, first, lines.length - 1);
  for (let line = first; line <= last; line++) {
    const length = [...(lines[line] ?? "")].length;
    const from = line === first ? clamp(finding.column - 1, 0, length) : 0;
    let to = line === last ? clamp((finding.endColumn ?? finding.column) - 1, 0, length) : length;
    if (first === last && to <= from) to = from + 1;
    if (to > from) yield [line, { from, to, index }];
  }
}

function cut(line: string[], ranges: Range[]): Segment[] {
  const length = ranges.reduce((most, range) => Math.max(most, range.to), line.length);
  const edges = new Set([0, length]);
  for (const range of ranges) edges.add(range.from).add(range.to);
  const sorted = [...edges].sort((a, b) => a - b);
  const out: Segment[] = [];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [from, to] = [sorted[i] ?? 0, sorted[i + 1] ?? 0];
    const text = line
      .slice(from, to)
      .join("")
      .padEnd(from >= line.length ? 1 : 0, " ");
    const findings = ranges.filter((range) => range.from <= from && range.to >= to).map((range) => range.index);
    out.push({ text, findings });
  }
  return out;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/**
 * The findings about an older text that still hold for the newer one: those that end before the first change. The rest
 * waits for the next check rather than marking words it does not mean.
 */
export function stillTrue<F extends Place>(findings: readonly F[], before: string, now: string): F[] {
  if (before === now) return [...findings];
  let same = 0;
  while (same < before.length && before[same] === now[same]) same++;
  return findings.filter((finding) => {
    const found = offsets(before, finding);
    return found !== null && found.end < same;
  });
}
