import { describe, expect, test } from "vitest";
import { match } from "./router.ts";

describe("addresses", () => {
  const cases: [pattern: string, path: string, parts: Record<string, string> | null][] = [
    ["/", "/", {}],
    ["/", "/kifu", null],
    ["/kifu/:id", "/kifu/k-1", { id: "k-1" }],
    ["/kifu/:id", "/kifu/k-1/", { id: "k-1" }],
    ["/kifu/:id", "/kifu/", null],
    ["/kifu/:id", "/kifu/a/b", null],
    ["/play/:variant", "/play/chu", { variant: "chu" }],
  ];
  test.each(cases)("%s and %s", (pattern, path, parts) => {
    expect(match(pattern, path)).toEqual(parts);
  });
});
