import { describe, expect, it } from "vitest";
import { begin, MOST_STEPS, push, redo, undo } from "./history.ts";

describe("undo and redo", () => {
  it("go back and forth", () => {
    const three = push(push(begin("a"), "b"), "c");
    const back = undo(undo(three));
    expect([back.present, undo(back).present]).toEqual(["a", "a"]);
    expect(redo(redo(redo(back))).present).toBe("c");
  });
  it("forget what was undone when something new is done", () => {
    const changed = push(undo(push(begin("a"), "b")), "c");
    expect(redo(changed)).toBe(changed);
    expect(undo(changed).present).toBe("a");
  });
  it("take no step to the same value", () => {
    const one = begin("a");
    expect(push(one, "a")).toBe(one);
  });
  it("keep a bounded number of steps", () => {
    let history = begin(0);
    for (let i = 1; i < MOST_STEPS * 2; i++) history = push(history, i);
    expect(history.past).toHaveLength(MOST_STEPS);
    expect(history.past[0]).toBe(MOST_STEPS - 1);
  });
});
