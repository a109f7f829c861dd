import { expect, test } from "vitest";
import type { InputEvent } from "./input.ts";
import { type Premove, premoveStep, stands } from "./premove.ts";
import { readSfen } from "./sfen.ts";
import { squareIndex, squareName } from "./squares.ts";
import { SHOGI } from "./testkit.ts";

// Gote thinks; Sente has a pawn in hand.
const { position } = readSfen("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w P 4", SHOGI);

function press(presses: string): string {
  let now: Premove | null = null;
  let said = "";
  for (const word of presses.split(" ")) {
    const event: InputEvent =
      word === "esc"
        ? { type: "cancel" }
        : word.startsWith("hand:")
          ? { type: "hand", code: word.slice(5), side: "sente" }
          : { type: "square", square: squareIndex(word, SHOGI) };
    const next: Premove | null | undefined = premoveStep(now, event, position, "sente");
    if (next === undefined) said = " and more is said";
    else now = next;
  }
  if (!now) return `none${said}`;
  const from = now.origin.type === "hand" ? `${now.origin.code}*` : squareName(now.origin.square, SHOGI);
  return `${from}${now.to === null ? " …" : squareName(now.to, SHOGI)}${said}`;
}

test.each([
  ["2g", "2g …"],
  ["2g 2f", "2g2f"],
  ["2g 2g", "none"],
  ["2g 2f esc", "none"],
  ["2g 2f 5e", "none"],
  ["2g 2f 7f", "7f …"],
  ["8h 2b", "8h2b"],
  ["hand:P", "P* …"],
  ["hand:P 5e", "P*5e"],
  ["hand:P hand:P", "none"],
  ["3c", "none and more is said"],
  ["5e", "none and more is said"],
])("%s makes %s", (presses, made) => {
  expect(press(presses)).toBe(made);
});

test("a piece that was taken makes no move", () => {
  const made = premoveStep(null, { type: "square", square: squareIndex("8h", SHOGI) }, position, "sente");
  expect(stands(made!, position)).toBe(true);
  const taken = readSfen("lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1+b5R1/LNSGKGSNL b Pb 5", SHOGI).position;
  expect(stands(made!, taken)).toBe(false);
});
