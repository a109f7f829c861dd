/** What the board shows between a click and the answer: the move as it will stand. Pure. */
import { type Context, type InputState, takenBy } from "./input.ts";
import type { Kinds } from "./men.ts";
import type { Option } from "./popup.ts";
import type { Language, Man, Position } from "./types.ts";
import { type Move, moveEnd } from "./usi.ts";
import { say } from "./words.ts";

/** The man as it stands after a move. */
export function arrives(move: Move, position: Position, kinds: Kinds): Man | null {
  if (move.type === "pass") return null;
  if (move.type === "drop") return { code: move.code, side: position.side };
  const man = position.men[move.from];
  if (!man) return null;
  const kind = kinds.get(man.code);
  const other = kind?.promotesTo ?? kind?.demotesTo ?? man.code;
  return move.promotes ? { code: other, side: man.side } : man;
}

/** The position as it looks after a move, until the page tells the true one. Captured men do not go to the hand yet. */
export function shownAfter(move: Move, context: Context, kinds: Kinds): Position {
  const { position } = context;
  const men = [...position.men];
  const hands = { sente: new Map(position.hands.sente), gote: new Map(position.hands.gote) };
  for (const square of takenBy(move, context)) men[square] = null;
  if (move.type === "board") men[move.from] = null;
  if (move.type !== "pass") men[moveEnd(move)] = arrives(move, position, kinds);
  if (move.type === "drop") {
    const hand = hands[position.side];
    const held = hand.get(move.code) ? move.code : (kinds.get(move.code)?.demotesTo ?? move.code);
    hand.set(held, (hand.get(held) ?? 1) - 1);
  }
  return { ...position, men, hands };
}

/** The men while a move is on its way: the chosen one on its last step, what it took gone. */
export function shownWhile(state: InputState, position: Position): (Man | null)[] {
  if (state.mode === "idle") return position.men;
  const way = state.mode === "choosing" && state.path.at(-1) !== state.at ? [...state.path, state.at] : state.path;
  const last = way.at(-1);
  if (last === undefined) return position.men;
  const men = [...position.men];
  if (state.origin.type === "hand") {
    men[last] = { code: state.origin.code, side: state.origin.side };
    return men;
  }
  const man = men[state.origin.square] ?? null;
  men[state.origin.square] = null;
  for (const square of way) men[square] = null;
  men[last] = man;
  return men;
}

/** The ways to end a move, as a choice: promoted or not, which side of a man is dropped, or back to where it stood. */
export function optionsOf(moves: Move[], position: Position, kinds: Kinds, language: Language): Option[] {
  return moves.map((move) => {
    const man = arrives(move, position, kinds);
    const idle = move.type === "board" && moveEnd(move) === move.from;
    const turns = move.type === "board" && move.promotes;
    const word = idle ? "idle" : move.type === "drop" ? "drops" : turns ? "promote" : "keep";
    const name = man ? kinds.name(man.code, language) : "";
    return {
      usi: move.usi,
      man: idle ? null : man,
      label: idle ? say("idle", language) : `${say(word, language)}: ${name}`,
      name,
      word: move.type === "drop" ? name : say(turns ? "promote" : "keepAsIs", language),
    };
  });
}
