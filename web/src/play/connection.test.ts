import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection.ts";
import type { GameEvent, GameView } from "./live-game.ts";

/** A socket whose other end is the test. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  static get newest(): Socket {
    return Socket.all.at(-1)!;
  }
  readyState = 0;
  sent: { type: string; [key: string]: unknown }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
  /** The server accepts and welcomes. */
  welcome(game: GameView = view()) {
    this.readyState = 1;
    this.onopen();
    this.say({ type: "welcome", role: "sente", game, now: Date.now() });
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  tell(event: Partial<GameEvent>) {
    this.say({ type: "event", event: { at: Date.now(), ...event } });
  }
}

function view(changes: Partial<GameView> = {}): GameView {
  return {
    id: "g",
    variant: "shogi",
    options: {},
    handicap: null,
    startSfen: "s",
    clock: { kind: "none" },
    players: {
      sente: { name: null, seated: true, account: false, online: true },
      gote: { name: null, seated: true, account: false, online: true },
    },
    sfen: "s",
    state: "playing",
    ply: 1,
    moves: [],
    clocks: null,
    offers: { sente: [], gote: [] },
    end: null,
    record: null,
    next: null,
    last: 2,
    ...changes,
  };
}

const moved = (n: number, ply: number, usi: string) =>
  ({ n, type: "moved", side: "sente", ply, usi, clocks: null }) as Partial<GameEvent>;

let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 503 }));
  connection = new Connection("g", "key");
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the key is told in the first message, never in the address", () => {
  Socket.newest.welcome();
  expect(Socket.newest.url).not.toContain("key");
  expect(Socket.newest.sent[0]).toMatchObject({ type: "hello", secret: "key", positions: true });
  expect(connection.state.value).toBe("open");
});

test("a lost connection comes back by itself, later each time, and says what it knows", () => {
  Socket.newest.welcome();
  Socket.newest.tell(moved(3, 1, "7g7f"));
  Socket.newest.close();
  expect(connection.state.value).toBe("lost");
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    const [before, from] = [Socket.all.length, Date.now()];
    while (Socket.all.length === before) vi.advanceTimersByTime(50);
    waits.push(Date.now() - from);
    if (i < 2) Socket.newest.close();
  }
  expect(waits[0]).toBeLessThan(800);
  expect(waits[2]).toBeGreaterThan(waits[0]!);
  Socket.newest.welcome(view({ moves: ["7g7f", "3c3d"], ply: 3, last: 4 }));
  expect(Socket.newest.sent[0]).toMatchObject({ type: "hello", since: 3 });
  expect(connection.view.value?.moves).toEqual(["7g7f", "3c3d"]);
  expect(connection.state.value).toBe("open");
});

test("when the browser says that it is online again, nobody waits", () => {
  Socket.newest.welcome();
  Socket.newest.close();
  const before = Socket.all.length;
  dispatchEvent(new Event("online"));
  expect(Socket.all.length).toBe(before + 1);
});

test("a command on its way when the line broke is sent again under the same id", async () => {
  Socket.newest.welcome();
  const done = connection.send({ type: "move", usi: "7g7f" });
  const first = Socket.newest.sent.find(({ type }) => type === "command")!;
  expect(first).toMatchObject({ ply: 1, command: { type: "move", usi: "7g7f" } });
  Socket.newest.close();
  vi.advanceTimersByTime(1000);
  Socket.newest.welcome();
  expect(Socket.newest.sent.filter(({ type }) => type === "command")).toEqual([first]);
  Socket.newest.say({ type: "answer", id: first.id, event: 3 });
  await done;
  // Once answered it is not sent again.
  Socket.newest.close();
  vi.advanceTimersByTime(1000);
  Socket.newest.welcome();
  expect(Socket.newest.sent.some(({ type }) => type === "command")).toBe(false);
});

test("a refusal is thrown with its code", async () => {
  Socket.newest.welcome();
  const sent = connection.send({ type: "resign" });
  const { id } = Socket.newest.sent.find(({ type }) => type === "command")!;
  Socket.newest.say({ type: "answer", id, error: { code: "ENDED", message: "the game is over" } });
  await expect(sent).rejects.toMatchObject({ code: "ENDED", message: "the game is over" });
});

test("a gap in the numbers asks for everything anew", () => {
  Socket.newest.welcome();
  const heard = vi.fn();
  connection.onEvent = heard;
  const gapped = Socket.newest;
  gapped.tell(moved(9, 4, "2g2f"));
  expect(heard).not.toHaveBeenCalled();
  expect(gapped.readyState).toBe(3);
});

test("an event heard twice is told once", () => {
  Socket.newest.welcome();
  const heard = vi.fn();
  connection.onEvent = heard;
  Socket.newest.tell(moved(3, 1, "7g7f"));
  Socket.newest.tell(moved(3, 1, "7g7f"));
  expect(heard).toHaveBeenCalledTimes(1);
});

test("silence is noticed", () => {
  Socket.newest.welcome();
  const silent = Socket.newest;
  vi.advanceTimersByTime(40_000);
  expect(silent.readyState).toBe(3);
  expect(Socket.all.length).toBeGreaterThan(1);
});
