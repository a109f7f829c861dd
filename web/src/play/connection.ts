// The socket of one game. It comes back by itself: waits a little longer each time, at once when the browser says
// that the network is there again, and asks for what it missed. Commands that were on their way are sent again;
// their id makes them happen once.
import { signal } from "@preact/signals";
import { ApiError, api } from "../app/api.ts";
import type { Line, Role, Saying, ServerMessage, Sides_bool } from "../app/api-types.ts";
import type { PositionView } from "../app/wire.ts";
import { afterEvent, type Command, type GameEvent, type GameView } from "./live-game.ts";
import { learn, positionOf } from "./positions.ts";

interface Waiting {
  text: string;
  done: () => void;
  refused: (error: ApiError) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PING_EVERY = 10_000;
const SILENCE = 25_000;

export class Connection {
  readonly view = signal<GameView | null>(null);
  readonly position = signal<PositionView | null>(null);
  readonly role = signal<Role | null>(null);
  readonly state = signal<"connecting" | "open" | "lost" | "missing">("connecting");
  readonly spectators = signal(0);
  /** What the players say; null for those who watch. */
  readonly chat = signal<{ open: Sides_bool; lines: Line[] } | null>(null);
  /** Since when each side is gone, on the scale of `performance.now()`. */
  readonly goneAt = signal<{ sente: number | null; gote: number | null }>({ sente: null, gote: null });
  /** When `view.clocks` were right, on the scale of `performance.now()`. */
  readonly clocksAt = signal(performance.now());
  /** Hears of every event once, when it is news. */
  onEvent: (event: GameEvent) => void = () => {};

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #pinger = 0;
  #heard = 0;
  #closed = false;
  #count = 0;
  readonly #session = crypto.randomUUID();
  readonly #waiting = new Map<string, Waiting>();
  /** Server's clock minus ours; the answer that came back fastest tells it best. */
  #offset = 0;
  #trip = Number.POSITIVE_INFINITY;

  constructor(
    readonly id: string,
    public secret: string | null,
  ) {
    addEventListener("online", this.#now);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#socket?.close();
  }

  /** Resolves when the server has carried the command out, throws what it refused. */
  send(command: Command): Promise<void> {
    return this.#order({ type: "command", ply: this.view.value?.ply ?? null, command });
  }

  /** Says something to the other player; throws what the server refused. */
  say(said: Saying): Promise<void> {
    return this.#order({ type: "say", said });
  }

  /** Closes the chat for both players, or opens it again. */
  setChat(open: boolean): void {
    this.#socket?.send(JSON.stringify({ type: "chat", open }));
  }

  #order(message: object): Promise<void> {
    const id = `${this.#session}-${++this.#count}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((done, refused) => {
      this.#waiting.set(id, { text, done, refused });
      if (this.state.value === "open") this.#socket?.send(text);
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(this.id)}/live`);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () => {
      const since = this.view.value?.last;
      socket.send(JSON.stringify({ type: "hello", secret: this.secret, since, positions: true }));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heard = performance.now();
      this.#hear(JSON.parse(data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    clearInterval(this.#pinger);
    this.#pinger = window.setInterval(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    if (performance.now() - this.#heard > SILENCE) {
      // The other end went away without a word: do not wait for the system to notice.
      this.#socket?.close();
      this.#lost();
    } else if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "ping", t: performance.now() }));
    }
  }

  #lost(): void {
    this.#socket = null;
    clearInterval(this.#pinger);
    if (this.#closed || this.state.value === "missing") return;
    // A game that never welcomed us may not be there at all; a plain request can tell.
    if (!this.view.value) {
      api.get<GameView>(`/api/games/${encodeURIComponent(this.id)}`).catch((error) => {
        if (error instanceof ApiError && error.status === 404) {
          this.state.value = "missing";
          clearTimeout(this.#timer);
        }
      });
    }
    this.state.value = this.view.value ? "lost" : "connecting";
    this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** The network, or the person, is back: try at once. */
  readonly #now = (): void => {
    if (this.#closed || document.hidden || this.state.value === "missing") return;
    if (!this.#socket) this.#open();
    else this.#ping();
  };

  readonly #offline = (): void => {
    this.#socket?.close();
  };

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#wait = FIRST_WAIT;
        this.#setTime(message.now, 0);
        this.role.value = message.role;
        this.#take(message.game, performance.now());
        this.state.value = "open";
        for (const { text } of this.#waiting.values()) this.#socket?.send(text);
        this.#ping();
        break;
      case "event":
        this.#happen(message.event);
        break;
      case "position":
        this.#show(message.position, message.from);
        break;
      case "tooLarge":
        void this.#ask();
        break;
      case "answer": {
        const waiting = this.#waiting.get(message.id);
        if (waiting && message.error?.code === "MAYBE_STORED") {
          // Nobody knows whether it happened. Asked again under the same id, it happens once.
          window.setTimeout(() => this.#socket?.send(waiting.text), FIRST_WAIT);
          break;
        }
        this.#waiting.delete(message.id);
        if (message.error) {
          const { code, message: words } = message.error;
          waiting?.refused(new ApiError(409, code, words, [], message.error));
        } else waiting?.done();
        break;
      }
      case "presence": {
        this.spectators.value = message.spectators;
        this.#setGone(message.goneMs);
        const view = this.view.value;
        if (view) {
          const { sente, gote } = view.players;
          this.view.value = {
            ...view,
            players: { sente: { ...sente, online: message.sente }, gote: { ...gote, online: message.gote } },
          };
        }
        break;
      }
      case "chat":
        this.chat.value = { open: message.open, lines: message.lines };
        break;
      case "said": {
        const { line } = message;
        const chat = this.chat.value;
        if (chat && line.n > (chat.lines.at(-1)?.n ?? 0)) {
          this.chat.value = { ...chat, lines: [...chat.lines, line].slice(-100) };
        }
        break;
      }
      case "pong":
        this.#setTime(message.now, performance.now() - (message.t ?? performance.now()));
        // Something was not told: the welcome of a new connection brings it.
        if (this.view.value && message.last > this.view.value.last) this.#socket?.close();
        break;
      case "bye":
        // A key that opens no seat here: we may still watch.
        if (message.reason === "forbidden") this.secret = null;
        this.#wait = message.retryMs || (message.reason === "flood" ? LONGEST_WAIT : FIRST_WAIT);
        break;
    }
  }

  #setGone({ sente, gote }: { sente?: number | null; gote?: number | null }): void {
    const at = (ms?: number | null) => (typeof ms === "number" ? performance.now() - ms : null);
    this.goneAt.value = { sente: at(sente), gote: at(gote) };
  }

  #setTime(serverNow: number, trip: number): void {
    if (trip > 0 && trip > this.#trip * 1.5) return;
    if (trip > 0) this.#trip = trip;
    this.#offset = serverNow + trip / 2 - performance.now();
  }

  #take(view: GameView, clocksAt: number): void {
    this.clocksAt.value = clocksAt;
    this.view.value = view;
    this.#setGone({ sente: view.players.sente.goneMs ?? null, gote: view.players.gote.goneMs ?? null });
    const position = this.position.value;
    if (position?.ply !== view.ply) void this.#ask();
  }

  #happen(event: GameEvent): void {
    const view = this.view.value;
    if (!view) return;
    if (event.n > view.last + 1) {
      // Something was not told: the welcome of a new connection brings it.
      this.#socket?.close();
      return;
    }
    if (event.n > view.last) {
      const clocksAt = "clocks" in event ? event.at - this.#offset : this.clocksAt.value;
      this.clocksAt.value = Math.min(clocksAt, performance.now());
      this.view.value = afterEvent(view, event);
      this.onEvent(event);
    }
  }

  /** A position comes with the moves after the first `from`; we know those before. */
  #show(newest: PositionView, from: number): void {
    const view = this.view.value;
    const known = this.position.value?.played.slice(0, from) ?? [];
    if (known.length < from) {
      void this.#ask();
      return;
    }
    const position = { ...newest, played: [...known, ...newest.played] };
    if (view && position.played.length === view.moves.length) learn(reference(view), position);
    this.position.value = position;
  }

  /** The position, if the socket does not send it. */
  async #ask(): Promise<void> {
    const view = this.view.value;
    if (!view) return;
    const position = await positionOf(reference(view)).catch(() => null);
    if (position && this.view.value?.ply === position.ply) this.position.value = position;
  }
}

/** The game so far as a reference to its position. */
export function reference(view: GameView, plies = view.moves.length) {
  return { variant: view.variant, options: view.options, sfen: view.startSfen, moves: view.moves.slice(0, plies) };
}
