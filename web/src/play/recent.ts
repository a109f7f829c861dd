// Games to go on with, kept in this browser: those at one screen whole, those by link as the seat in them.
import { signal } from "@preact/signals";
import { type ChosenEngine, recall, remember } from "../app/settings.ts";
import type { End, Side } from "../app/wire.ts";
import type { ClockSetting, Clocks } from "./clock.ts";

/** The computer at the table. */
export interface ComputerSeat {
  side: Side;
  /** 1 to 10, or 11 for all it can. */
  level: number;
  /** An engine of one's own; Koma's where there is none. */
  engine?: ChosenEngine | null;
  /** Whether it says when a move was bad. */
  tells: boolean;
}

export interface LocalRecord {
  kind: "local";
  id: string;
  variant: string;
  name: string;
  nameJa: string;
  handicap: string | null;
  sfen: string | null;
  options: Record<string, string>;
  clock: ClockSetting;
  clocks: Clocks | null;
  /** None where people play both sides. */
  computer?: ComputerSeat | null;
  moves: string[];
  end: End | null;
  at: number;
}

export interface LiveRecord {
  kind: "live";
  id: string;
  variant: string;
  name: string;
  nameJa: string;
  side: Side;
  secret: string;
  /** Only while nobody has joined. */
  invite: string | null;
  /** How it ended, once it has, and against whom. */
  end?: End | null;
  opponent?: string | null;
  at: number;
}

export type Kept = LocalRecord | LiveRecord;

/** Who won, as whoever played sees it; the side where both were played here. */
export function outcomeOf(game: Kept): "won" | "lost" | "drawn" | "aborted" | Side | null {
  const { end } = game;
  if (!end) return null;
  if (end.reason === "aborted") return "aborted";
  const mine = game.kind === "live" ? game.side : game.computer ? otherSide(game.computer.side) : null;
  if (end.winner !== "sente" && end.winner !== "gote") return "drawn";
  return mine ? (end.winner === mine ? "won" : "lost") : end.winner;
}

const otherSide = (side: Side): Side => (side === "sente" ? "gote" : "sente");

const MOST = 24;

function read(): Kept[] {
  const raw = recall("games");
  if (!Array.isArray(raw)) return [];
  return raw.filter((one) => one && typeof one.id === "string" && (one.kind === "local" || one.kind === "live"));
}

/** Newest first. */
export const kept = signal<Kept[]>(read());

// Another tab may have written since: read before every write.
function write(change: (all: Kept[]) => Kept[]): void {
  kept.value = change(read()).slice(0, MOST);
  remember("games", kept.value);
}

export function keep(game: Kept): void {
  write((all) => [game, ...all.filter((one) => one.id !== game.id)]);
}

export function forget(id: string): void {
  write((all) => all.filter((one) => one.id !== id));
}

export function keptLocal(id: string): LocalRecord | null {
  return (read().find((one) => one.id === id && one.kind === "local") as LocalRecord | undefined) ?? null;
}

export function keptLive(id: string): LiveRecord | null {
  return (read().find((one) => one.id === id && one.kind === "live") as LiveRecord | undefined) ?? null;
}

/** An id that no other game of this browser has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}
