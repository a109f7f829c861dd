import { expect, test } from "vitest";
import type { PositionView } from "../app/wire.ts";
import { playedOn } from "../board/attributes.ts";
import { readSfen } from "../board/sfen.ts";
import { SHOGI } from "../board/shogi.ts";
import { type Goal, LESSONS } from "./lessons.ts";
import { judge, myTurn } from "./task.ts";

const after = (sfen: string, usi = "", reason = ""): Pick<PositionView, "sfen" | "end" | "lastMove"> =>
  ({ sfen, lastMove: { usi }, end: reason ? { reason } : null }) as unknown as PositionView;

/** How each lesson about taking is done. */
const WAYS: Record<string, string[]> = {
  pawn: ["5g5f", "5f5e"],
  lance: ["5i5e", "5e5d"],
  knight: ["5i6g", "6g5e"],
  silver: ["5g4f", "4f5e", "5e6f"],
  gold: ["5g5f", "5f4f", "4f4g"],
  bishop: ["8h5e", "5e2h"],
  rook: ["2h2e", "2e7e", "7e7h"],
  king: ["5g4h", "4h5g", "5g6f", "6f5e"],
};

test("every lesson can be read, is in both languages, and those about taking can be done", () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  for (const { id, title, text, task, sfen, goal } of LESSONS) {
    expect(readSfen(sfen, SHOGI).faults, id).toEqual([]);
    for (const words of [title, text, task]) expect(words.ja && words.en, id).toBeTruthy();
    if (goal !== "take") continue;
    let now = sfen;
    for (const [n, usi] of (WAYS[id] ?? []).entries()) {
      const played = playedOn(now, [usi], SHOGI);
      expect(played.fault, `${id} ${usi}`).toBeNull();
      const isLast = n === (WAYS[id]?.length ?? 0) - 1;
      expect(judge("take", after(played.sfen, usi)), `${id} ${usi}`).toBe(isLast ? "done" : "goesOn");
      now = myTurn(played.sfen);
    }
    expect(WAYS[id], id).toBeDefined();
  }
});

test("a task is judged by what stands on the board", () => {
  const cases: [Goal, string, string, string, string][] = [
    ["promote", "9/9/4+P4/9/9/9/9/9/9 w - 2", "5d5c+", "", "done"],
    ["promote", "9/9/4P4/9/9/9/9/9/9 w - 2", "5d5c", "", "again"],
    ["drop", "9/9/9/9/4P4/9/PPPP1PPPP/9/9 w - 2", "P*5e", "", "done"],
    ["drop", "9/9/9/9/9/8P/PPPP1PPP1/9/9 w P 2", "1g1f", "", "again"],
    ["mate", "8k/8G/8P/9/9/9/9/9/4K4 w - 2", "2c1b", "checkmate", "done"],
    ["mate", "8k/7G1/8P/9/9/9/9/9/4K4 w - 2", "2c2b", "", "again"],
  ];
  for (const [goal, sfen, usi, reason, verdict] of cases) expect(judge(goal, after(sfen, usi, reason))).toBe(verdict);
});
