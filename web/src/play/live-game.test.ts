import { expect, test } from "vitest";
import { afterEvent, type GameEvent, type GameView } from "./live-game.ts";

const begun: GameView = {
  id: "g",
  variant: "shogi",
  options: {},
  handicap: null,
  startSfen: "…",
  clock: { kind: "none" },
  players: {
    sente: { name: "A", seated: true, account: false, online: true },
    gote: { name: null, seated: false, account: false, online: false },
  },
  sfen: "…",
  state: "waiting",
  ply: 1,
  moves: [],
  clocks: null,
  offers: { sente: [], gote: [] },
  end: null,
  record: null,
  next: null,
  last: 1,
};

/** The fields of an event that its effect depends on. */
type Told = { type: GameEvent["type"] } & Record<string, unknown>;
const told = (n: number, event: Told) => ({ n, at: 0, ...event }) as unknown as GameEvent;
function play(...events: Told[]): GameView {
  return events.reduce((view, event, i) => afterEvent(view, told(i + 2, event)), begun);
}
const clocks = null;

test("a game from joining to its end", () => {
  const view = play(
    { type: "joined", side: "gote", name: "B" },
    { type: "moved", side: "sente", ply: 1, usi: "7g7f", clocks },
    { type: "ended", reason: "resignation", winner: "sente", clocks },
    { type: "recorded", record: "r" },
  );
  expect(view).toMatchObject({
    state: "ended",
    moves: ["7g7f"],
    ply: 2,
    record: "r",
    end: { winner: "sente" },
    last: 5,
  });
  expect(view.players.gote.name).toBe("B");
});

test("a move taken back leaves the list, also where the numbers do not start at 1", () => {
  const late = { ...begun, ply: 31 };
  const one = afterEvent(late, told(2, { type: "moved", side: "sente", ply: 31, usi: "a", clocks }));
  const two = afterEvent(one, told(3, { type: "moved", side: "gote", ply: 32, usi: "b", clocks }));
  const back = afterEvent(two, told(4, { type: "takenBack", ply: 31, clocks }));
  expect(back).toMatchObject({ moves: [], ply: 31 });
});

test("an offer stands until it is refused, or until a move", () => {
  expect(play({ type: "offered", side: "sente", what: "draw" }).offers.sente).toEqual(["draw"]);
  expect(
    play({ type: "offered", side: "sente", what: "draw" }, { type: "declined", side: "gote", what: "draw" }).offers
      .sente,
  ).toEqual([]);
  expect(
    play({ type: "offered", side: "sente", what: "draw" }, { type: "moved", side: "sente", ply: 1, usi: "a", clocks })
      .offers.sente,
  ).toEqual([]);
});

test("an event heard twice happens once", () => {
  const event = told(2, { type: "moved", side: "sente", ply: 1, usi: "7g7f", clocks });
  const once = afterEvent(begun, event);
  expect(afterEvent(once, event)).toBe(once);
});
