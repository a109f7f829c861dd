// A game on the server as values: what a view becomes when an event happens. The socket is in connection.ts.
import type { Side } from "../app/wire.ts";
import type { ClockSetting, Clocks } from "./clock.ts";

export type Proposal = "draw" | "impasse" | "takeback" | "rematch";

export interface GameView {
  id: string;
  variant: string;
  options: Record<string, string>;
  handicap: string | null;
  startSfen: string;
  clock: ClockSetting;
  players: Record<Side, { name: string | null; seated?: boolean; online: boolean }>;
  state: "waiting" | "playing" | "ended";
  ply: number;
  moves: string[];
  clocks: Clocks | null;
  offers: Record<Side, Proposal[]>;
  end: { reason: string; winner: Side | null } | null;
  record: string | null;
  next: string | null;
  last: number;
}

export type GameEvent = { n: number; at: number } & (
  | { type: "created" }
  | { type: "joined"; side: Side; name: string | null; clocks?: Clocks | null }
  | { type: "moved"; side: Side; ply: number; usi: string; clocks: Clocks | null }
  | { type: "offered" | "declined"; side: Side; what: Proposal }
  | { type: "takenBack"; ply: number; clocks: Clocks | null }
  | { type: "timeAdded"; side: Side; clocks: Clocks | null }
  | { type: "ended"; reason: string; winner: Side | null; clocks: Clocks | null }
  | { type: "recorded"; record: string }
  | { type: "rematch"; game: string }
);

export type Command =
  | { type: "move"; usi: string }
  | { type: "offer" | "accept" | "decline"; what: Proposal }
  | { type: "resign" | "declare" }
  | { type: "addTime"; ms: number };

const nothing = (): GameView["offers"] => ({ sente: [], gote: [] });

/** The view after the next event. Events that are no news change nothing. */
export function afterEvent(view: GameView, event: GameEvent): GameView {
  if (event.n <= view.last) return view;
  const now = { ...view, last: event.n };
  switch (event.type) {
    case "created":
      return now;
    case "joined": {
      const player = { ...view.players[event.side], name: event.name, seated: true, online: true };
      return {
        ...now,
        state: "playing",
        players: { ...view.players, [event.side]: player },
        clocks: event.clocks ?? view.clocks,
      };
    }
    case "moved":
      return { ...now, moves: [...view.moves, event.usi], ply: event.ply + 1, clocks: event.clocks, offers: nothing() };
    case "takenBack": {
      const moves = view.moves.slice(0, Math.max(0, view.moves.length - (view.ply - event.ply)));
      return { ...now, moves, ply: event.ply, clocks: event.clocks, offers: nothing() };
    }
    case "offered":
      return { ...now, offers: { ...view.offers, [event.side]: [...view.offers[event.side], event.what] } };
    case "declined": {
      const without = (side: Side) => view.offers[side].filter((what) => what !== event.what);
      return { ...now, offers: { sente: without("sente"), gote: without("gote") } };
    }
    case "timeAdded":
      return { ...now, clocks: event.clocks };
    case "ended": {
      const { reason, winner, clocks } = event;
      return { ...now, state: "ended", end: { reason, winner }, clocks, offers: nothing() };
    }
    case "recorded":
      return { ...now, record: event.record };
    case "rematch":
      return { ...now, next: event.game, offers: nothing() };
    default:
      return now;
  }
}
