import { render } from "preact";
import { expect, test } from "vitest";
import { rich } from "./rules.tsx";

function drawn(html: string): string {
  const box = document.createElement("div");
  render(<div>{rich(html)}</div>, box);
  return box.innerHTML;
}

test("paragraphs and lists come through", () => {
  expect(drawn("<ul><li>One <strong>two</strong></li></ul>")).toBe(
    "<div><ul><li>One <strong>two</strong></li></ul></div>",
  );
});

test("scripts, handlers and foreign elements do not", () => {
  const html = '<p onclick="x()">a<img src=x onerror=alert(1)><a href="javascript:x">b</a><script>c()</script></p>';
  expect(drawn(html)).toBe("<div><p>ab</p></div>");
});

test("escaped markup stays text", () => {
  expect(drawn("<li>&lt;b&gt;</li>")).toBe("<div><li>&lt;b&gt;</li></div>");
});
