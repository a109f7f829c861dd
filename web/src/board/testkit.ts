/** Small variants for tests. */
import type { Context } from "./input.ts";
import { Kinds } from "./men.ts";
import { readSfen } from "./sfen.ts";
import type { BoardKind, BoardVariant } from "./types.ts";
import { readUsi } from "./usi.ts";

function kinds(fronts: string, turned: string, names: Record<string, [string, string, string]>): BoardKind[] {
  const kind = (code: string): BoardKind => {
    const [kanji = code, nameJa = code, name = code] = names[code] ?? [];
    const front = code.replace("+", "");
    return {
      code,
      kanji,
      nameJa,
      name,
      letter: code,
      promotesTo: !code.startsWith("+") && turned.includes(code) ? `+${code}` : null,
      demotesTo: code.startsWith("+") ? front : null,
      isRoyal: code === "K",
    };
  };
  return [...[...fronts].map(kind), ...[...turned].map((code) => kind(`+${code}`))];
}

export const SHOGI: BoardVariant = {
  files: 9,
  ranks: 9,
  hasHands: true,
  kinds: kinds("RBGSNLPK", "RBSNLP", {
    R: ["飛", "飛車", "Rook"],
    B: ["角", "角行", "Bishop"],
    G: ["金", "金将", "Gold general"],
    S: ["銀", "銀将", "Silver general"],
    N: ["桂", "桂馬", "Knight"],
    L: ["香", "香車", "Lance"],
    P: ["歩", "歩兵", "Pawn"],
    K: ["玉", "玉将", "King"],
    "+R": ["龍", "龍王", "Dragon king"],
    "+B": ["馬", "龍馬", "Dragon horse"],
    "+S": ["全", "成銀", "Promoted silver"],
    "+N": ["圭", "成桂", "Promoted knight"],
    "+L": ["杏", "成香", "Promoted lance"],
    "+P": ["と", "と金", "Tokin"],
  }),
};

export const SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** Chu shogi's men; codes as in the catalogue. */
export const CHU: BoardVariant = {
  files: 12,
  ranks: 12,
  hasHands: false,
  kinds: kinds("LFCSGEKABTOXMVRHDQNPI", "LFCSGEABTOXMVRHDPI", { N: ["獅", "獅子", "Lion"], K: ["玉", "玉将", "King"] }),
};

/** Kyoto shogi's men: they turn over with every move, and are dropped with either side up. */
export const KYOTO: BoardVariant = {
  files: 5,
  ranks: 5,
  hasHands: true,
  kinds: kinds("PSNLK", "PSNL", {}).map((kind) =>
    kind.code.startsWith("+") ? { ...kind, promotesTo: kind.code.slice(1) } : kind,
  ),
};

/** A variant with codes of several letters. */
export const WORDS: BoardVariant = {
  files: 4,
  ranks: 3,
  kinds: [{ code: "GG" }, { code: "K" }, { code: "P", promotesTo: "+P" }, { code: "+P", demotesTo: "P" }],
};

/** What input needs, from a position and its legal moves. */
export function contextOf(
  variant: BoardVariant,
  sfen: string,
  moves: string[] | null,
  more: Partial<Context> = {},
): Context {
  const { position, faults } = readSfen(sfen, variant);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join("; "));
  const all = new Kinds(variant);
  const read = moves?.map((usi) => {
    const move = readUsi(usi, variant);
    if (!move) throw new Error(`${usi} is no move`);
    return move;
  });
  return {
    size: variant,
    position,
    moves: read ?? null,
    captures: {},
    may: () => true,
    kind: (code) => all.get(code),
    ...more,
  };
}
