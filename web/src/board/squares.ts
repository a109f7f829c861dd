/** Squares: names as USI writes them, indices row by row from the top left as Sente sees the board. */

export interface Size {
  files: number;
  ranks: number;
}

/** `a`..`z`, `aa`..`aj`. */
export function rankLetters(rank: number): string {
  const letter = (n: number) => String.fromCharCode(96 + n);
  return rank <= 26 ? letter(rank) : letter(Math.floor((rank - 1) / 26)) + letter(((rank - 1) % 26) + 1);
}

export function squareName(index: number, size: Size): string {
  const row = Math.floor(index / size.files);
  return `${size.files - (index % size.files)}${rankLetters(row + 1)}`;
}

/** The square on a file and rank, both from 1 as players count, or -1. */
export function squareAt(file: number, rank: number, { files, ranks }: Size): number {
  const fits = file >= 1 && file <= files && rank >= 1 && rank <= ranks;
  return fits ? (rank - 1) * files + files - file : -1;
}

const SQUARE = /^(\d{1,3})([a-z]{1,2})/;

/** Reads a square at the start of a text: its file and rank from 1, and what follows. */
export function takeSquare(text: string): { file: number; rank: number; rest: string } | null {
  const found = SQUARE.exec(text);
  if (!found) return null;
  const [all, digits = "", letters = ""] = found;
  let rank = 0;
  for (const letter of letters) rank = rank * 26 + letter.charCodeAt(0) - 96;
  return { file: Number(digits), rank, rest: text.slice(all.length) };
}

/** The index of a square given by name, or -1 where this board has none. */
export function squareIndex(name: string, size: Size): number {
  const found = takeSquare(name);
  return found && found.rest === "" ? squareAt(found.file, found.rank, size) : -1;
}

const KANJI_DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/** 一 to 三十六 (and up to 九十九). */
export function kanjiNumber(n: number): string {
  const tens = Math.floor(n / 10);
  return (tens > 1 ? KANJI_DIGITS[tens] : "") + (tens > 0 ? "十" : "") + KANJI_DIGITS[n % 10];
}

/** Reads 一 to 九十九; `null` where it is no such number. */
export function readKanjiNumber(text: string): number | null {
  for (let n = 1; n < 100; n++) if (kanjiNumber(n) === text) return n;
  return null;
}
