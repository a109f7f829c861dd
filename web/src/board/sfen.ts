/**
 * SFEN of any variant: codes of several letters stand between commas (`gg3` is three in a row), `+` before a code is its
 * other side, fields after the move number are kept as they are.
 */
import { type Size, squareIndex } from "./squares.ts";
import type { BoardVariant, Hand, Man, Position } from "./types.ts";

/** Why a text is no position of this variant, in words of both languages, with the place in the text. */
export interface SfenFault {
  message: string;
  messageJa: string;
  at: number;
}

export interface SfenReading {
  position: Position;
  /** Empty where the text was read whole. */
  faults: SfenFault[];
}

export function emptyPosition({ files, ranks }: Size): Position {
  return {
    men: new Array<Man | null>(files * ranks).fill(null),
    hands: { sente: new Map(), gote: new Map() },
    side: "sente",
    ply: 1,
    extra: [],
  };
}

export const samePosition = (a: Position, b: Position, variant: BoardVariant) =>
  writeSfen(a, variant) === writeSfen(b, variant);

/** Whether some code has several letters, so that men stand between commas. */
function codesAreWords(variant: BoardVariant): boolean {
  return variant.kinds.some((kind) => kind.code.replace(/^\+/, "").length > 1);
}

/** Reads what can be read; everything else is among the faults, and its squares stay empty. */
export function readSfen(text: string, variant: BoardVariant): SfenReading {
  const position = emptyPosition(variant);
  const faults: SfenFault[] = [];
  const words = [...text.matchAll(/\S+/g)].map((match) => ({ word: match[0], at: match.index }));
  const board = words[0];
  if (!board) return { position, faults: [{ message: "no position", messageJa: "局面がありません", at: 0 }] };
  readBoard(board.word, board.at, variant, position.men, faults);
  const side = words[1];
  if (side && side.word !== "b" && side.word !== "w") {
    faults.push({
      message: `the side to move is b or w, not ${side.word}`,
      messageJa: `手番は b か w です（${side.word} ではありません）`,
      at: side.at,
    });
  }
  position.side = side?.word === "w" ? "gote" : "sente";
  const hands = words[2];
  if (hands && squareIndex(hands.word, variant) >= 0) position.extra.push(hands.word);
  else if (hands) readHands(hands.word, hands.at, variant, position.hands, faults);
  const ply = words[3];
  if (ply) {
    const number = Number(ply.word);
    if (Number.isInteger(number) && number > 0) position.ply = number;
    else {
      faults.push({
        message: `${ply.word} is not a move number`,
        messageJa: `${ply.word} は手数ではありません`,
        at: ply.at,
      });
    }
  }
  position.extra.push(...words.slice(4).map(({ word }) => word));
  return { position, faults };
}

interface Token {
  type: "slash" | "number" | "man" | "unknown";
  text: string;
  at: number;
  number: number;
  man: Man | null;
}

function* tokens(text: string, start: number, variant: BoardVariant): Generator<Token> {
  const codes = new Set(variant.kinds.map((kind) => kind.code));
  const pattern = codesAreWords(variant) ? /\/|,|\d+|(\+?[A-Za-z]+)(\d*)|./gu : /\/|\d+|(\+?[A-Za-z])|./gu;
  for (const match of text.matchAll(pattern)) {
    const token: Token = { type: "unknown", text: match[0], at: start + match.index, number: 1, man: null };
    if (match[0] === ",") continue;
    if (match[0] === "/") token.type = "slash";
    else if (/^\d/.test(match[0])) {
      token.type = "number";
      token.number = Number(match[0]);
    } else if (match[1]) {
      const code = match[1].toUpperCase();
      const side = match[1] === code ? "sente" : "gote";
      const oneCase = side === "sente" || match[1] === match[1].toLowerCase();
      if (oneCase && codes.has(code)) {
        token.type = "man";
        token.man = { code, side };
        token.number = match[2] ? Number(match[2]) : 1;
      }
    }
    yield token;
  }
}

function readBoard(text: string, at: number, variant: BoardVariant, men: (Man | null)[], faults: SfenFault[]) {
  const { files, ranks } = variant;
  let [row, column] = [0, 0];
  const closeRank = (at: number) => {
    if (column === files) return;
    faults.push({
      message: `rank ${row + 1} has ${column} squares instead of ${files}`,
      messageJa: `${row + 1}段目が${column}マスです（${files}マスのはずです）`,
      at,
    });
  };
  for (const token of tokens(text, at, variant)) {
    if (token.type === "slash") {
      closeRank(token.at);
      row += 1;
      column = 0;
      continue;
    }
    if (token.type === "unknown") {
      faults.push({
        message: `${token.text} is not a piece of this game`,
        messageJa: `${token.text} はこの将棋の駒ではありません`,
        at: token.at,
      });
      column += 1;
      continue;
    }
    // A hostile count must not make a long loop: what leaves the board is a fault at the end of the rank.
    const fits = row < ranks ? Math.min(token.number, Math.max(0, files - column)) : 0;
    if (token.man) men.fill(token.man, row * files + column, row * files + column + fits);
    column += token.number;
  }
  closeRank(at + text.length);
  if (row + 1 !== ranks) {
    faults.push({
      message: `the board has ${row + 1} ranks instead of ${ranks}`,
      messageJa: `盤が${row + 1}段です（${ranks}段のはずです）`,
      at,
    });
  }
}

function readHands(text: string, at: number, variant: BoardVariant, hands: Position["hands"], faults: SfenFault[]) {
  if (text === "-") return;
  let count = 1;
  for (const token of tokens(text, at, variant)) {
    if (token.type === "number") count = token.number;
    else if (token.man) {
      const hand = hands[token.man.side];
      hand.set(token.man.code, (hand.get(token.man.code) ?? 0) + count);
      count = 1;
    } else {
      faults.push({
        message: `${token.text} cannot be read in the hands`,
        messageJa: `持ち駒の ${token.text} を読めません`,
        at: token.at,
      });
    }
  }
}

/** The text of a man: capitals for Sente. */
export const manCode = (man: Man) => (man.side === "sente" ? man.code : man.code.toLowerCase());

/** Writes a position as the server does: hands in the variant's order of kinds, Sente's first. */
export function writeSfen(position: Position, variant: BoardVariant): string {
  const comma = codesAreWords(variant) ? "," : "";
  const ranks: string[] = [];
  for (let row = 0; row < variant.ranks; row++) {
    const items: string[] = [];
    let empty = 0;
    for (let column = 0; column < variant.files; column++) {
      const man = position.men[row * variant.files + column];
      if (!man) {
        empty += 1;
        continue;
      }
      if (empty) items.push(String(empty));
      empty = 0;
      items.push(manCode(man));
    }
    if (empty) items.push(String(empty));
    ranks.push(items.join(comma));
  }
  const held = (side: "sente" | "gote", hand: Hand) =>
    variant.kinds.flatMap(({ code }) => {
      const count = hand.get(code) ?? 0;
      return count > 0 ? [(count > 1 ? String(count) : "") + manCode({ code, side })] : [];
    });
  const hands = [...held("sente", position.hands.sente), ...held("gote", position.hands.gote)].join(comma);
  const struck = position.extra.filter((field) => squareIndex(field, variant) >= 0);
  const more = position.extra.filter((field) => squareIndex(field, variant) < 0);
  const side = position.side === "sente" ? "b" : "w";
  return [ranks.join("/"), side, hands || struck[0] || "-", position.ply, ...more].join(" ");
}
