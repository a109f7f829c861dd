// A game on the server as values: what a view becomes when an event happens. The socket is in connection.ts.
import type { Event, GameView } from "../app/api-types.ts";
import type { Side } from "../app/wire.ts";

export type { Command, GameView, Proposal } from "../app/api-types.ts";
export type GameEvent = Event;

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
      return { ...now, state: "ended", end: { reason, winner, sentence: "" }, clocks, offers: nothing() };
    }
    case "recorded":
      return { ...now, record: event.record };
    case "rematch":
      return { ...now, next: event.game, offers: nothing() };
    default:
      return now;
  }
}
