import { afterEach, expect, test, vi } from "vitest";
import "./index.ts";
import type { ShogiBoard } from "./element.ts";
import { SHOGI, SHOGI_START } from "./testkit.ts";
import type { BoardVariant } from "./types.ts";

const MOVES = ["7g7f", "2g2f"];
const AFTER = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

/** A board on the page, and what it tells. */
function board(values: Partial<ShogiBoard> = {}) {
  const element = document.createElement("shogi-board");
  const told: [string, unknown][] = [];
  for (const name of ["move", "refused", "edit", "arrows"]) {
    element.addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail]));
  }
  Object.assign(element, { variant: SHOGI, sfen: SHOGI_START, moves: MOVES, language: "en", ...values });
  document.body.append(element);
  element.update();
  const root = element.shadowRoot as ShadowRoot;
  const cell = (label: string) => root.querySelector(`[role="gridcell"][aria-label^="${label}"]`);
  const key = (key: string) =>
    root.querySelector(".stack")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  return { element, told, root, cell, key };
}

afterEach(() => document.body.replaceChildren());

test("every square is a labelled cell of a grid", () => {
  const { root, cell } = board();
  expect(root.querySelectorAll('[role="grid"] [role="row"] [role="gridcell"]')).toHaveLength(81);
  expect(cell("7g")?.getAttribute("aria-label")).toBe("7g Sente Pawn");
  expect(cell("5e")?.getAttribute("aria-label")).toBe("5e empty");
  expect(root.querySelectorAll(".man")).toHaveLength(40);
});

test("the labels follow the language", () => {
  const { element, root } = board();
  element.language = "ja";
  element.update();
  expect(root.querySelector('[aria-label="７七 先手 歩兵"]')).not.toBeNull();
});

test("a typed move is told and shown at once", () => {
  const { element, told, cell } = board();
  expect(element.typed("76歩")).toBe(true);
  expect(told).toEqual([["move", { usi: "7g7f" }]]);
  expect(cell("7f")?.getAttribute("aria-label")).toBe("7f Sente Pawn");
  expect(element.sfen).toBe(SHOGI_START);
});

test("a typed move that may promote or not asks", () => {
  const sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
  const { element, told, root } = board({ sfen, moves: ["8h3c", "8h3c+"] });
  const asked = () => [...root.querySelectorAll<HTMLElement>(".choice:not([hidden]) button")];
  expect(element.typed("B-3c")).toBe(true);
  expect(asked().map((button) => button.dataset.usi)).toEqual(["8h3c+", "8h3c"]);
  expect(told).toEqual([]);
  asked()[1]?.click();
  expect(told).toEqual([["move", { usi: "8h3c" }]]);
  expect(asked()).toEqual([]);
});

test("until the page answers no other move is taken", () => {
  const { element, told } = board();
  element.typed("7g7f");
  expect(element.typed("2g2f")).toBe(false);
  expect(told).toHaveLength(1);
  Object.assign(element, { sfen: AFTER, moves: ["3c3d"], lastMove: "7g7f" });
  expect(element.typed("3c3d")).toBe(true);
});

test("a refusal takes the move back and says why", () => {
  const { element, root, cell } = board();
  element.typed("7g7f");
  element.refuse("the server is away", ["7g"]);
  expect(cell("7g")?.getAttribute("aria-label")).toContain("Pawn");
  expect(root.querySelector(".bubble")?.textContent).toBe("the server is away");
});

test("the page may wait with moves while it asks: the move stays shown", () => {
  const { element, cell } = board();
  element.typed("7g7f");
  element.moves = null;
  element.update();
  expect(cell("7f")?.getAttribute("aria-label")).toContain("Pawn");
});

test("what is typed and means nothing is refused in words", () => {
  const { element, root, told } = board();
  expect(element.typed("9z9z")).toBe(false);
  expect(root.querySelector(".bubble")?.textContent).toContain("9z9z");
  expect(told).toEqual([]);
});

test("what is typed and is no legal move is explained by the page", () => {
  const { element, told } = board();
  expect(element.typed("7g7e")).toBe(false);
  expect(told).toEqual([["refused", { usi: "7g7e", from: "7g", to: "7e" }]]);
});

test("a move typed in Japanese that cannot be played is explained, too", () => {
  for (const [text, usi] of [
    ["5七玉", "5i5g"],
    ["７五歩", "7g7e"],
    ["55歩打", "P*5e"],
    ["9五香成", "9i9e+"],
  ] as const) {
    const { element, told } = board();
    expect(element.typed(text)).toBe(false);
    expect(told.map(([, detail]) => (detail as { usi: string }).usi)).toEqual([usi]);
  }
});

test("what is typed out of turn says so", () => {
  const { element, root } = board({ moves: null, side: "gote" });
  expect(element.typed("3c3d")).toBe(false);
  expect(root.querySelector(".bubble")?.textContent).toContain("not your turn");
});

test("a move is spoken", () => {
  const { element, root } = board();
  Object.assign(element, { sfen: AFTER, lastMove: "7g7f", moves: [] });
  element.update();
  expect(root.querySelector("[aria-live]")?.textContent).toBe("Sente Pawn to 7f");
});

test("only what differs is drawn anew", () => {
  const { element, root } = board();
  const before = root.querySelector('[aria-label^="2h"] text');
  Object.assign(element, { sfen: AFTER, lastMove: "7g7f", moves: [] });
  element.update();
  expect(root.querySelector('[aria-label^="2h"] text')).toBe(before);
});

test("a position that cannot be read says so, and what is good is shown", () => {
  const { element, root } = board({ sfen: "4k4/9/4Z4/9/9/9/9/9/4K4 b - 1" });
  const fault = root.querySelector<HTMLElement>(".fault");
  expect(fault?.hidden).toBe(false);
  expect(fault?.textContent).toContain("Z is not a piece");
  expect(root.querySelectorAll(".man")).toHaveLength(2);
  element.sfen = SHOGI_START;
  element.update();
  expect(fault?.hidden).toBe(true);
});

test("a game is played by keyboard alone", () => {
  const { told, key } = board();
  for (const press of ["ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "Enter", "ArrowUp", "Enter"]) key(press);
  expect(told).toEqual([["move", { usi: "7g7f" }]]);
});

test("the keyboard drops a man from the hand", () => {
  const { told, key } = board({ sfen: "4k4/9/9/9/9/9/9/9/4K4 b P 1", moves: ["P*5h", "P*5g"] });
  for (const press of ["h", "Enter", "ArrowUp", "Enter"]) key(press);
  expect(told).toEqual([["move", { usi: "P*5h" }]]);
});

test("an illegal move by keyboard asks the page for the reason", () => {
  const { told, key } = board();
  for (const press of ["ArrowUp", "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) key(press);
  expect(told).toEqual([["refused", { usi: "5g5e", from: "5g", to: "5e" }]]);
});

test("a screen reader's clicks choose and move", () => {
  const { told, cell, root } = board({ sfen: "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", moves: ["5g5f", "P*4e"] });
  const click = (target: Element | null) =>
    target?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  click(cell("5g"));
  click(cell("5f"));
  click(root.querySelector(".slot"));
  expect(told).toEqual([["move", { usi: "5g5f" }]]);
});

test("keys the board does not use reach the page", () => {
  const { root } = board();
  const stack = root.querySelector(".stack");
  const event = new KeyboardEvent("keydown", { key: "f", bubbles: true, cancelable: true });
  stack?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test("the choice to promote opens at the square, promoted first", () => {
  const { told, root, key } = board({ sfen: "4k4/9/9/4P4/9/9/9/9/4K4 b - 1", moves: ["5d5c+", "5d5c"] });
  for (const press of [..."ArrowUp ".repeat(5).trim().split(" "), "Enter", "ArrowUp", "Enter"]) key(press);
  const options = [...root.querySelectorAll<HTMLElement>(".choice button")];
  expect(options.map((option) => option.dataset.usi)).toEqual(["5d5c+", "5d5c"]);
  // Called what is read on them, then by the piece.
  expect(options.map((option) => option.getAttribute("aria-label"))).toEqual([null, null]);
  expect(options[0]?.textContent).toMatch(/Promote: Tokin$|成: と金$/);
  options[1]?.click();
  expect(told).toEqual([["move", { usi: "5d5c" }]]);
  expect(root.querySelector<HTMLElement>(".choice")?.hidden).toBe(true);
});

test("properties set before the element was defined are kept", () => {
  const element = document.createElement("shogi-board");
  // As an element that is not yet defined would carry it: a plain property of its own.
  Object.defineProperty(element, "sfen", { value: AFTER, configurable: true, writable: true });
  Object.assign(element, { variant: SHOGI });
  document.body.append(element);
  expect(Object.hasOwn(element, "sfen")).toBe(false);
  expect(element.sfen).toBe(AFTER);
});

test("a new position clears arrows that were drawn, unless it brings its own", () => {
  const { element } = board({ arrows: [{ from: "7g", to: "7f" }], marks: [{ square: "5e" }] });
  element.sfen = AFTER;
  element.update();
  expect([element.arrows, element.marks]).toEqual([[], []]);
  const mine = [{ from: "3c", to: "3d" }];
  Object.assign(element, { sfen: SHOGI_START, arrows: mine });
  element.update();
  expect(element.arrows).toBe(mine);
});

test("the editor takes a man away by key and tells the position", () => {
  const { told, key } = board({ editable: true, moves: null });
  key("Delete");
  expect(told).toEqual([["edit", { sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1" }]]);
});

test("names of men are only ever text", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const variant: BoardVariant = { files: 3, ranks: 3, kinds: [{ code: "K", kanji: evil, name: evil, nameJa: evil }] };
  const { root } = board({ variant, sfen: "1k1/3/1K1 b - 1", moves: [] });
  expect(root.querySelector("img")).toBeNull();
  expect(root.querySelector(".man text")?.textContent).toBe("<img");
});

test.each([
  { files: 37, ranks: 9 },
  { files: 0, ranks: 9 },
  { files: 1e9, ranks: 1e9 },
  { files: Number.NaN, ranks: 2 },
])("a variant of $files by $ranks is not drawn", (size) => {
  const { element } = board({ variant: { ...size, kinds: [] } });
  expect(element.variant.files).toBe(9);
});

test("a board of 36 by 36 is drawn with its labels a moment later", () => {
  vi.useFakeTimers();
  const variant: BoardVariant = { files: 36, ranks: 36, kinds: [{ code: "K", name: "King" }] };
  const { root } = board({ variant, sfen: `K35${"/36".repeat(35)} b - 1`, moves: [] });
  expect(root.querySelectorAll("[role=gridcell]")).toHaveLength(1296);
  vi.runAllTimers();
  expect(root.querySelector("[role=gridcell]")?.getAttribute("aria-label")).toBe("36a Sente King");
  vi.useRealTimers();
});
