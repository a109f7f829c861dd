import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LocalGame } from "./local-game.ts";
import { keptLocal, type LocalRecord } from "./recent.ts";

const record = (changes: Partial<LocalRecord> = {}): LocalRecord => ({
  kind: "local",
  id: "one",
  variant: "shogi",
  name: "Shogi",
  nameJa: "本将棋",
  handicap: null,
  sfen: null,
  options: {},
  clock: { kind: "byoyomi", main: 60_000, byoyomi: 10_000, periods: 1 },
  clocks: null,
  moves: [],
  end: null,
  at: 0,
  ...changes,
});

const asked: { after?: string; moves: string[] }[] = [];
let forgetful = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  localStorage.clear();
  asked.length = 0;
  forgetful = false;
  // A server that allows everything; who moves follows from the number of moves. Its keys are the moves.
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as { after?: string; moves: string[] };
    asked.push(sent);
    if (sent.after !== undefined && forgetful) {
      const failure = { success: false, message: "gone", error: { code: "UNKNOWN_KEY" } };
      return new Response(JSON.stringify(failure), { status: 410 });
    }
    const moves = [...(sent.after?.split(",") ?? []), ...sent.moves].filter(Boolean);
    const side = moves.length % 2 ? "gote" : "sente";
    const played = sent.moves.map((usi) => ({ usi, japanese: usi, english: usi }));
    const key = `,${moves.join()}`;
    const payload = { side, ply: moves.length + 1, sfen: moves.join(), moves: [], played, end: null, key };
    return new Response(JSON.stringify({ success: true, message: "ok", payload }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function begin(changes: Partial<LocalRecord> = {}): Promise<LocalGame> {
  const game = new LocalGame(record(changes));
  await game.load();
  return game;
}

test("the first move starts the clock of the other side", async () => {
  const game = await begin();
  vi.advanceTimersByTime(5000);
  await game.play("a");
  expect(game.clocks.value).toMatchObject({ sente: { main: 60_000 }, running: "gote" });
  vi.advanceTimersByTime(7000);
  await game.play("b");
  expect(game.clocks.value).toMatchObject({ gote: { main: 53_000 }, running: "sente" });
});

test("a move is sent alone, and the whole game only to a server that has forgotten it", async () => {
  const game = await begin({ id: "alone", variant: "minishogi" });
  for (const move of ["a", "b", "c"]) await game.play(move);
  expect(asked.map(({ after, moves }) => [after, moves])).toEqual([
    [undefined, []],
    [",", ["a"]],
    [",a", ["b"]],
    [",a,b", ["c"]],
  ]);
  expect(game.newest.value?.played.map(({ usi }) => usi)).toEqual(["a", "b", "c"]);
  forgetful = true;
  await game.play("d");
  expect(asked.at(-1)?.moves).toEqual(["a", "b", "c", "d"]);
  expect(game.newest.value?.played.map(({ usi }) => usi)).toEqual(["a", "b", "c", "d"]);
});

test("a move taken back gives its time back", async () => {
  const game = await begin();
  await game.play("a");
  vi.advanceTimersByTime(7000);
  await game.play("b");
  await game.takeBack(1);
  expect(game.moves.value).toEqual(["a"]);
  expect(game.clocks.value).toMatchObject({ gote: { main: 60_000 }, running: "gote" });
});

test("clocks stand while nobody is at the table, and the game is kept", async () => {
  const game = await begin();
  await game.play("a");
  vi.advanceTimersByTime(1000);
  game.leave();
  vi.advanceTimersByTime(3_600_000);
  const kept = keptLocal("one");
  expect(kept).toMatchObject({ moves: ["a"], clocks: { gote: { main: 59_000 } } });
  const again = await begin(kept!);
  again.resume();
  vi.advanceTimersByTime(2000);
  await again.play("b");
  expect(again.clocks.value).toMatchObject({ gote: { main: 57_000 } });
});

test("while an earlier position is shown nothing is played; going on from there drops the rest", async () => {
  const game = await begin();
  for (const move of ["a", "b", "c"]) await game.play(move);
  await game.show(1);
  expect(game.shown.value?.sfen).toBe("a");
  expect(await game.play("x")).toBeNull();
  await game.takeBack(1);
  await game.play("x");
  expect(game.moves.value).toEqual(["a", "x"]);
});

test("the side to move resigns; after the end nothing is played", async () => {
  const game = await begin();
  await game.play("a");
  game.resign();
  expect(game.end.value).toMatchObject({ reason: "resignation", winner: "sente" });
  expect(await game.play("b")).toBeNull();
  expect(keptLocal("one")?.end).toMatchObject({ winner: "sente" });
});
