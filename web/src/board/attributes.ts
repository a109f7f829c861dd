/** The element by its attributes alone, for pages without a script: `<shogi-board sfen="…" moves="7g7f 3c3d" variant="chu" flipped>`. */
import type { ShogiBoard } from "./element.ts";
import { HOME } from "./home.ts";
import { Kinds } from "./men.ts";
import { arrives } from "./play.ts";
import { readSfen, writeSfen } from "./sfen.ts";
import { SHOGI, SHOGI_START } from "./shogi.ts";
import { type BoardVariant, other } from "./types.ts";
import { type Move, moveEnd, readUsi } from "./usi.ts";
import { say } from "./words.ts";

export const ATTRIBUTES = ["sfen", "moves", "variant", "flipped", "language", "pieces", "coordinates"] as const;

const ONE_OF = {
  language: ["ja", "en"],
  pieces: ["kanji", "twoKanji", "letters"],
  coordinates: ["japanese", "numeric", "usi", "none"],
} as const;

/** What the attributes of an element say, put into its properties. */
export class Attributes {
  /** The game that was named, and its start position; until it has come, shogi's is not shown in its place. */
  private game: { name: string; variant: BoardVariant; start: string } | null = null;

  constructor(private readonly board: ShogiBoard) {}

  changed(name: string) {
    const { board } = this;
    if (name === "flipped") board.flipped = board.hasAttribute("flipped");
    if (name === "language" || name === "pieces" || name === "coordinates") {
      const value = ONE_OF[name].find((known) => known === board.getAttribute(name));
      if (value) Object.assign(board, { [name]: value });
    }
    if (name === "variant") void this.fetchGame();
    if (name === "sfen" || name === "moves") this.show();
  }

  /** Asks the server that the element came from; another site may do so, too. */
  private async fetchGame() {
    const { board } = this;
    const name = board.getAttribute("variant") ?? "";
    if (!name || name === "shogi") {
      this.game = null;
      board.variant = SHOGI;
      this.show();
      return;
    }
    try {
      const answer = await fetch(new URL(`/api/variants/${encodeURIComponent(name)}`, HOME));
      const { payload, message } = await answer.json();
      if (!answer.ok || !payload) throw new Error(message ?? answer.statusText);
      if (board.getAttribute("variant") !== name) return;
      this.game = { name, variant: payload, start: payload.startSfen };
      board.variant = payload;
      this.show();
    } catch (error) {
      if (board.getAttribute("variant") === name) board.fault(`variant="${name}": ${String(error)}`);
    }
  }

  private show() {
    const { board } = this;
    const [sfen, moves] = [board.getAttribute("sfen"), board.getAttribute("moves")];
    const name = board.getAttribute("variant");
    if ((sfen === null && moves === null && name === null) || (name && name !== "shogi" && !this.game)) return;
    const variant = this.game?.variant ?? SHOGI;
    const start = !sfen || sfen === "startpos" ? (this.game?.start ?? SHOGI_START) : sfen.replace(/^sfen\s+/, "");
    const played = playedOn(start, moves?.split(/\s+/).filter(Boolean) ?? [], variant);
    board.sfen = played.sfen;
    board.lastMove = played.last;
    board.fault(played.fault && `${say("noSuchMove", board.language)}: ${played.fault}`);
  }
}

/**
 * A position after moves in USI: each piece goes where it is said, what it lands on or passes by is taken. Whether the moves are
 * legal is not looked at; what cannot be carried out is the fault.
 */
export function playedOn(sfen: string, moves: readonly string[], variant: BoardVariant) {
  const kinds = new Kinds(variant);
  let { position } = readSfen(sfen, variant);
  let last: string | null = null;
  for (const usi of moves) {
    const move = readUsi(usi, variant);
    const next = move && after(move, position, kinds, variant);
    if (!next) return { sfen: writeSfen(position, variant), last, fault: usi };
    position = next;
    last = usi;
  }
  return { sfen: moves.length > 0 ? writeSfen(position, variant) : sfen, last, fault: null };
}

type Position = ReturnType<typeof readSfen>["position"];

function after(move: Move, position: Position, kinds: Kinds, variant: BoardVariant): Position | null {
  const turn = { ...position, side: other(position.side), ply: position.ply + 1, extra: [] };
  if (move.type === "pass") return turn;
  const men = [...position.men];
  const hands = { sente: new Map(position.hands.sente), gote: new Map(position.hands.gote) };
  const mine = hands[position.side];
  const man = arrives(move, position, kinds);
  if (!man) return null;
  if (move.type === "drop") {
    const held = mine.get(move.code) ?? 0;
    if (held === 0 || men[move.to]) return null;
    if (held === 1) mine.delete(move.code);
    else mine.set(move.code, held - 1);
  } else {
    men[move.from] = null;
    for (const square of move.steps) {
      const taken = men[square];
      men[square] = null;
      if (!taken || !variant.hasHands) continue;
      const code = kinds.get(taken.code)?.demotesTo ?? taken.code;
      mine.set(code, (mine.get(code) ?? 0) + 1);
    }
  }
  men[moveEnd(move)] = man;
  return { ...turn, men, hands };
}
