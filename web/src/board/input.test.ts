import { describe, expect, test } from "vitest";
import { type Context, IDLE, type InputEvent, type InputState, step, takenSoFar, targetsOf } from "./input.ts";
import { squareIndex, squareName } from "./squares.ts";
import { CHU, contextOf, KYOTO, SHOGI, SHOGI_START } from "./testkit.ts";

/** Clicks squares by name (`hand:P` a man in hand, `esc` cancels, `choose:usi` the popup); gives the state and what came of it. */
function play(context: Context, clicks: string, touch = false): { state: InputState; said: string[] } {
  let state: InputState = IDLE;
  const said: string[] = [];
  for (const click of clicks.split(" ")) {
    const [word = "", rest = ""] = click.split(":");
    const event: InputEvent =
      word === "hand"
        ? { type: "hand", code: rest, side: context.position.side }
        : word === "esc"
          ? { type: "cancel" }
          : word === "choose"
            ? { type: "choose", usi: rest }
            : { type: "square", square: squareIndex(click, context.size), touch };
    const outcome = step(state, event, context);
    state = outcome.state;
    for (const effect of outcome.effects) {
      said.push(effect.type === "move" ? effect.usi : `refused ${effect.reason ?? effect.usi}`);
    }
  }
  return { state, said };
}

const names = (squares: Iterable<number>, context: Context) =>
  [...squares].map((square) => squareName(square, context.size)).sort();

describe("shogi", () => {
  const start = contextOf(SHOGI, SHOGI_START, ["7g7f", "2g2f", "2h3h", "2h4h"]);

  test.each([
    ["7g 7f", ["7g7f"]],
    ["7g 7g", []],
    ["7g 2g 2f", ["2g2f"]],
    ["7g esc 7f", []],
    ["7g 7e", ["refused 7g7e"]],
    ["5e", []],
    ["3c", ["refused senteToMove"]],
    ["8i", ["refused noMoveNow"]],
    ["8i 7g 7f", ["refused noMoveNow", "7g7f"]],
    ["8i 7g", ["refused noMoveNow"]],
    ["7g 7e 7f", ["refused 7g7e", "7g7f"]],
  ])("%s", (clicks, said) => {
    expect(play(start, clicks).said).toEqual(said);
  });

  test("the targets of a man are where its moves end", () => {
    const { state } = play(start, "2h");
    expect(names(targetsOf(state, start).keys(), start)).toEqual(["3h", "4h"]);
  });

  test("who may move only one side is told so", () => {
    const gote = { ...start, may: (side: string) => side === "gote" };
    expect(play(gote, "7g").said).toEqual(["refused opponentsMan"]);
    expect(play(gote, "3c").said).toEqual(["refused notYourTurn"]);
  });

  test("a board to look at takes no input", () => {
    const { state, said } = play({ ...start, moves: null }, "7g 7f");
    expect([state, said]).toEqual([IDLE, []]);
  });

  test("who plays but waits is told that it is not their turn", () => {
    const waiting = { ...start, moves: null, waits: true, may: (side: string) => side === "gote" };
    expect(play(waiting, "3c").said).toEqual(["refused notYourTurn"]);
    expect(play(waiting, "5e").said).toEqual([]);
  });

  const promotion = contextOf(SHOGI, "4k4/9/2p6/9/9/9/9/2R6/4K4 b 2P 1", ["7h7c", "7h7c+", "7h7d", "P*5e", "P*5f"]);

  test("where both are legal the choice is asked for, turned over first", () => {
    const { state, said } = play(promotion, "7h 7c");
    expect(said).toEqual([]);
    expect(state.mode === "choosing" && state.options.map((move) => move.usi)).toEqual(["7h7c+", "7h7c"]);
  });

  test.each([
    ["7h 7c choose:7h7c+", ["7h7c+"]],
    ["7h 7c choose:7h7c", ["7h7c"]],
    ["7h 7c esc", []],
    ["7h 7c choose:7h7d", []],
    ["7h 7d", ["7h7d"]],
    ["hand:P 5e", ["P*5e"]],
    ["hand:P hand:P 5e", []],
    ["hand:P 7c", ["refused P*7c"]],
    ["hand:P 7h 7d", ["7h7d"]],
  ])("%s", (clicks, said) => {
    expect(play(promotion, clicks).said).toEqual(said);
  });

  test("a promotion that is forced asks nothing", () => {
    const forced = contextOf(SHOGI, "4k4/2P6/9/9/9/9/9/9/4K4 b - 1", ["7b7a+"]);
    expect(play(forced, "7b 7a").said).toEqual(["7b7a+"]);
  });

  test("a capture is a target with a man on it", () => {
    const { state } = play(promotion, "7h");
    const target = targetsOf(state, promotion).get(squareIndex("7c", SHOGI));
    expect(target).toMatchObject({ capture: true, goesOn: false });
  });
});

describe("kyoto shogi", () => {
  const kyoto = contextOf(KYOTO, "2k2/5/5/5/2K2 b LP 1", ["L*1a", "+L*1a", "P*1b", "+P*1b"]);

  test("a man dropped with either side up asks which", () => {
    const { state } = play(kyoto, "hand:L 1a");
    expect(state.mode === "choosing" && state.options.map((move) => move.usi)).toEqual(["+L*1a", "L*1a"]);
  });
});

/** As `koma legal --variant chu` lists them for the lion of this position. */
const LION =
  "6f4d 6f4e 6f4f 6f4g 6f4h 6f5d 6f5e 6f5f 6f5g 6f5h 6f6d 6f6e 6f6e6f 6f6g 6f6g5f 6f6g5g 6f6g5h 6f6g6f 6f6g6h 6f6g7f 6f6g7g 6f6g7h 6f6h 6f7d 6f7e 6f7e6d 6f7e6e 6f7e6f 6f7e7d 6f7e7f 6f7e8d 6f7e8e 6f7e8f 6f7f 6f7f6e 6f7f6f 6f7f6g 6f7f7e 6f7f7g 6f7f8e 6f7f8f 6f7f8g 6f7g 6f7h 6f8d 6f8e 6f8f 6f8g 6f8h 7l6k";

describe("chu shogi's lion", () => {
  const chu = contextOf(CHU, "12/12/12/12/5p6/5pN5/6g5/12/12/12/12/5K5k b - 1", LION.split(" "));

  test.each([
    ["leaps in one click", "6f 4d", ["6f4d"]],
    ["steps to an empty square at once", "6f 5e", ["6f5e"]],
    ["steps at once though it could come back from there", "6f 6e", ["6f6e"]],
    ["waits after a capture", "6f 7f", []],
    ["ends on the same square", "6f 7f 7f", ["6f7f"]],
    ["takes two", "6f 7f 7e", ["6f7f7e"]],
    ["takes and comes back (居喰い)", "6f 7f 6f", ["6f7f6f"]],
    ["takes and goes on to an empty square", "6f 7f 8g", ["6f7f8g"]],
    ["can be called back", "6f 7f esc 7f", ["refused senteToMove"]],
    ["is refused a second step it does not have", "6f 7f 4f", ["refused 6f7f4f"]],
  ])("%s", (_, clicks, said) => {
    expect(play(chu, clicks).said).toEqual(said);
  });

  test("passes the turn (じっと) by a second click on it, after a question", () => {
    const { state, said } = play(chu, "6f 6f");
    expect(said).toEqual([]);
    expect(state.mode === "choosing" && state.options.map((move) => move.usi)).toEqual(["6f6e6f"]);
    expect(play(chu, "6f 6f choose:6f6e6f").said).toEqual(["6f6e6f"]);
    expect(play(chu, "6f 6f esc").state).toEqual(IDLE);
  });

  test("after the first step only its second steps are targets, and what it took is marked", () => {
    const { state } = play(chu, "6f 7f");
    expect(names(targetsOf(state, chu).keys(), chu)).toEqual(["6e", "6f", "6g", "7e", "7g", "8e", "8f", "8g"]);
    expect(names(takenSoFar(state, chu), chu)).toEqual(["7f"]);
    expect(targetsOf(state, chu).get(squareIndex("6f", CHU))?.capture).toBe(false);
    expect(targetsOf(state, chu).get(squareIndex("7e", CHU))?.takes).toHaveLength(2);
  });

  test("a square where it can stop or go on is shown as such", () => {
    const { state } = play(chu, "6f");
    expect(targetsOf(state, chu).get(squareIndex("7f", CHU))).toMatchObject({ capture: true, goesOn: true });
    expect(targetsOf(state, chu).get(squareIndex("6e", CHU))).toMatchObject({ goesOn: false });
  });
});

describe("longer ways", () => {
  const board = "12/12/12/12/12/4pp6/12/12/12/12/12/5K5k b - 1".replace("4pp6", "4ppN5");

  test("the end of a way may be clicked where only one way leads there", () => {
    const one = contextOf(CHU, board, ["6f7f8f", "6f7f8f5f"]);
    expect(play(one, "6f 5f").said).toEqual(["6f7f8f5f"]);
  });

  test("a way back is no target while the man stands there, and one after a step", () => {
    const back = contextOf(CHU, board, ["6f7f", "6f7f6f"]);
    const names = (clicks: string) =>
      [...targetsOf(play(back, clicks).state, back).keys()].map((at) => squareName(at, CHU));
    expect(names("6f")).toEqual(["7f"]);
    expect(names("6f 7f")).toEqual(["6f"]);
  });

  test("where several ways lead there each step is asked for", () => {
    const two = contextOf(CHU, board, ["6f7f5f", "6f8f5f"]);
    expect(play(two, "6f 5f").said).toEqual(["refused stepByStep"]);
    expect(play(two, "6f 8f 5f").said).toEqual(["6f8f5f"]);
  });

  test("steps in another order than listed mean the same move", () => {
    const dog = contextOf(CHU, board, ["6f7f8f9f", "6f7f8f"]);
    expect(play(dog, "6f 7f 8f 9f").said).toEqual(["6f7f8f9f"]);
    const listed = contextOf(CHU, board, ["6f8f7f9f"]);
    expect(play(listed, "6f 8f 7f 9f").said).toEqual(["6f8f7f9f"]);
    expect(play(listed, "6f 7f 8f 9f").said).toEqual(["6f8f7f9f"]);
  });

  test("on a touch screen a move that empties more squares is shown first", () => {
    const fire = contextOf(CHU, board, ["6f6e"], { captures: { "6f6e": ["7f", "8f"] } });
    const { state, said } = play(fire, "6f 6e", true);
    expect(said).toEqual([]);
    expect(state).toMatchObject({ mode: "chosen", preview: squareIndex("6e", CHU) });
    expect(play(fire, "6f 6e 6e", true).said).toEqual(["6f6e"]);
    expect(play(fire, "6f 6e", false).said).toEqual(["6f6e"]);
  });
});
