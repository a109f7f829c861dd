import { render } from "preact";
import { describe, expect, it } from "vitest";
import { SafeHtml } from "./safe-html.tsx";

function check(html: string, expected: string) {
  const box = document.createElement("div");
  render(<SafeHtml html={html} />, box);
  expect(box.innerHTML).toBe(expected);
}

describe("HTML of the server", () => {
  it("is shown in plain elements", () => check("<ul><li>a <b>b</b></li></ul>", "<ul><li>a <b>b</b></li></ul>"));
  it("loses attributes", () => check('<p onclick="x()" style="color:red">a</p>', "<p>a</p>"));
  it("loses scripts and pictures, but no words", () => {
    check(
      '<script>x()</script><img src=x onerror="x()"><a href="javascript:x()">a</a><svg><b>c</b></svg>',
      "a<b>c</b>",
    );
  });
  it("shows escaped markup as text", () => check("<p>&lt;b&gt;x</p>", "<p>&lt;b&gt;x</p>"));
});
