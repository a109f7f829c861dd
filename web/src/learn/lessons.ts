// The lessons: one board each, and what is to be done on it. Text and task are data; `task.ts` judges.
import type { Text } from "../app/i18n.ts";

/** What makes a lesson done. */
export type Goal =
  /** All pieces of the other side are taken. */
  | "take"
  /** A piece of one's own has turned over. */
  | "promote"
  /** A piece was dropped. */
  | "drop"
  /** One's king is not in check any more. */
  | "escape"
  /** The other king is in checkmate. */
  | "mate";

export interface Lesson {
  id: string;
  title: Text;
  text: Text;
  /** What is asked for. */
  task: Text;
  sfen: string;
  goal: Goal;
}

const eat: Text = { ja: "相手の歩をすべて取りましょう。", en: "Take all the enemy pawns." };

export const LESSONS: readonly Lesson[] = [
  {
    id: "pawn",
    title: { ja: "歩（ふ）", en: "The pawn 歩" },
    text: {
      ja: "歩は前に1マスだけ進みます。前にいる相手の駒を取ることもできます。取り方と進み方は同じです。",
      en: "The pawn goes one square forward, and takes the same way: straight ahead, never sideways.",
    },
    task: eat,
    sfen: "9/9/9/9/4p4/9/4P4/9/9 b - 1",
    goal: "take",
  },
  {
    id: "lance",
    title: { ja: "香車（きょうしゃ）", en: "The lance 香" },
    text: {
      ja: "香車は前に何マスでも進めます。駒を飛び越えることはできません。後ろには戻れません。",
      en: "The lance goes forward as far as it likes, but jumps over nothing and never comes back.",
    },
    task: eat,
    sfen: "9/9/9/4p4/4p4/9/9/9/4L4 b - 1",
    goal: "take",
  },
  {
    id: "knight",
    title: { ja: "桂馬（けいま）", en: "The knight 桂" },
    text: {
      ja: "桂馬は前に2マス、横に1マスの所へ跳びます。ただ一つ、駒を飛び越えられます。",
      en: "The knight leaps two squares forward and one to the side. It is the only piece that jumps over others.",
    },
    task: eat,
    sfen: "9/9/9/9/4p4/9/3p5/9/4N4 b - 1",
    goal: "take",
  },
  {
    id: "silver",
    title: { ja: "銀将（ぎんしょう）", en: "The silver 銀" },
    text: {
      ja: "銀は前と、斜めの4方向に1マス動けます。横と真後ろには動けません。",
      en: "The silver goes one square straight forward or in any diagonal direction; not sideways and not straight back.",
    },
    task: eat,
    sfen: "9/9/9/9/4p4/3p1p3/4S4/9/9 b - 1",
    goal: "take",
  },
  {
    id: "gold",
    title: { ja: "金将（きんしょう）", en: "The gold 金" },
    text: {
      ja: "金は縦・横と斜め前に1マス動けます。斜め後ろには動けません。",
      en: "The gold goes one square in any direction except diagonally back.",
    },
    task: eat,
    sfen: "9/9/9/9/9/4pp3/4Gp3/9/9 b - 1",
    goal: "take",
  },
  {
    id: "bishop",
    title: { ja: "角行（かくぎょう）", en: "The bishop 角" },
    text: {
      ja: "角は斜めに何マスでも動けます。",
      en: "The bishop goes diagonally as far as it likes.",
    },
    task: eat,
    sfen: "9/9/9/9/4p4/9/9/1B5p1/9 b - 1",
    goal: "take",
  },
  {
    id: "rook",
    title: { ja: "飛車（ひしゃ）", en: "The rook 飛" },
    text: {
      ja: "飛車は縦と横に何マスでも動けます。",
      en: "The rook goes straight forward, back and sideways as far as it likes.",
    },
    task: eat,
    sfen: "9/9/9/9/2p4p1/9/9/2p4R1/9 b - 1",
    goal: "take",
  },
  {
    id: "king",
    title: { ja: "玉将（ぎょくしょう）", en: "The king 玉" },
    text: {
      ja: "玉はどの方向にも1マス動けます。玉を取られると負けなので、相手の駒が利いている所へは行けません。",
      en: "The king goes one square in any direction. Losing it loses the game, so it may not go where it could be taken.",
    },
    task: eat,
    sfen: "9/9/9/9/4p4/3p5/4K4/5p3/9 b - 1",
    goal: "take",
  },
  {
    id: "promotion",
    title: { ja: "成る", en: "Promotion" },
    text: {
      ja: "奥の3段（敵陣）に入る・敵陣で動く・敵陣から出るとき、駒を裏返して「成る」ことができます。歩・香・桂・銀は金の動きに、飛車と角はもっと強くなります。金と玉は成れません。",
      en: "Moving into, inside or out of the last three ranks, a piece may turn over and promote. Pawn, lance, knight and silver then move like a gold; rook and bishop become stronger. Gold and king do not promote.",
    },
    task: { ja: "歩を一つ進めて成りましょう。", en: "Move the pawn up and promote it." },
    sfen: "9/9/9/4P4/9/9/9/9/9 b - 1",
    goal: "promote",
  },
  {
    id: "check",
    title: { ja: "王手を防ぐ", en: "Out of check" },
    text: {
      ja: "玉が次に取られそうな状態が「王手」です。逃げる、王手している駒を取る、間に駒を置く、のどれかで必ず防がなければなりません。",
      en: "A king that could be taken next is in check. You must move it away, take the attacker, or put a piece in between.",
    },
    task: { ja: "王手を防ぎましょう。", en: "Get out of check." },
    sfen: "4k4/9/9/9/4r4/9/9/2G6/4K4 b P 1",
    goal: "escape",
  },
  {
    id: "drop",
    title: { ja: "持ち駒を打つ", en: "Dropping pieces" },
    text: {
      ja: "取った駒は「持ち駒」になり、自分の手番に空いているマスへ打てます。打つときは必ず表（成っていない面）です。",
      en: "A piece you took is in your hand. Instead of a move you may drop it on an empty square, always unpromoted.",
    },
    task: { ja: "金を打って、相手の玉を詰ませましょう。", en: "Drop the gold so that the king cannot escape." },
    sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    goal: "mate",
  },
  {
    id: "nifu",
    title: { ja: "二歩", en: "Two pawns on a file" },
    text: {
      ja: "成っていない自分の歩がある筋に、もう一枚の歩を打つことはできません。これを「二歩」といい、指すと負けです。",
      en: "You may not drop a pawn on a file where you already have an unpromoted pawn. This is called nifu.",
    },
    task: { ja: "歩を打てる所に打ちましょう。", en: "Drop the pawn where it may be dropped." },
    sfen: "9/9/9/9/9/9/PPPP1PPPP/9/9 b P 1",
    goal: "drop",
  },
  {
    id: "mate",
    title: { ja: "一手詰", en: "Mate in one" },
    text: {
      ja: "王手を防ぐ手がなければ「詰み」で、勝ちです。",
      en: "A king in check that nothing can save is in checkmate, and the game is won.",
    },
    task: { ja: "一手で詰ませましょう。", en: "Give checkmate in one move." },
    sfen: "8k/9/7GP/9/9/9/9/9/4K4 b - 1",
    goal: "mate",
  },
];
