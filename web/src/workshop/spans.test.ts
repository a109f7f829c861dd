import { describe, expect, it } from "vitest";
import { byLine, offsets, segments, stillTrue, worst } from "./spans.ts";

const at = (line: number, column: number, endLine: number, endColumn: number) =>
  ({ severity: "error", line, column, endLine, endColumn }) as const;

function check(text: string, findings: ReturnType<typeof at>[], expected: string) {
  const marked = segments(text, findings).map((line) =>
    line.map((s) => (s.findings.length ? `[${s.text}${s.findings.join("")}]` : s.text)).join(""),
  );
  expect(marked.join("\n")).toBe(expected);
}

describe("findings in a text", () => {
  it("marks the words and leaves the rest", () => {
    check("slides diagonaly back", [at(1, 8, 1, 17)], "slides [diagonaly0] back");
  });
  it("counts characters, not UTF-16 units", () => {
    check("𠵇は前に\n後ろへ𠮷", [at(1, 3, 1, 5), at(2, 4, 2, 5)], "𠵇は[前に0]\n後ろへ[𠮷1]");
  });
  it("marks every line of a finding over several lines", () => {
    check("ab\ncd\nef", [at(1, 2, 3, 2)], "a[b0]\n[cd0]\n[e0]f");
  });
  it("cuts where findings overlap", () => {
    check("abcd", [at(1, 1, 1, 4), at(1, 3, 1, 5)], "[ab0][c01][d1]");
  });
  it("shows a place between characters, at the end of a line too", () => {
    check("ab\n", [at(1, 2, 1, 2), at(1, 3, 1, 3), at(2, 1, 2, 1)], "a[b0][ 1]\n[ 2]");
  });
  it("keeps to the text when a place is beyond it", () => {
    check("ab", [at(9, 9, 9, 12)], "ab[ 0]");
  });
  it("ends lines as the server does", () => {
    check("a\r\nb", [at(2, 1, 2, 2)], "a\n[b0]");
  });
  it("does not mark findings without a place", () => {
    expect(segments("ab", [{ severity: "info" }])).toEqual([[{ text: "ab", findings: [] }]]);
  });
});

describe("findings by line", () => {
  it("are under their first line, or under 0", () => {
    const found = byLine([at(2, 1, 3, 1), { severity: "info" }, at(2, 4, 2, 5), at(9, 1, 9, 1)], 3);
    expect([...found]).toEqual([
      [2, [0, 2]],
      [0, [1]],
      [3, [3]],
    ]);
  });
  it("have a worst severity", () => {
    const findings = [{ severity: "info" }, { severity: "warning" }] as const;
    expect(worst(findings)).toBe("warning");
    expect(worst(findings, [0])).toBe("info");
    expect(worst([])).toBeNull();
  });
});

describe("the cursor", () => {
  it("goes to the words of a finding in a text field", () => {
    const text = "𠵇a\r\nbcd";
    expect(offsets(text, at(1, 2, 1, 3))).toEqual({ start: 2, end: 3 });
    expect(offsets(text, at(2, 2, 2, 3))).toEqual({ start: 6, end: 7 });
    expect(text.slice(6, 7)).toBe("c");
    expect(offsets(text, at(7, 1, 7, 1))).toEqual({ start: text.length, end: text.length });
    expect(offsets(text, { severity: "info" })).toBeNull();
  });
});

describe("findings about a text that has changed since", () => {
  const findings = [at(1, 1, 1, 3), at(1, 4, 1, 6), { severity: "info" as const }];
  it("hold as long as they end before the change", () => {
    expect(stillTrue(findings, "ab cd ef", "ab cd xx")).toEqual(findings.slice(0, 2));
    expect(stillTrue(findings, "ab cd ef", "ab xcd ef")).toEqual(findings.slice(0, 1));
    expect(stillTrue(findings, "ab cd ef", "ab cd ef")).toEqual(findings);
  });
});
