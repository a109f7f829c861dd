/** Typed moves: USI (`7g7f`, `P*5e`), Japanese (`７六歩`, `76歩打`, `同銀成`), Western (`P-7f`, `Px76+`). */
import type { Kinds } from "./men.ts";
import { readKanjiNumber, type Size, squareAt, squareName, takeSquare } from "./squares.ts";
import type { Position } from "./types.ts";
import { type Move, moveEnd } from "./usi.ts";

export type Typed =
  | { type: "move"; usi: string }
  | { type: "none" }
  | { type: "several"; moves: Move[] }
  /** One move of one man that may turn over or not, and nothing was said about it; what turns over first. */
  | { type: "promotion"; moves: [Move, Move] };

export interface TypedContext {
  size: Size;
  position: Position;
  moves: Move[];
  kinds: Kinds;
  /** The square of the move before, for 同. */
  last: number;
}

/** Finds the legal move a text means. Where it may turn over or not and the text does not say, that is to be asked. */
export function readTyped(text: string, context: TypedContext): Typed {
  const plain = tidy(text);
  const asUsi = plain.replace(/=$/, "").toLowerCase();
  const usi = context.moves.find((move) => move.usi.toLowerCase() === asUsi);
  const found = usi ? [usi] : (japanese(plain, context) ?? western(plain, context));
  const [only, more] = found ?? [];
  if (!found || !only) return { type: "none" };
  const turned =
    found.length > 2 ? undefined : turnedOver(only.type === "board" && only.promotes ? more : only, context);
  if (more && !(turned && found.includes(turned))) return { type: "several", moves: found };
  if (!turned || /([+=]|成)$/.test(plain)) return { type: "move", usi: only.usi };
  const stays = only === turned ? more : only;
  return stays ? { type: "promotion", moves: [turned, stays] } : { type: "move", usi: only.usi };
}

/** The same move of the same man, but turning over. */
function turnedOver(move: Move | undefined, { moves }: TypedContext): Move | undefined {
  if (move?.type !== "board" || move.promotes) return undefined;
  return moves.find(({ usi, type }) => type === "board" && usi === `${move.usi}+`);
}

/**
 * The move a Japanese text speaks of, though it cannot be played: the man of that name nearest to the square, or one from
 * hand. `null` where the text speaks of none.
 */
export function meantMove(text: string, context: TypedContext): string | null {
  const place = destination(tidy(text), context);
  if (!place) return null;
  const { position, size, kinds } = context;
  const suffix = /(不成|成|打)?$/.exec(place.rest)?.[1] ?? "";
  const name = place.rest.slice(0, place.rest.length - suffix.length).replace(/[右左直上引寄]+$/, "");
  if (name === "") return null;
  const to = squareName(place.to, size);
  const distance = (from: number) => {
    const across = Math.abs((from % size.files) - (place.to % size.files));
    const along = Math.abs(Math.floor(from / size.files) - Math.floor(place.to / size.files));
    return across * across + along * along;
  };
  const men = position.men.flatMap((man, from) =>
    man?.side === position.side && from !== place.to && isCalled(man.code, name, context) ? [from] : [],
  );
  const [nearest] = men.sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined && suffix !== "打") {
    return `${squareName(nearest, size)}${to}${suffix === "成" ? "+" : ""}`;
  }
  const code = kinds.order.find((known) => isCalled(known, name, context));
  return code === undefined ? null : `${code}*${to}`;
}

function tidy(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s▲△☗☖▽▼・]/g, "")
    .trim();
}

function japanese(text: string, context: TypedContext): Move[] | null {
  const place = destination(text, context);
  if (!place) return null;
  const suffix = /(不成|成|打)?$/.exec(place.rest)?.[1] ?? "";
  const words = place.rest.slice(0, place.rest.length - suffix.length).replace(/[右左直上引寄]+$/, "");
  // `成銀` is the name of a kind; `銀成` a silver that turns over.
  const named = context.moves.filter((move) => moveEnd(move) === place.to && isNamed(move, words, context));
  if (suffix === "打") return named.filter((move) => move.type === "drop");
  if (suffix === "成") return named.filter((move) => move.type === "board" && move.promotes);
  const onBoard = named.filter((move) => move.type === "board");
  // A man on the board goes before one in hand, as in any record.
  if (suffix === "不成") return onBoard.filter((move) => move.type === "board" && !move.promotes);
  return onBoard.length > 0 ? onBoard : named;
}

function destination(text: string, { size, last }: TypedContext): { to: number; rest: string } | null {
  if (text.startsWith("同") && last >= 0) return { to: last, rest: text.slice(1) };
  const kanji = /^(\d{1,2})([一二三四五六七八九十]{1,3})(.*)$/.exec(text);
  if (kanji) {
    const to = squareAt(Number(kanji[1]), readKanjiNumber(kanji[2] ?? "") ?? 0, size);
    return to < 0 ? null : { to, rest: kanji[3] ?? "" };
  }
  const digits = /^(\d{1,2})-(\d{1,2})(.*)$/.exec(text) ?? /^(\d)(\d)(\D.*)?$/.exec(text);
  if (!digits) return null;
  const to = squareAt(Number(digits[1]), Number(digits[2]), size);
  return to < 0 ? null : { to, rest: digits[3] ?? "" };
}

/** Other ways to write what a man is called. */
const SPELLINGS: Record<string, string> = {
  竜: "龍",
  王: "玉",
  龍王: "龍",
  龍馬: "馬",
  成銀: "全",
  成桂: "圭",
  成香: "杏",
  歩兵: "歩",
};
const spelled = (name: string) => SPELLINGS[name] ?? name;

function codeOf(move: Move, { position }: TypedContext): string {
  if (move.type === "drop") return move.code;
  return move.type === "board" ? (position.men[move.from]?.code ?? "") : "";
}

function isNamed(move: Move, name: string, context: TypedContext): boolean {
  return name === "" || isCalled(codeOf(move, context), name, context);
}

function isCalled(code: string, name: string, context: TypedContext): boolean {
  const kind = context.kinds.get(code);
  const wanted = spelled(name.replace(/竜/g, "龍"));
  return [kind?.kanji, kind?.nameJa].some((known) => known && spelled(known) === wanted);
}

function western(text: string, context: TypedContext): Move[] | null {
  const parts = /^(\+?[A-Za-z]{1,4}?)(\d+[a-z]{1,2})?([-x*])?(\d.*?)([+=])?$/.exec(text);
  if (!parts) return null;
  const [, code = "", from, sign, square = "", turn] = parts;
  const named = takeSquare(square);
  const digits = /^(\d)(\d)$/.exec(square);
  const to =
    named && named.rest === ""
      ? squareAt(named.file, named.rank, context.size)
      : digits
        ? squareAt(Number(digits[1]), Number(digits[2]), context.size)
        : -1;
  if (to < 0) return null;
  const letters = code.toUpperCase();
  return context.moves.filter((move) => {
    const own = codeOf(move, context);
    const letter = context.kinds.get(own)?.letter?.toUpperCase();
    if (moveEnd(move) !== to || (own !== letters && letter !== letters)) return false;
    if (move.type !== "board") return sign === "*";
    const start = from ? takeSquare(from) : null;
    const starts = !start || squareAt(start.file, start.rank, context.size) === move.from;
    return starts && sign !== "*" && (turn === undefined || move.promotes === (turn === "+"));
  });
}
