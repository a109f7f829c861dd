import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Computer } from "./computer.ts";
import { LocalGame } from "./local-game.ts";
import type { ComputerSeat, LocalRecord } from "./recent.ts";

const seat: ComputerSeat = { side: "gote", level: 3, tells: true };
const record = (changes: Partial<LocalRecord> = {}): LocalRecord => ({
  kind: "local",
  id: crypto.randomUUID(),
  variant: "shogi",
  name: "Shogi",
  nameJa: "本将棋",
  handicap: null,
  sfen: crypto.randomUUID(),
  options: {},
  clock: { kind: "none" },
  clocks: null,
  computer: seat,
  moves: [],
  end: null,
  at: 0,
  ...changes,
});

let asked: { path: string; body: Record<string, unknown> }[] = [];
let chosen: Record<string, unknown>;
let judged: unknown[] = [];
let wait: Promise<void> = Promise.resolve();

const move = (usi: string) => ({ usi, japanese: usi, english: usi });
const lined = (news: unknown[]) => new Response(news.map((one) => `${JSON.stringify(one)}\n`).join(""));

beforeEach(() => {
  asked = [];
  judged = [];
  chosen = { move: move("answer"), resigns: false, declares: false, level: 3 };
  wait = Promise.resolve();
  vi.stubGlobal("fetch", async (path: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    const sent = JSON.parse(body);
    asked.push({ path, body: sent });
    if (path === "/api/engine/game") return lined(judged);
    if (path === "/api/engine/lines") return lined([{ depth: 1, nodes: 1, lines: [{ moves: [move("7g7f")] }] }]);
    if (path === "/api/engine/move") {
      await wait;
      if (signal?.aborted) throw new DOMException("stopped", "AbortError");
      return new Response(JSON.stringify({ success: true, payload: chosen }));
    }
    const moves = [...(sent.after?.split(",").filter(Boolean) ?? []), ...sent.moves];
    const payload = {
      side: moves.length % 2 ? "gote" : "sente",
      sfen: moves.join(),
      moves: [],
      played: sent.moves.map(move),
      end: null,
      key: moves.join() || ",",
    };
    return new Response(JSON.stringify({ success: true, payload }));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an engine that cannot play this game is told before anything is played, and stays told", async () => {
  const engine = { id: "own-1", name: "Odd" };
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/engine/ready"
      ? new Response(JSON.stringify({ success: false, message: "cannot", error: { code: "ENGINE_TROUBLE" } }), {
          status: 409,
        })
      : new Response(JSON.stringify({ success: true, payload: { side: "sente", sfen: "", moves: [], played: [] } })),
  );
  const game = new LocalGame(record());
  const computer = new Computer(game, { ...seat, engine });
  await computer.ready();
  expect(computer.error.value?.message).toBe("cannot");
  await game.load();
  await computer.look();
  expect(computer.error.value?.message).toBe("cannot");
  // Koma can play everything; whatever is wrong is told when it is asked for a move.
  const koma = new Computer(game, seat);
  await koma.ready();
  expect(koma.error.value).toBeNull();
});

async function table(changes: Partial<LocalRecord> = {}) {
  const game = new LocalGame(record(changes));
  await game.load();
  return { game, computer: new Computer(game, game.record.computer ?? seat) };
}
const engineAsked = () => asked.filter(({ path }) => path === "/api/engine/move");

test("the computer answers on its turn, and only then", async () => {
  const { game, computer } = await table();
  await computer.look();
  expect(engineAsked()).toEqual([]);
  await game.play("a");
  await computer.look();
  expect(game.moves.value).toEqual(["a", "answer"]);
  expect(engineAsked()[0]?.body).toMatchObject({ level: 3, game: { after: "a", moves: [] } });
  expect(computer.thinking.value).toBe(false);
});

test("one who looks back while it thinks is called to the table", async () => {
  const { game, computer } = await table();
  await game.play("a");
  const answer = computer.look();
  expect(computer.thinking.value).toBe(true);
  await game.show(0);
  await answer;
  expect(game.moves.value).toEqual(["a", "answer"]);
  expect(game.cursor.value).toBe(2);
});

test("to take back is to take back one's own move, with the answer or while it is thought about", async () => {
  const { game, computer } = await table();
  await game.play("a");
  await computer.look();
  await computer.takeBack();
  expect(game.moves.value).toEqual([]);
  await game.play("b");
  let go = () => {};
  wait = new Promise((done) => {
    go = done;
  });
  const answer = computer.look();
  await computer.takeBack();
  go();
  await answer;
  expect(game.moves.value).toEqual([]);
  expect(computer.error.value).toBeNull();
});

test("a position that is about to be taken back is not answered", async () => {
  const { game, computer } = await table();
  await game.play("a");
  const back = game.takeBack(0);
  await computer.look();
  await back;
  expect(engineAsked()).toEqual([]);
});

test("there is nothing to take back where only the computer has moved", async () => {
  const { game, computer } = await table({ computer: { ...seat, side: "sente" } });
  await computer.look();
  expect(game.moves.value).toEqual(["answer"]);
  await computer.takeBack();
  expect(game.moves.value).toEqual(["answer"]);
});

test("it resigns for itself", async () => {
  const { game, computer } = await table();
  chosen = { move: null, resigns: true, declares: false, level: 5 };
  await game.play("a");
  await computer.look();
  expect(game.end.value).toEqual({ reason: "resignation", winner: "sente" });
});

test("a hint is the man first, then the move, and is gone after the next move", async () => {
  const { game, computer } = await table();
  await computer.help();
  expect(computer.hint.value).toMatchObject({ move: { usi: "7g7f" }, shows: "man" });
  await computer.help();
  expect(computer.hint.value).toMatchObject({ shows: "move" });
  await game.play("a");
  await computer.look();
  expect(computer.hint.value).toBeNull();
});

test("a bad move is told with what was better and what answers it; others are not", async () => {
  const { game, computer } = await table({ moves: ["a", "b"] });
  const news = (mark: string | null) => [
    { plies: 2, queued: 0 },
    { ply: 2, score: { cp: 0 }, win: 0.3, best: [], mark: null, missedMate: null },
    { ply: 1, score: { cp: 0 }, win: 0.7, best: [move("answer")], mark: null, missedMate: null },
    { ply: 0, score: { cp: 0 }, win: 0.6, best: [move("better")], mark, missedMate: null },
  ];
  judged = news("inaccuracy");
  await computer.look();
  expect(computer.bad.value).toBeNull();
  judged = news("blunder");
  await computer.look();
  expect(computer.bad.value).toMatchObject({ ply: 0, before: { win: 0.6 }, after: { win: 0.7 } });
  await computer.takeBack();
  expect(computer.bad.value).toBeNull();
  expect(game.moves.value).toEqual([]);
});
