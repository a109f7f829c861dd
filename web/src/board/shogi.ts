/** Shogi as a board needs it: what is shown where a page names no game. */
import type { BoardKind, BoardVariant } from "./types.ts";

/** Code, kanji, Japanese and English name; what turns over stands with a `+` below. */
const ROWS: [string, string, string, string][] = [
  ["R", "飛", "飛車", "Rook"],
  ["B", "角", "角行", "Bishop"],
  ["G", "金", "金将", "Gold general"],
  ["S", "銀", "銀将", "Silver general"],
  ["N", "桂", "桂馬", "Knight"],
  ["L", "香", "香車", "Lance"],
  ["P", "歩", "歩兵", "Pawn"],
  ["K", "玉", "玉将", "King"],
  ["+R", "龍", "龍王", "Dragon king"],
  ["+B", "馬", "龍馬", "Dragon horse"],
  ["+S", "全", "成銀", "Promoted silver"],
  ["+N", "圭", "成桂", "Promoted knight"],
  ["+L", "杏", "成香", "Promoted lance"],
  ["+P", "と", "と金", "Tokin"],
];

const ranks = (letters: string) => letters.split("").flatMap((rank) => [..."987654321"].map((file) => file + rank));

export const SHOGI: BoardVariant = {
  files: 9,
  ranks: 9,
  hasHands: true,
  hand: ["R", "B", "G", "S", "N", "L", "P"],
  zones: { sente: ranks("abc"), gote: ranks("ghi") },
  kinds: ROWS.map(
    ([code, kanji, nameJa, name]): BoardKind => ({
      code,
      kanji,
      nameJa,
      name,
      letter: code.replace("+", ""),
      promotesTo: ROWS.some(([other]) => other === `+${code}`) ? `+${code}` : null,
      demotesTo: code.startsWith("+") ? code.slice(1) : null,
      isRoyal: code === "K",
    }),
  ),
};

export const SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
