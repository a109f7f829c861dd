import { expect, test } from "vitest";
import { type KeyAction, type KeyContext, type KeyState, keyStep } from "./keyboard.ts";
import { squareIndex, squareName } from "./squares.ts";

const size = { files: 9, ranks: 9 };
const context: KeyContext = {
  size,
  flipped: false,
  held: { sente: ["R", "P"], gote: ["G"] },
  side: "sente",
  editable: false,
};

/** Presses keys from a square; gives where the cursor is and what was done. */
function press(keys: string[], more: Partial<KeyContext> = {}, from = "5e") {
  let state: KeyState = { cursor: squareIndex(from, size), hand: null, typed: "" };
  const actions: KeyAction[] = [];
  let unhandled = 0;
  for (const key of keys) {
    const result = keyStep(state, { key }, { ...context, ...more });
    if (!result) {
      unhandled += 1;
      continue;
    }
    state = result.state;
    if (result.action.type !== "none") actions.push(result.action);
  }
  return { at: squareName(state.cursor, size), state, actions, unhandled };
}

test.each([
  [["ArrowLeft"], "6e"],
  [["ArrowRight", "ArrowUp"], "4d"],
  [["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"], "5i"],
  [["Home"], "9e"],
  [["End"], "1e"],
  [["PageUp"], "5a"],
])("%s leads to %s", (keys, at) => {
  expect(press(keys).at).toBe(at);
});

test("on a flipped board the arrows go as it is seen", () => {
  expect(press(["ArrowLeft", "ArrowUp"], { flipped: true }).at).toBe("4f");
});

test("Enter and Space act, Escape cancels", () => {
  const types = press(["Enter", " ", "Escape"]).actions.map(({ type }) => type);
  expect(types).toEqual(["press", "press", "cancel"]);
});

test("h goes to the hand of who moves, to the other, and back", () => {
  expect(press(["h"]).state.hand).toEqual({ side: "sente", code: "R" });
  expect(press(["h", "ArrowRight"]).state.hand).toEqual({ side: "sente", code: "P" });
  expect(press(["h", "ArrowRight", "ArrowRight"]).state.hand).toEqual({ side: "sente", code: "R" });
  expect(press(["h", "h"]).state.hand).toEqual({ side: "gote", code: "G" });
  expect(press(["h", "h", "h"]).state.hand).toBeNull();
  expect(press(["h"], { held: { sente: [], gote: ["G"] } }).state.hand?.side).toBe("gote");
  expect(press(["h"], { held: { sente: [], gote: [] } }).state.hand).toBeNull();
});

test("a digit begins a typed move that Enter plays", () => {
  const { actions, state } = press([..."7g7f", "Enter"]);
  expect(actions).toEqual([{ type: "typed", text: "7g7f" }]);
  expect(state.typed).toBe("");
});

test("a capital begins a typed drop; h and n are letters then", () => {
  expect(press([..."P*5h"]).state.typed).toBe("P*5h");
  expect(press([..."N*5", "Backspace"]).state.typed).toBe("N*");
  expect(press([..."7g", "Escape"]).state.typed).toBe("");
});

test("other keys are left to the page", () => {
  expect(press(["f", "?", "Tab", "Delete"]).unhandled).toBe(4);
  expect(keyStep({ cursor: 0, hand: null, typed: "" }, { key: "ArrowLeft", ctrlKey: true }, context)).toBeNull();
});

test("the editor removes and turns men", () => {
  const types = press(["Delete", "+"], { editable: true }).actions.map(({ type }) => type);
  expect(types).toEqual(["remove", "turn"]);
});
