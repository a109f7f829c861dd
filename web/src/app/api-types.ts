// Generated from openapi.json by scripts/api-types.mjs (npm run types). Not to be edited.

/** What to do with an account. */
export type AccountChange = {
  /** Close it, or open it again. */
  banned?: boolean | null;
  /** A new password. */
  password?: string | null;
};

/** An account as administrators see it. */
export type AccountLine = {
  /** Whether it is closed. */
  banned: boolean;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** The name. */
  name: string;
};

/** One's own account. */
export type AccountView = {
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** The live games one sat at, the newest first, at most 500. */
  games: OwnGame[];
  /** The name. */
  name: string;
  /** Where one is signed in, the newest first. */
  sessions: SessionInfo[];
  /** The variants one stored, the newest first. */
  variants: OwnVariant[];
};

/** Why a command was refused. */
export type AnswerError = {
  /** For programs. */
  code: string;
  /** For people. */
  message: string;
  /** The squares concerned. */
  squares: string[];
};

/** A royal that could be taken. */
export type AttackView = {
  /** The squares of the pieces that could take it. */
  by: string[];
  /** Its square. */
  royal: string;
};

/** A position. */
export type AttacksRequest = {
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The position as SFEN; the start position without. */
  sfen?: string | null;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** A man in the way. */
export type Blocker = {
  /** Whose it is. */
  side: SideName;
  /** Where it stands. */
  square: string;
};

/** Why the server closes a socket. */
export type ByeReason = "restart" | "slow" | "flood" | "badMessage" | "tooLarge" | "noHello" | "forbidden" | "signedOut";

/** One way to mean it. */
export type CandidateJson = {
  /** The move in Betza, where Betza can say it. */
  betza?: string | null;
  /** A picture of its moves, as SVG. */
  diagram: string;
  /** A text in the place of the whole, read as this and nothing else. */
  text: string;
  /** How it moves, in a sentence. */
  words: string;
};

/** What is wrong with a piece file. */
export type CheckedFile = {
  /** Everything found. */
  findings: FindingJson[];
  /** How many pieces it has. */
  pieces: number;
  /** The file as `koma piece fmt` writes it, if nothing is wrong with it. */
  text: string;
};

/** What is in a text of variants. */
export type CheckedVariants = {
  /** The variant of a YAML text as a file that needs no other, where it was asked for. */
  file?: string | null;
  /** Everything found. */
  findings: FindingJson[];
  /** The variants that can be played. */
  variants: VariantView[];
};

/** A side, or whichever chance gives. */
export type Choice = "sente" | "gote" | "random";

/** Words in doubt, and texts to write instead. */
export type ChoiceJson = {
  /** What may be meant; the reading taken comes first. */
  candidates: CandidateJson[];
  /** Which of the findings says so, from 0. */
  finding: number;
};

/** What a player who was left alone may make of the game. */
export type Claim = "win" | "noResult";

/** What a browser says on the socket. */
export type ClientMessage = ({
  /** Whether positions are wanted. */
  positions?: boolean;
  /** The key to a seat; without it one watches. */
  secret?: string | null;
  /** The number of the last event that is known; without it nothing is told twice. */
  since?: number | null;
  type: "hello";
}) | (CommandRequest & {
  type: "command";
}) | {
  /** As of a command. */
  id: string;
  /** What. */
  said: Saying;
  type: "say";
} | {
  /** Whether they want to talk. */
  open: boolean;
  type: "chat";
} | ({
  /** Comes back as it is. */
  t?: number | null;
  type: "ping";
});

/** What both sides have left, and whose clock runs. */
export type Clocks = {
  /** Gote's. */
  gote: SideClock;
  running?: SideName | null;
  /** Sente's. */
  sente: SideClock;
};

/** What a player wants to do. */
export type Command = {
  type: "move";
  /** The move as USI writes it. */
  usi: string;
} | {
  type: "resign";
} | {
  type: "offer";
  /** For what. */
  what: Proposal;
} | {
  type: "accept";
  /** To what. */
  what: Proposal;
} | {
  type: "decline";
  /** Of what. */
  what: Proposal;
} | {
  type: "declare";
} | {
  /** How much, in milliseconds. */
  ms: number;
  type: "addTime";
} | {
  type: "claim";
  /** How. */
  what: Claim;
};

/** A command of a player. */
export type CommandRequest = {
  /** What to do. */
  command: Command;
  /**
   * Any text that is unique among the sender's commands in this game, at most 64 bytes. A
   * command with an id that was carried out before is answered as the first time.
   */
  id: string;
  /** The number of the move the sender believes is next. */
  ply?: number | null;
};

/** A record and the format it is wanted in. */
export type ConvertRequest = {
  /** The bytes of the file in base64, so that its encoding is found. */
  base64?: string | null;
  /** The encoding of the bytes of the answer; without, what readers of the format expect. */
  encoding?: string | null;
  /** The version of the format, where it has several (`2.2` and `3.0` of CSA). */
  flavour?: string | null;
  /** The id of a stored record. */
  id?: string | null;
  /** The name of the file, where its extension may break a tie. */
  name?: string | null;
  /** The record as text. */
  text?: string | null;
  /**
   * The format: `kif` and `ki2` (Shift_JIS with CRLF), `kifu` and `ki2u` (the same in UTF-8),
   * `csa`, `usi`, `sfen`, `usen`, `psn`, `jkf`, `bod`, `json`.
   */
  to: string;
};

/** A name and its password. */
export type Credentials = {
  /** The name: 1 to 40 characters. */
  name: string;
  /** The password: 8 to 200 characters. */
  password: string;
};

/** The answer to a move of the attacker. */
export type Defence = {
  /** The moves to the end after the answer. */
  plies?: number | null;
  reply?: MoveText | null;
  /** The same as yes or no: false also where nothing was decided. */
  stillMate: boolean;
  /** Whether there still is a mate. */
  verdict: MateVerdict;
  /** Why the move fails, in the language asked for. */
  why?: string | null;
};

/** What came of a deletion. */
export type Deleted = {
  /** Whether there was anything. */
  deleted: boolean;
};

/** Which reading of Betza. */
export type DialectName = "strict" | "neo" | "fairy";

/** A mark on a piece: where it goes. */
export type Dot = {
  /** Squares to the right. */
  dx: number;
  /** Squares forward. */
  dy: number;
  /** How it gets there. */
  kind: DotKind;
};

/** How a piece gets to a square near it. */
export type DotKind = "step" | "slide" | "leap";

/** A record and the format it is wanted in. */
export type EditRequest = {
  /** The encoding of the bytes of the answer; without, what readers of the format expect. */
  encoding?: string | null;
  /** The version of the format, where it has several. */
  flavour?: string | null;
  /** The record. */
  record: EditedRecord;
  /** The format. */
  to: string;
};

/** A move or an ending. */
export type EditedNode = {
  /** Bookmarks. */
  bookmarks?: string[];
  /** A comment. */
  comment?: string | null;
  /** Any number but 0, which is the start position. */
  id: number;
  /** The node it comes after. */
  parent: number;
  /** The ending: a keyword of records (`TORYO`), or the reason a game over gives (`resignation`). */
  termination?: string | null;
  /** The words for an ending without a keyword of its own (`OTHER`). */
  text?: string | null;
  /** Milliseconds spent. */
  timeMs?: number | null;
  /** The move. */
  usi?: string | null;
  winner?: WinnerName | null;
};

/**
 * A record made in the browser: the fields of a record as it is told, without those that follow
 * from others.
 */
export type EditedRecord = {
  /** Bookmarks of the start position. */
  bookmarks?: string[];
  /** Comments on the start position, one a line. */
  comments?: string[];
  /** The handicap. */
  handicap?: string | null;
  /** The head, in the words of KIF. */
  headers?: Record<string, string>;
  /** The start position; with `handicap`, that is its name. */
  initialSfen?: string | null;
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** Moves and endings, each after its parent; the first child of a node goes on with its line. */
  tree?: EditedNode[];
  /** A slug, an alias, or the id of a stored variant. */
  variant: string;
};

/** What ended a game. */
export type EndReason = "checkmate" | "noMove" | "royalTaken" | "repetition" | "perpetualCheck" | "perpetualAttack" | "moveLimit" | "noProgress" | "checks" | "extinction" | "goal" | "bareRoyal" | "dropMate" | "declaration" | "falseDeclaration" | "agreedImpasse" | "agreedDraw" | "resignation" | "timeLoss" | "illegalMove" | "aborted" | "abandoned";

/** How a game ended. */
export type EndView = {
  /** What happened. */
  reason: EndReason;
  /** The same in a sentence, in the language asked for. */
  sentence: string;
  winner?: WinnerName | null;
};

/** An option of an engine. */
export type EngineOption = {
  /** What it is unless it is set. */
  default?: string | null;
  /** `check`, `spin`, `combo`, `button`, `string` or `file`. */
  kind: string;
  /** The greatest. */
  max?: number | null;
  /** The least of a number. */
  min?: number | null;
  /** Its name. */
  name: string;
  /** What its owner has set it to. */
  value?: string | null;
  /** The words it may be. */
  vars: string[];
};

/** An engine. */
export type EngineView = {
  /** Who made it. */
  author: string;
  /** For the field `engine` of requests. */
  id: string;
  /** Its name. */
  name: string;
  /** Its options, as it announces them. */
  options: EngineOption[];
  /** Whether it is a program of the person at this machine. */
  own: boolean;
  /** Why it cannot be used, in the language asked for. */
  trouble?: string | null;
};

/** An event of a game. Numbers start at 1 and have no gaps. */
export type Event = EventKind & {
  /** When it was stored, in Unix milliseconds. */
  at: number;
  /** Its number. */
  n: number;
};

/** What happened in a game. */
export type EventKind = (Setting & {
  type: "created";
}) | ({
  clocks?: Clocks | null;
  /** Their name. */
  name?: string | null;
  /** Which seat. */
  side: SideName;
  type: "joined";
}) | ({
  clocks?: Clocks | null;
  /** The move in English. */
  english: string;
  /** The move in Japanese. */
  japanese: string;
  /** The number of this move. */
  ply: number;
  /** The position after it. */
  sfen: string;
  /** By whom. */
  side: SideName;
  /** Thinking time in milliseconds. */
  spent: number;
  type: "moved";
  /** The move as USI writes it. */
  usi: string;
}) | {
  /** Who asked. */
  side: SideName;
  type: "offered";
  /** For what. */
  what: Proposal;
} | {
  /** Who. */
  side: SideName;
  type: "declined";
  /** What. */
  what: Proposal;
} | ({
  clocks?: Clocks | null;
  /** What the side that granted it gained, in milliseconds. */
  gain: number;
  /** The number of the move that is next now. */
  ply: number;
  /** The position now. */
  sfen: string;
  /** Who had asked and is to move now. */
  side: SideName;
  type: "takenBack";
}) | ({
  clocks?: Clocks | null;
  /** How much, in milliseconds. */
  ms: number;
  /** Who gains. */
  side: SideName;
  /** What the side to move has spent on this turn so far. */
  spent: number;
  type: "timeAdded";
}) | ({
  clocks?: Clocks | null;
  /** How. */
  reason: EndReason;
  type: "ended";
  winner?: WinnerName | null;
}) | {
  /** The record's id. */
  record: string;
  type: "recorded";
} | {
  /** The id of that game. */
  game: string;
  type: "rematch";
};

/** Events of a game. */
export type Events = {
  /** In order. */
  events: Event[];
};

/** A reference and a move from there. */
export type ExplainRequest = {
  /** The `key` of an earlier answer, as of a reference. */
  after?: string | null;
  /** A handicap, by its slug or name. */
  handicap?: string | null;
  /** The move asked about, as USI. */
  move: string;
  /** Moves from there, as USI. */
  moves?: string[];
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The start position as SFEN. */
  sfen?: string | null;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** Whether a move is legal, and if not, why. */
export type Explanation = {
  /** Why not, for programs. */
  code?: string | null;
  /** Whether it is. */
  legal: boolean;
  /** Why not, in a sentence. */
  message?: string | null;
  /** The squares concerned, the most telling last. */
  squares: string[];
};

/** The answer where something went wrong. */
export type Failure = {
  /** The same for programs. */
  error: FailureDetail;
  /** A sentence for people, in the language asked for. */
  message: string;
  /** Always false. */
  success: boolean;
};

/** What went wrong, for programs. */
export type FailureDetail = {
  /** Stable: `NOT_FOUND`, or a code of the rules, or the code of the first error finding. */
  code: string;
  /** What a text that was sent has to do with it. */
  findings: FindingJson[];
  /** The number of the move concerned, as SFEN counts. */
  ply?: number | null;
  /** The squares concerned, the most telling last. */
  squares?: string[];
};

/** A finding as programs read it; the shape of `--json` and of the web API. */
export type FindingJson = {
  /** The stable code. */
  code: string;
  /** Column of the first character, from 1, in characters. */
  column?: number | null;
  /** Column one past the last character. */
  endColumn?: number | null;
  /** Line of the end. */
  endLine?: number | null;
  /** The text's name, when it has one. */
  file?: string | null;
  /** What to do about it. */
  help?: string | null;
  /** Line of the first character, from 1. */
  line?: number | null;
  /** One sentence, in the language asked for. */
  message: string;
  /** How bad it is. */
  severity: Severity;
  /** The words concerned, at most 200 characters of them. */
  text?: string | null;
};

/** How much there is to do. */
export type GameBegun = {
  /** The moves of the game; there is one position more. */
  plies: number;
  /** How many jobs wait before this one. */
  queued: number;
};

/** The end. */
export type GameDone = {
  /** Nothing more will come. */
  done: boolean;
  failure?: Failure | null;
  /** The faults of both sides, as far as they were seen. */
  summary: Sides_Faults;
};

/** What is thought of a position, and of the move that was played in it. */
export type GamePly = {
  /** The best line. */
  best: MoveText[];
  /** What is thought of the position as comments of a record, as other programs read them. */
  comments: string[];
  /** Plies searched. */
  depth: number;
  /** How much less its side may hope for after the move, 0 to 1. */
  loss: number;
  mark?: Mark | null;
  /** There was a mate in so many plies, and the move misses it. */
  missedMate?: number | null;
  /** How many moves were played before. */
  ply: number;
  score?: ScoreView | null;
  second?: SecondLine | null;
  /** It was known from before. */
  stored: boolean;
  /** Why the move was bad, in a sentence, in the language asked for. */
  why?: string | null;
  /** The chance of the side to move to win, 0 to 1. */
  win: number;
  /** What is said about the move, in the language asked for, as comments of the next position. */
  words: string[];
};

/** A position, as a variant, a start and the moves from there. */
export type GameRef = {
  /**
   * The `key` of an earlier answer: the moves go on from its position, and nothing else is
   * looked at. Keys are forgotten in time (`UNKNOWN_KEY`); then the whole reference is asked.
   */
  after?: string | null;
  /** A handicap, by its slug or name. */
  handicap?: string | null;
  /** Moves from there, as USI. */
  moves?: string[];
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The start position as SFEN. */
  sfen?: string | null;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** A game to judge. */
export type GameRequest = {
  /** The engine, by its id; ours without. */
  engine?: string | null;
  /** The game. */
  game: GameRef;
  /** Positions that are looked at for each ply. */
  nodes?: number;
};

/**
 * One line of the answer: first [`GameBegun`], then [`GamePly`] for every position, the last one
 * first, then [`GameDone`].
 */
export type GameStep = GameBegun | GamePly | GameDone;

/** A game as it stands. */
export type GameView = {
  /**
   * How long, in milliseconds, a player whose move it is must be gone before the other may claim
   * the game or call it off; null where that cannot be.
   */
  claimMs?: number | null;
  /** How time is limited. */
  clock: TimeControl;
  clocks?: Clocks | null;
  end?: EndView | null;
  /** The handicap that was chosen. */
  handicap?: string | null;
  /** Its id. */
  id: string;
  /** The number of its newest event. */
  last: number;
  /** The moves as USI. */
  moves: string[];
  /** The id of the rematch. */
  next?: string | null;
  /** What each side asks for. */
  offers: Sides_Vec_Proposal;
  /** Contested rules that were chosen. */
  options: Record<string, string>;
  /** Who plays. */
  players: Sides_Player;
  /** The number of the move that is next. */
  ply: number;
  /** The id of the game this is the rematch of. */
  previous?: string | null;
  /** The id of its record. */
  record?: string | null;
  /** The position. */
  sfen: string;
  /** The start position. */
  startSfen: string;
  /** Whether it has begun, or is over. */
  state: Stage;
  /** The variant's slug, or the id of a stored variant. */
  variant: string;
};

/** What the generator made. */
export type GeneratedFile = {
  /** What was odd about the request. */
  findings: FindingJson[];
  /** How many pieces it has. */
  pieces: number;
  /** The piece file. */
  text: string;
};

/** A start position with a name. */
export type HandicapView = {
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** The position as SFEN. */
  sfen: string;
  /** The name in requests. */
  slug: string;
};

/** That all is well. */
export type Health = {
  /** Always true: what is not stored is a failure. */
  stored: boolean;
  /** The version of the server. */
  version: string;
};

/** A record as text. */
export type ImportText = {
  /** The record in any format. */
  text: string;
};

/** Somebody who has the invitation. */
export type Join = {
  /** The invitation. */
  invite: string;
  /** Their name. */
  name?: string | null;
  /** Whether they want the game in the library when it is over. */
  share?: boolean | null;
};

/** A seat that was taken. */
export type Joined = {
  /** The key to it. */
  secret: string;
  /** Which. */
  side: SideName;
};

/** What an engine said, see [`Analysis`]. */
export type KifAnalysis = {
  /** Which of several candidates. */
  candidate?: number | null;
  /** The chance to win that this stands for, 0 to 1, of the side the score is for. */
  chance?: number | null;
  /** Search depth. */
  depth?: number | null;
  /** The line in the words of the program. */
  line?: string | null;
  /** Plies to mate, negative for being mated; 0 where the length is not said. */
  mate?: number | null;
  /** Positions searched. */
  nodes?: number | null;
  /** The score in hundredths of a pawn. */
  score?: number | null;
  /** Milliseconds. */
  timeMs?: number | null;
};

/** The end of a line. */
export type KifEnd = {
  /** Comments, one a line. */
  comment?: string | null;
  /** The number the next move would have had. */
  number: number;
  /** The keyword. */
  termination: string;
  /** The ending in words. */
  text: string;
  /** Milliseconds spent before it. */
  timeMs?: number | null;
  winner?: WinnerName | null;
};

/** How bad a move was. */
export type KifFault = "inaccuracy" | "mistake" | "blunder" | "missedMate";

/** A finding with its place in the text and in the game. */
export type KifFinding = FindingJson & ({
  /** Which game of the file, from 0. */
  game: number;
  /** The number of the move. */
  ply?: number | null;
});

/** A move. */
export type KifMove = {
  /** What engines wrote about the position after it. */
  analysis?: KifAnalysis[];
  /** Comments, one a line. */
  comment?: string | null;
  /** The move in western notation (`P-7f`). */
  english?: string | null;
  fault?: KifFault | null;
  illegal?: KifOffence | null;
  /** The move in official notation (`▲７六歩`). */
  japanese?: string | null;
  /** The number of the move as the record counts. */
  number: number;
  /**
   * The move without the mark of its side (`７六歩`), of a CSA file in its own words
   * (`+7776FU`); what cannot be read, as the file has it.
   */
  text: string;
  /** Milliseconds spent on it. */
  timeMs?: number | null;
  /** Whole seconds spent on it. */
  timeSpent?: number | null;
  /** The move as USI, if it could be carried out. */
  usi?: string | null;
};

/** A node of the tree: a move or an ending. */
export type KifNode = KifPlay & ({
  /** Lines beside it that programs skip. */
  asides?: string[];
  /** Bookmarks. */
  bookmarks?: string[];
  /** The squares of royals in check there. */
  checked?: string[];
  /** The node's number in this list and in `parent`; the start position is 0. */
  id: number;
  /** The line of the file, from 1. */
  line?: number | null;
  /** The node it comes after. */
  parent: number;
  /** The position after it as SFEN, if it was asked for, see [`DataOptions::positions`]. */
  sfen?: string | null;
});

/** Why a move is against the rules. */
export type KifOffence = {
  /** The stable code. */
  code: string;
  /** One sentence. */
  message: string;
};

/** What happens at a node of the tree. */
export type KifPlay = KifMove | KifEnd;

/** A castle, an opening or a tesuji of a record. */
export type KifShape = {
  /** The name in English. */
  english: string;
  /** The keyword (`mino`). */
  id: string;
  /** The name in Japanese. */
  japanese: string;
  /** `opening`, `castle`, `tesuji`, `game` or `family`. */
  kind: string;
  /** The number of the move that completed it. */
  number: number;
  /** `sente` or `gote`; nothing for what both sides did. */
  side?: string | null;
};

/**
 * Everything about a file; the game is its first one.
 *
 * Serialised, it is the JSON of `koma kifu show --json` and of the import endpoint: `metadata`,
 * `moves` and `result` are what the first clients know, the rest came later.
 *
 * ```
 * use koma_kifu::{DataOptions, KifuData, ReadOptions, read};
 * let reading = read("   1 ７六歩(77) ( 0:16/)\n".as_bytes(), &ReadOptions::default());
 * let data = KifuData::of(&reading, &DataOptions::default());
 * assert_eq!(data.moves[0].text, "７六歩");
 * assert_eq!(data.moves[0].time_spent, Some(16));
 * ```
 */
export type KifuData = {
  /** What engines wrote about the start position. */
  analysis?: KifAnalysis[];
  /** Lines at the start that programs skip, such as what a server tells about ratings. */
  asides?: string[];
  /** Bookmarks of the start position. */
  bookmarks: string[];
  /** The number of variations; `None` where there is no game. */
  branches?: number | null;
  /** Comments on the start position. */
  comments: string[];
  /** The name of the encoding (`CP932`). */
  encoding: string;
  /** The position after the last move of the main line that could be carried out. */
  finalSfen?: string | null;
  /** Everything odd about the file. */
  findings: KifFinding[];
  /** The name of the format (`kif`); `None` where it is unknown. */
  format?: string | null;
  /** How many games the file has. */
  games: number;
  /** The handicap the file names. */
  handicap?: string | null;
  /** All headers; where a key stands several times, its values stand under each other. */
  headers: Record<string, string>;
  /** The start position: board, side and hands. */
  initialSfen?: string | null;
  /** The main line as USI, with blanks between. */
  mainUsi: string;
  /** Players, date, event and site. */
  metadata: KifuMetadata;
  /** The moves of the main line. */
  moves: KifMove[];
  /** How it ends, in words. */
  result?: string | null;
  /** The sentence that closes the main line, as the file has it (`まで64手で後手の勝ち`). */
  resultLine?: string | null;
  /** Castles, openings and tesuji of the main line. */
  shapes: KifShape[];
  /** How it ends, as a keyword (`TORYO`). */
  termination?: string | null;
  /**
   * All moves and endings of all lines, each after its parent. A game of any length fits, and
   * the first child of a parent goes on with its line.
   */
  tree: KifNode[];
  /** The game's slug, or its name in the file. */
  variant?: string | null;
  winner?: WinnerName | null;
};

/** Who played, when and where. */
export type KifuMetadata = {
  /** 開始日時, as the file writes it. */
  date?: string | null;
  /** 棋戦. */
  event?: string | null;
  /** 後手 or 上手. */
  gote?: string | null;
  /** 先手 or 下手. */
  sente?: string | null;
  /** 場所. */
  site?: string | null;
};

/** A kind of man. */
export type KindView = {
  /** Its move in Betza, where Betza can say it. */
  betza?: string | null;
  /** Its code in SFEN: `P`, `+P`, `LN`. */
  code: string;
  /** The code of what it becomes when taken, where that is another kind. */
  demotesTo?: string | null;
  /** What a learner's mark on the piece shows. */
  dots: Dot[];
  /** Whether losing the last one loses the game. */
  isRoyal: boolean;
  /** One or two characters to draw. */
  kanji: string;
  /** Its letters without the sign of promotion. */
  letter: string;
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** Its special rules, each in a sentence. */
  notes?: string[];
  /** The code of what it promotes to. */
  promotesTo?: string | null;
  /** Its value. */
  value: number;
  /** How it moves, in a sentence. */
  words: string;
};

/** A line of the talk. */
export type Line = {
  /** When, in Unix milliseconds. */
  at: number;
  /** Its number, from 1. */
  n: number;
  /** What. */
  said: Saying;
  /** Whose. */
  side: SideName;
};

/** A line and what it is worth. */
export type LineView = {
  /** The moves. */
  moves: MoveText[];
  /** What the side to move gets of it. */
  score: ScoreView;
  /** The chance of the side to move to win, 0 to 1. */
  win: number;
};

/** A position to think about. */
export type LinesRequest = {
  /** The engine, by its id; ours without. */
  engine?: string | null;
  /** The position, with the moves that led to it. */
  game: GameRef;
  /** How many lines. */
  lines?: number;
  /** How long to think. */
  seconds?: number;
  /** What would the other side do if the side to move passed? */
  threat?: boolean;
};

/**
 * What the engine thinks so far. Scores are those of the side to move; of a threat, of the other
 * side.
 */
export type LinesStep = {
  /** Plies searched. */
  depth: number;
  /** Nothing more will come. */
  done: boolean;
  failure?: Failure | null;
  /** The lines, best first. */
  lines: LineView[];
  /** Positions looked at. */
  nodes: number;
};

/** A game that was made, and the keys to its seats: nobody is told them again. */
export type Made = {
  /** The game's id. */
  id: string;
  /** The key to the other seat, for the link. */
  invite: string;
  /** The key to that seat. */
  secret: string;
  /** Where the one who made it sits. */
  side: SideName;
};

/** What there is to say about a move. */
export type Mark = "inaccuracy" | "mistake" | "blunder" | "missedMate" | "onlyMove";

/** What was found out: a [`MateFound`], or a [`Defence`] where that was asked for. */
export type MateAnswer = MateFound | Defence;

/** The mate, if there is one. */
export type MateFound = {
  /** The line; of a shipped problem that was not decided in the time, its first move alone. */
  line: MoveText[];
  /** The moves to the end, as problems count: futile drops are not played. */
  plies?: number | null;
  /** All of it in words, in the language asked for. */
  sentence: string;
  /** Whether no mate is shorter. */
  shortest: boolean;
  /** Other first moves that mate as well. */
  sideSolutions: MoveText[];
  /** Whether there is. */
  verdict: MateVerdict;
};

/** A position in which the side to move is to mate, giving check with every move. */
export type MateRequest = {
  /** The last move was the attacker's: is it still mate, and how is it answered? */
  defend?: boolean;
  /** The position, with the moves that led to it. */
  game: GameRef;
  /** How long to look. */
  seconds?: number;
  /** Whether the shortest mate is wanted, and not just any. */
  shortest?: boolean;
};

/** Whether there is a mate. */
export type MateVerdict = "mate" | "noMate" | "unknown";

/** What the engine does. */
export type MoveAnswer = {
  /** It declares to have won by its entering king. */
  declares: boolean;
  /** The level at which it played. */
  level: number;
  move?: MoveText | null;
  /** It gives up. */
  resigns: boolean;
};

/** A game, and how well the engine is to play. */
export type MoveRequest = {
  /** The engine, by its id; ours without. */
  engine?: string | null;
  /** The game so far. */
  game: GameRef;
  /** How well it plays: 1, for whoever has just learnt the moves, to 10; 11 is as well as it can. */
  level: number;
  /** Chance: the same number plays the same move. */
  seed?: number | null;
};

/** A move that was played in a position. */
export type MoveStatistics = {
  /** In how many games. */
  count: number;
  /** How many of these were drawn. */
  draws: number;
  /** `P-7f`. */
  english: string;
  /** How many of these gote won. */
  gote: number;
  /** `▲７六歩`. */
  japanese: string;
  /** How many of these sente won. */
  sente: number;
  /** `7g7f`. */
  usi: string;
};

/** A move in three notations. */
export type MoveText = {
  /** `P-7f`. */
  english: string;
  /** `▲７六歩`. */
  japanese: string;
  /** `7g7f`. */
  usi: string;
};

/** A move as data, in the fields of piece files (`docs/piece-files.md`). */
export type MovementJson = Record<string, unknown>;

/** A game to be made. */
export type NewGame = {
  /** How time is limited. */
  clock?: TimeControl;
  /** A handicap, by its slug or name. */
  handicap?: string | null;
  /** Their name. */
  name?: string | null;
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The start position as SFEN. */
  sfen?: string | null;
  /**
   * Whether they want the game in the library when it is over: it goes there if both do. As
   * the server is set up, if they do not say.
   */
  share?: boolean | null;
  /** Where the one who makes the game sits. */
  side?: Choice;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** A new password, and the old one. */
export type NewPassword = {
  /** The new one: 8 to 200 characters. */
  new: string;
  /** The old one. */
  old: string;
};

/** One way to play a contested rule. */
export type OptionValueView = {
  /** What it means, in the language asked for. */
  meaning: string;
  /** The name in requests. */
  name: string;
  /** Who plays so. */
  source: string;
};

/** A rule that can be played in several ways. */
export type OptionView = {
  /** The value this variant has. */
  current?: string | null;
  /** The name in requests. */
  name: string;
  /** The question it answers, in the language asked for. */
  question: string;
  /** The ways to play. */
  values: OptionValueView[];
};

/** Options to set. */
export type OptionsRequest = {
  /** Values by names; what is not named is as the program has it. */
  options: Record<string, string>;
};

/** A live game one sat at. */
export type OwnGame = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Its id. */
  id: string;
  /** Whether there is another player. */
  joined: boolean;
  /** The name of the other player, if they have one. */
  opponent?: string | null;
  /** Whether it is over. */
  over: boolean;
  /** Where one sat. */
  side: SideName;
  /** What is played. */
  variant: string;
};

/** A variant one stored. */
export type OwnVariant = {
  /** When it was stored, in milliseconds since 1970. */
  added: number;
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
};

/** A piece in words or notation. */
export type ParseRequest = {
  /** How it is read. */
  as?: ReadAs;
  /** Which reading of Betza. */
  dialect?: DialectName;
  /** The text. */
  text: string;
};

/** What a text says about a piece. */
export type ParsedPiece = {
  /** The move in Betza, where Betza can say it. */
  betza?: string | null;
  /** What the findings leave open. */
  choices: ChoiceJson[];
  /** A picture of its moves, as SVG. */
  diagram: string;
  /** Whether the text says that it does not promote. */
  doesNotPromote: boolean;
  /** What a learner's mark on the piece shows. */
  dots: Dot[];
  /** What is odd about the text. */
  findings: FindingJson[];
  /** The field `is_ranged` of a piece file. */
  isRanged: boolean;
  /** Whether losing it loses the game. */
  isRoyal: boolean;
  /** One or two characters to draw, where the text gives a name. */
  kanji?: string | null;
  /** The move as data: the field `movement` of a piece file, which reads back as the same move. */
  movement: MovementJson;
  /** English name, where the text gives one. */
  name?: string | null;
  /** Japanese name, where the text gives one. */
  nameJa?: string | null;
  /** The name of what it promotes to, where the text gives one. */
  promotesTo?: string | null;
  /** What it is subject to. */
  specialRules: string[];
  /** Its estimated value. */
  value: number;
  /** How it moves, in a sentence. */
  words: string;
  /** An entry of a piece file. */
  yaml: string;
};

/** A position and, as in the list, which records. */
export type PositionSearch = {
  /** A part of the name of the event. */
  event?: string | null;
  /** On this day or later. */
  from?: string | null;
  /** A part of the name of gote's player. */
  gote?: string | null;
  /** A handicap, by its slug or name: the start of the moves. */
  handicap?: string | null;
  /** Moves from there, as USI. */
  moves?: string[];
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** A part of the name of a player, on either side. */
  player?: string | null;
  /** A part of the name of sente's player. */
  sente?: string | null;
  /** The start position as SFEN. */
  sfen?: string | null;
  /** On this day or before. */
  to?: string | null;
  /** A slug, an alias, or the id of a stored variant; shogi without. */
  variant?: string | null;
  winner?: WinnerName | null;
};

/** What was played in a position. */
export type PositionStatistics = {
  /** How many of these games were drawn. */
  draws: number;
  /** How many of these games gote won. */
  gote: number;
  /** The moves, the most frequent first. */
  moves: MoveStatistics[];
  /** Some of the games. */
  records: SummaryView[];
  /** How many of these games sente won. */
  sente: number;
  /** How often it was on the board. */
  total: number;
};

/** A position and what can be done in it. */
export type PositionView = {
  /**
   * Royals that could be taken where that is no check: the game has no check rules, or the side
   * more royals than it needs.
   */
  attacked: AttackView[];
  /** Whether an entering-king declaration would not lose. */
  canDeclare: boolean;
  /** The squares a move empties of pieces it takes, where they are not simply its last one. */
  captures: Record<string, string[]>;
  /** The royals in check. */
  checked: string[];
  end?: EndView | null;
  /** Whether the side to move is in check. */
  inCheck: boolean;
  /** A key for `after`, to go on from here. */
  key?: string | null;
  lastMove?: MoveText | null;
  /** The legal moves as USI; none once the game is over. */
  moves: string[];
  /** Whether a side still places its pieces. */
  placing: Sides_bool;
  /** The moves of the reference. */
  played: MoveText[];
  /** The number of the next move, from 1, as SFEN counts. */
  ply: number;
  /** Impasse points of all pieces. */
  points: Sides_u32;
  /** The position as SFEN. */
  sfen: string;
  /** Who is to move. */
  side: SideName;
  /** The slug of the variant, or the id of a stored one. */
  variant: string;
};

/** What both sides have to agree on. */
export type Proposal = "draw" | "impasse" | "takeback" | "rematch";

/** Where a piece could go if it were its turn, whatever check says about it. */
export type Reach = {
  /** Empty squares it goes to. */
  goes: string[];
  /** Squares of pieces that it takes, on its way or at its end. */
  takes: string[];
};

/** One move of a piece. */
export type ReachMove = {
  /** The squares it empties. */
  captures: string[];
  /** Where it ends. */
  to: string;
  /** Where it stops on its way. */
  via: string[];
};

/** A position and a square of it. */
export type ReachRequest = {
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The position as SFEN; the start position without. */
  sfen?: string | null;
  /** Where the piece stands. */
  square: string;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** Where a piece goes. */
export type ReachedSquares = {
  /** Its moves. */
  moves: ReachMove[];
};

/** How a text is read. */
export type ReadAs = "auto" | "prose" | "betza";

/** The engine is there. */
export type ReadyAnswer = {
  /** It will answer at once. */
  ready: boolean;
};

/** A game that begins. */
export type ReadyRequest = {
  /** The engine, by its id; ours without. */
  engine?: string | null;
  /** The game. */
  game: GameRef;
};

/** Where a record is now. */
export type RecordAddress = {
  /** Its number, or its link if it is not for all. */
  id: string;
  /** Who sees it. */
  sight: SightName;
};

/** A record as a file of a form. */
export type RecordFile = {
  /** The file. */
  file: Blob;
};

/** A part of a list of records. */
export type RecordList = {
  /** Where the next part begins. */
  next?: string | null;
  /** The records. */
  records: SummaryView[];
  /** How many there are in all. */
  total: number;
};

/** A record, as `koma kifu show --json` has it, with the position after each node. */
export type RecordView = KifuData & ({
  /** Whether it had been stored before. */
  duplicate?: boolean | null;
  /** Its id, if it is stored. */
  id?: string | null;
  /** The key by which it can be deleted, for who is not signed in: nobody is told it again. */
  key?: string | null;
  stored?: StoredGames | null;
  /** What it is called by, if it is stored. */
  tags?: string[];
});

/** Who is at a game. */
export type Role = "sente" | "gote" | "spectator";

/** What the rules say about one subject. */
export type RulesParagraph = {
  /** The sentences. */
  lines: string[];
  /** What it is about. */
  subject: RulesSubject;
  /** The subject. */
  title: string;
};

/** A subject of the rules. */
export type RulesSubject = "promotion" | "drops" | "setup" | "special" | "endings" | "handicaps";

/** Something said: a set phrase or a text. */
export type Saying = {
  /** A set phrase. */
  phrase: SetPhrase;
} | {
  /** A player's own words. */
  text: string;
};

/** What a position is worth to the side to move. */
export type ScoreView = {
  /** Points; in every game 600 make a win 2.7 times as likely as a loss. */
  cp: number;
} | {
  /** It mates in so many plies; negative: it is mated. */
  mate: number;
};

/** The second best line. */
export type SecondLine = {
  /** The moves. */
  moves: MoveText[];
  /** What the side to move gets of it. */
  score: ScoreView;
  /** The chance of the side to move to win, 0 to 1. */
  win: number;
};

/** What the server says on the socket. */
export type ServerMessage = {
  /** The game. */
  game: GameView;
  /** Unix milliseconds. */
  now: number;
  /** Who one is here. */
  role: Role;
  type: "welcome";
} | {
  /** What. */
  event: Event;
  type: "event";
} | {
  /** How many moves from the start are left out of `played`: who listens knows them. */
  from: number;
  /** The number of the newest event it knows. */
  last: number;
  /** The position. Of the moves played it has those after the first `from`. */
  position: PositionView;
  type: "position";
} | {
  type: "tooLarge";
  /** `position`: ask for it over HTTP. */
  what: string;
} | ({
  error?: AnswerError | null;
  /** The number of the event it caused. */
  event?: number | null;
  /** The command's id. */
  id: string;
  type: "answer";
}) | {
  /** How long each side has been gone, in milliseconds. */
  goneMs: Sides_Option_u64;
  /** Whether Gote is. */
  gote: boolean;
  /** Whether Sente is connected. */
  sente: boolean;
  /** How many watch. */
  spectators: number;
  type: "presence";
} | {
  /** The oldest first. */
  lines: Line[];
  /** Who wants to talk; nobody can if one does not. */
  open: Sides_bool;
  type: "chat";
} | {
  /** What. */
  line: Line;
  type: "said";
} | ({
  /** The number of the newest event: who does not know it has missed something. */
  last: number;
  /** Unix milliseconds. */
  now: number;
  /** As it came. */
  t?: number | null;
  type: "pong";
}) | ({
  /** Why. */
  reason: ByeReason;
  /** After how long to come back. */
  retryMs?: number | null;
  type: "bye";
});

/** A place where one is signed in. */
export type SessionInfo = {
  /** When it began, in milliseconds since 1970. */
  begun: number;
  /** Whether it is the one that asks. */
  current: boolean;
  /** Until when it lasts. */
  expires: number;
  /** What to call it by. */
  id: string;
};

/** Who is signed in, and what the server is open for. */
export type SessionView = {
  /** What unsafe requests must say in `x-koma-csrf`; null for a guest. */
  csrf?: string | null;
  /** The name of the account; null for a guest. */
  name?: string | null;
  /** Whether live games go to everybody's library where the players do not say. */
  sharesGames: boolean;
  /** Whether anybody can make an account. */
  signUp: boolean;
};

/** What is said so often that it needs no typing; each player reads it in their own language. */
export type SetPhrase = "greeting" | "thanks" | "wellPlayed" | "oneMoment" | "oops";

/** The setting of a game. */
export type Setting = {
  /** How time is limited. */
  clock?: TimeControl;
  /** The handicap that was chosen. */
  handicap?: string | null;
  /** Their name. */
  name?: string | null;
  /** Contested rules that were chosen. */
  options?: Record<string, string>;
  /** The game this one is the rematch of. */
  previous?: string | null;
  /** Where the one who made the game sits. */
  side: SideName;
  /** The start position. */
  startSfen: string;
  /** The variant's slug, or the id of a stored variant. */
  variant: string;
};

/** What the server is open for. */
export type Settings = {
  /** Whether anybody can make an account. */
  signUp: boolean;
  /** Whether records and variants can be stored. */
  uploads: boolean;
};

/** How bad a [`Finding`] is. Ordered: `Info < Warning < Error`. */
export type Severity = "info" | "warning" | "error";

/** An opening, a castle or a tesuji that has a name. */
export type ShapeView = {
  /** In how many stored records it was seen. */
  count: number;
  /** The name in English. */
  english: string;
  /** Its keyword. */
  id: string;
  /** The name in Japanese. */
  japanese: string;
  /** `opening`, `castle`, `tesuji`, `game` or `family`. */
  kind: string;
};

/** A shipped piece. */
export type ShippedPiece = ShippedSummary & {
  /** A picture of its moves, as SVG. */
  diagram: string;
  /** What a learner's mark on the piece shows. */
  dots: Dot[];
  /** The field `is_ranged` of a piece file. */
  isRanged: boolean;
  /** The move as data: the field `movement` of a piece file. */
  movement: MovementJson;
  /** What it is subject to. */
  specialRules: string[];
  /** How it moves, in a sentence. */
  words: string;
  /** An entry of a piece file. */
  yaml: string;
};

/** A shipped piece in the list of all. */
export type ShippedSummary = {
  /** Its move in Betza, where Betza can say it. */
  betza?: string | null;
  /** Its file, without `.yaml`. */
  file: string;
  /** Its number in the file. */
  id: number;
  /** Whether losing it loses the game. */
  isRoyal: boolean;
  /** One or two characters to draw. */
  kanji: string;
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** The number of what it promotes to. */
  promotesTo?: number | null;
  /** Its value. */
  value: number;
};

/** What one side has left, in milliseconds. */
export type SideClock = {
  /** What is left of the byoyomi period that runs, or will. */
  byoyomi: number;
  /** Main time. */
  main: number;
  /** Periods left, this one included. */
  periods: number;
};

/** A side on the wire. */
export type SideName = "sente" | "gote";

/** One of something for each side. */
export type Sides_Faults = {
  /** How often a side was wrong. */
  gote: {
    /** Three tenths. */
    blunders: number;
    /** A tenth of the game each. */
    inaccuracies: number;
    /** A fifth. */
    mistakes: number;
  };
  /** How often a side was wrong. */
  sente: {
    /** Three tenths. */
    blunders: number;
    /** A tenth of the game each. */
    inaccuracies: number;
    /** A fifth. */
    mistakes: number;
  };
};

/** One of something for each side. */
export type Sides_Option_u64 = {
  gote: null | number;
  sente: null | number;
};

/** One of something for each side. */
export type Sides_Player = {
  /** A player. */
  gote: {
    /** Whether they are signed in under this name; anybody else may call themselves what they like. */
    account: boolean;
    /** How long they have been gone, in milliseconds; null for who is connected. */
    goneMs?: number | null;
    /** Their name; null where they gave none. */
    name?: string | null;
    /** Whether they are connected. */
    online: boolean;
    /** Whether anybody sits there. */
    seated: boolean;
  };
  /** A player. */
  sente: {
    /** Whether they are signed in under this name; anybody else may call themselves what they like. */
    account: boolean;
    /** How long they have been gone, in milliseconds; null for who is connected. */
    goneMs?: number | null;
    /** Their name; null where they gave none. */
    name?: string | null;
    /** Whether they are connected. */
    online: boolean;
    /** Whether anybody sits there. */
    seated: boolean;
  };
};

/** One of something for each side. */
export type Sides_Vec_Proposal = {
  gote: ("draw" | "impasse" | "takeback" | "rematch")[];
  sente: ("draw" | "impasse" | "takeback" | "rematch")[];
};

/** One of something for each side. */
export type Sides_Vec_String = {
  gote: string[];
  sente: string[];
};

/** One of something for each side. */
export type Sides_bool = {
  gote: boolean;
  sente: boolean;
};

/** One of something for each side. */
export type Sides_u32 = {
  gote: number;
  sente: number;
};

/** Who sees a record. */
export type SightName = "public" | "unlisted" | "private";

/** Who is to see a record. */
export type SightRequest = {
  /** Who. */
  sight: SightName;
};

/** Problems that were solved. */
export type SolvedRequest = {
  /** Their ids, at most 5,000 of at most 300 letters. */
  problems: string[];
};

/** Whether a game has begun, or is over. */
export type Stage = "waiting" | "playing" | "ended";

/** What came of the games of a file. */
export type StoredGames = {
  /** How many are new. */
  added: number;
  /** How many had been stored before, or stand in the file twice. */
  duplicates: number;
};

/** An opening or a castle in a list. */
export type SummaryShape = {
  /** Its keyword. */
  id: string;
  /** `sente` or `gote`; nothing for what both sides did. */
  side?: string | null;
};

/** A record in a list. */
export type SummaryView = {
  /** When it was stored, in milliseconds since 1970. */
  added: number;
  /** The day as the record writes it. */
  date?: string | null;
  /** 棋戦. */
  event?: string | null;
  /** 後手 or 上手. */
  gote?: string | null;
  /** 手合割. */
  handicap?: string | null;
  /** Its id, or its link where it is not for all. */
  id: string;
  /** How many moves the main line has. */
  moves: number;
  /** After how many moves the position was on the board that was looked for. */
  ply?: number | null;
  /** 先手 or 下手. */
  sente?: string | null;
  /** Openings and castles, as keywords; what `GET /api/kifu/shapes` lists. */
  shapes?: SummaryShape[];
  /** Who sees it. */
  sight: SightName;
  /** 場所. */
  site?: string | null;
  /** What those who may change it call it by. */
  tags?: string[];
  /** How it ended, as a keyword. */
  termination?: string | null;
  /** The variant. */
  variant: string;
  winner?: WinnerName | null;
};

/** One's password, to be sure. */
export type Sure = {
  /** The password. */
  password: string;
};

/** A tag of the library. */
export type TagView = {
  /** How many records have it, of those that the asker sees. */
  count: number;
  /** The tag. */
  tag: string;
};

/** What a record is called by. */
export type Tags = {
  /** Its tags, in order. */
  tags: string[];
};

/** What a record is to be called by. */
export type TagsRequest = {
  /** All its tags: at most 20, each of at most 60 characters. */
  tags: string[];
};

/** One of the 404 entries of taikyoku shogi. */
export type TaikyokuEntry = {
  /** Its move in Betza, where Betza can say it. */
  betza?: string | null;
  /** Its code in SFEN. */
  code: string;
  /** What a learner's mark on the piece shows. */
  dots: Dot[];
  /** Its number. */
  id: number;
  /** Whether it is the back of a piece. */
  isPromoted: boolean;
  /** One or two characters to draw. */
  kanji: string;
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** The number of what it promotes to. */
  promotesTo?: number | null;
  /** How others read its move. */
  readings: TaikyokuReading[];
  /** Its value. */
  value: number;
  /** How it moves, in a sentence. */
  words: string;
};

/** A reading of a disputed move. */
export type TaikyokuReading = {
  /** The move in Betza, where Betza can say it. */
  betza?: string | null;
  /** Whether it is the one we play. */
  isDefault: boolean;
  /** Its name: `right-general:lls`. */
  name: string;
  /** The move in a sentence. */
  note: string;
  /** Who reads it so. */
  source: string;
};

/** A text of its own language. */
export type TextRequest = {
  /** The text. */
  text: string;
};

/** How the time of a game is limited. All times are milliseconds. */
export type TimeControl = {
  kind: "none";
} | {
  kind: "sudden";
  /** The time of each side. */
  main: number;
} | {
  /** The time for each move after that. */
  byoyomi: number;
  kind: "byoyomi";
  /** The time of each side before byoyomi. */
  main: number;
  /** How often it may be used up: with the last one the game is lost. */
  periods?: number;
} | {
  /** What each move adds. */
  increment: number;
  kind: "fischer";
  /** The time of each side at the start. */
  main: number;
};

/** A collection. */
export type TsumeSet = "zukou" | "small";

/** A problem. */
export type TsumeView = {
  /** Its name in addresses, which does not change. */
  id: string;
  /** The moves to the end; null where that is not agreed on. */
  plies?: number | null;
  /** The collection. */
  set: TsumeSet;
  /** The position; the side to move mates. */
  sfen: string;
  /** What to call it, in the language asked for. */
  title: string;
  /** The slug of its game. */
  variant: string;
};

/** A position to look at. */
export type ValidateRequest = {
  /** Contested rules played in other ways, by name. */
  options?: Record<string, string>;
  /** The position as SFEN. */
  sfen: string;
  /** A slug, an alias, or the id of a stored variant. */
  variant?: string;
};

/** What is odd about a position. */
export type Validity = {
  /** Everything odd about it. */
  faults: FindingJson[];
  /** Whether nothing is: a game can start from it. */
  playable: boolean;
  /** The position as we write it; null where it cannot be read. */
  sfen?: string | null;
};

/** Variants as text, to be looked at. */
export type VariantCheck = {
  /** Whether the answer has the variant as a file. */
  file?: boolean;
  /** Its language. */
  format?: VariantFormat;
  /** The text. JSON is YAML, so a variant can be sent as an object, too. */
  text: string;
};

/** A language of variants. */
export type VariantFormat = "yaml" | "ini";

/** Where a stored variant is. */
export type VariantId = {
  /** Its id, which cannot be guessed. */
  id: string;
  /** The key by which it can be deleted, for who is not signed in: nobody is told it again. */
  key?: string | null;
};

/** A variant file as an object. */
export type VariantObject = {
  /**
   * The fields of a variant file that needs no other: its pieces stand in it
   * (`docs/variant-files.md`). `POST /api/variants/check` takes it back.
   */
  object: Record<string, never>;
};

/** The text of a variant. */
export type VariantSource = {
  /** Its language. */
  format: VariantFormat;
  /** The text. */
  text: string;
};

/** A variant in a line. */
export type VariantSummary = {
  /** Other spellings. */
  aliases: string[];
  /** Number of files. */
  files: number;
  /** Whether men can be in hand. */
  hasHands: boolean;
  /** Whether men are placed before the game begins. */
  hasSetup: boolean;
  /** How many kinds of men it has, promoted ones included. */
  kinds: number;
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** Number of ranks. */
  ranks: number;
  /** The name in addresses. */
  slug: string;
};

/** Variants as text. */
export type VariantText = {
  /** Its language. */
  format?: VariantFormat;
  /** Which variant of the text; the last one without. */
  name?: string | null;
  /** The text. */
  text: string;
};

/** A variant in full. */
export type VariantView = {
  /** Other spellings. */
  aliases: string[];
  /** Number of files. */
  files: number;
  /** The kinds that can be in hand, in the order of the stand, as codes. */
  hand: string[];
  /** The handicaps that have names. */
  handicaps: HandicapView[];
  /** Whether men can be in hand. */
  hasHands: boolean;
  /** Whether men are placed before the game begins. */
  hasSetup: boolean;
  /** The kinds of men, promoted ones included. */
  kinds: KindView[];
  /** English name. */
  name: string;
  /** Japanese name. */
  nameJa: string;
  /** The contested rules. */
  options: OptionView[];
  /** Number of ranks. */
  ranks: number;
  /** The rules in words, in the language asked for. */
  rules: RulesParagraph[];
  /** The name in addresses. */
  slug: string;
  /** Where the rules are from. */
  sources: string[];
  /** The start position as SFEN. */
  startSfen: string;
  /** Where men promote. */
  zones: Sides_Vec_String;
};

/** Who won. */
export type WinnerName = "sente" | "gote" | "draw";

/** A record in some format. */
export type WrittenRecord = {
  /** The bytes of the file in its encoding, in base64. */
  base64: string;
  /** Whether it had been stored before. */
  duplicate?: boolean | null;
  /** A name for the file. */
  fileName: string;
  /** What was odd about the record that was read. */
  findings: KifFinding[];
  /** Its id, if it was stored. */
  id?: string | null;
  /** The key by which it can be deleted, for who is not signed in: nobody is told it again. */
  key?: string | null;
  /** What the format or the encoding cannot hold. */
  losses: FindingJson[];
  /** The text. */
  text: string;
};

/** Every route: what it takes and what its envelope holds. */
export interface Routes {
  /** One's own account. The records are those of `GET /api/kifu?mine=true`. */
  "GET /api/account": {
    payload: AccountView;
  };
  /** Deletes one's account with everything one stored. Games with others stay without one's name. */
  "DELETE /api/account": {
    body: Sure;
    payload: Deleted;
  };
  /**
   * Everything the server has of one, as a ZIP file: the account, records, variants, the logs of
   * games.
   */
  "GET /api/account/export": Record<string, never>;
  /** Changes one's password; all other sessions are over. */
  "PUT /api/account/password": {
    body: NewPassword;
    payload: AccountView;
  };
  /** Signs out elsewhere. */
  "DELETE /api/account/sessions/{id}": {
    payload: Deleted;
  };
  /** The mate problems one has solved, by their ids. */
  "GET /api/account/tsume": {
    payload: string[];
  };
  /** Adds problems to those one has solved; gives all of them. */
  "POST /api/account/tsume": {
    body: SolvedRequest;
    payload: string[];
  };
  /** Makes an account and signs in. */
  "POST /api/accounts": {
    body: Credentials;
    payload: SessionView;
  };
  /** The accounts, the newest first, at most 10,000. */
  "GET /api/admin/accounts": {
    payload: AccountLine[];
  };
  /** Closes an account, opens it again, gives it another password. All its sessions end. */
  "PUT /api/admin/accounts/{name}": {
    body: AccountChange;
    payload: AccountLine;
  };
  /** Deletes an account with everything it stored. */
  "DELETE /api/admin/accounts/{name}": {
    payload: Deleted;
  };
  /** What the server is open for. */
  "GET /api/admin/settings": {
    payload: Settings;
  };
  /** Opens or closes signing up and storing. */
  "PUT /api/admin/settings": {
    body: Settings;
    payload: Settings;
  };
  /** The end of a game in a sentence, for games that the asker keeps. */
  "GET /api/ending": {
    query: { reason: "checkmate" | "noMove" | "royalTaken" | "repetition" | "perpetualCheck" | "perpetualAttack" | "moveLimit" | "noProgress" | "checks" | "extinction" | "goal" | "bareRoyal" | "dropMate" | "declaration" | "falseDeclaration" | "agreedImpasse" | "agreedDraw" | "resignation" | "timeLoss" | "illegalMove" | "aborted" | "abandoned"; winner?: "sente" | "gote" | "draw"; variant?: string; };
    payload: EndView;
  };
  /**
   * Judges every move of a game, the last one first; one JSON object a line. What was judged before
   * comes at once. Closing the connection ends it.
   */
  "POST /api/engine/game": {
    body: GameRequest;
  };
  /**
   * The best lines of a position, one JSON object a line whenever something changed. Closing the
   * connection ends it.
   */
  "POST /api/engine/lines": {
    body: LinesRequest;
  };
  /** Finds a mate, or answers a move of the attacker. */
  "POST /api/engine/mate": {
    body: MateRequest;
    payload: MateAnswer;
  };
  /** The engine plays a move, within two seconds. */
  "POST /api/engine/move": {
    body: MoveRequest;
    payload: MoveAnswer;
  };
  /**
   * Makes an engine for a game that begins, so that its first move takes no longer than the others.
   * One that cannot play the game says so.
   */
  "POST /api/engine/ready": {
    body: ReadyRequest;
    payload: ReadyAnswer;
  };
  /**
   * The engines that may be asked: ours, and for the person at this machine those of
   * `koma serve --engine`.
   */
  "GET /api/engines": {
    payload: EngineView[];
  };
  /** Sets the options of an engine of the person at this machine, and keeps them. It is started anew. */
  "PUT /api/engines/{id}/options": {
    body: OptionsRequest;
    payload: EngineView;
  };
  /** Makes a game. */
  "POST /api/games": {
    body: NewGame;
    payload: Made;
  };
  /** A game as it stands. */
  "GET /api/games/{id}": {
    payload: GameView;
  };
  /** Carries out a command of a player, who shows the key to the seat or is signed in. */
  "POST /api/games/{id}/commands": {
    body: CommandRequest;
    payload: Event;
  };
  /** The events of a game after a number, at most 10,000 of them. */
  "GET /api/games/{id}/events": {
    query: { since?: number; };
    payload: Events;
  };
  /** Takes the empty seat of a game. The first one with the invitation gets it. */
  "POST /api/games/{id}/join": {
    body: Join;
    payload: Joined;
  };
  /** The game, live: a WebSocket. The first message of the browser is `hello`; see docs/api.md. */
  "GET /api/games/{id}/live": Record<string, never>;
  /** Whether a row can be written and read back; looked at once a second. */
  "GET /api/health": {
    payload: Health;
  };
  /** The stored records that fit. */
  "GET /api/kifu": {
    query: { player?: string; sente?: string; gote?: string; event?: string; from?: string; to?: string; variant?: string; winner?: "sente" | "gote" | "draw"; handicap?: string; shape?: string; tag?: string; sort?: "newest" | "oldest" | "lastAdded" | "firstAdded" | "longest" | "shortest"; cursor?: string; limit?: number; mine?: boolean; };
    payload: RecordList;
  };
  /** Writes a record in another format and tells what that cannot hold. */
  "POST /api/kifu/convert": {
    body: ConvertRequest;
    payload: WrittenRecord;
  };
  /** Writes a record made in the browser in any format. */
  "POST /api/kifu/edit": {
    body: EditRequest;
    query: { save?: boolean; sight?: SightName; };
    payload: WrittenRecord;
  };
  /** Reads a record in any format and encoding. */
  "POST /api/kifu/import": {
    body: ImportText;
    query: { save?: boolean; name?: string; game?: number; sight?: SightName; };
    payload: RecordView;
  };
  /** What was played in a position, and the games. */
  "POST /api/kifu/position": {
    body: PositionSearch;
    payload: PositionStatistics;
  };
  /** Every opening, castle and tesuji that has a name, with how many records have it. */
  "GET /api/kifu/shapes": {
    payload: ShapeView[];
  };
  /** The tags that records have: each is a collection. */
  "GET /api/kifu/tags": {
    payload: TagView[];
  };
  /**
   * A stored record: `12` as JSON, `12.kif` and its kin as a file, `12.svg` and `12.png` as a
   * picture of the position after a move.
   */
  "GET /api/kifu/{name}": {
    query: { ply?: number; };
    payload: RecordView;
  };
  /**
   * Deletes a record: by who is signed in and stored or played it, by the key a guest was given, by
   * an administrator, or, where it belongs to no account, by the person at this machine. Of a game that two people with accounts played the other keeps it, without
   * the name of the one who deletes it.
   */
  "DELETE /api/kifu/{name}": {
    payload: Deleted;
  };
  /** Shows a record to others, or hides it. */
  "PUT /api/kifu/{name}/sight": {
    body: SightRequest;
    payload: RecordAddress;
  };
  /** Puts tags on a record in place of those it had, as far as one may delete it. */
  "PUT /api/kifu/{name}/tags": {
    body: TagsRequest;
    payload: Tags;
  };
  /** The OpenAPI document of all this. */
  "GET /api/openapi.json": {
    payload: Record<string, never>;
  };
  /** All shipped pieces. */
  "GET /api/pieces": {
    payload: ShippedSummary[];
  };
  /** The checker of piece files, see `docs/piece-files.md`. */
  "POST /api/pieces/check": {
    body: TextRequest;
    payload: CheckedFile;
  };
  /** The generator of piece files, see `docs/piece-generator.md`. */
  "POST /api/pieces/generate": {
    body: TextRequest;
    payload: GeneratedFile;
  };
  /** The piece a text describes. */
  "POST /api/pieces/parse": {
    body: ParseRequest;
    payload: ParsedPiece;
  };
  /** Where a piece goes past others. */
  "POST /api/pieces/reach": {
    body: ReachRequest;
    payload: ReachedSquares;
  };
  /** One shipped piece. */
  "GET /api/pieces/shipped/{file}/{id}": {
    payload: ShippedPiece;
  };
  /** All entries of taikyoku shogi with every disputed reading. */
  "GET /api/pieces/taikyoku": {
    payload: TaikyokuEntry[];
  };
  /** The picture of an entry of taikyoku shogi, `12.svg`. */
  "GET /api/pieces/taikyoku/{file}": {
    query: { reading?: string; lang?: "en" | "ja"; };
  };
  /** Which squares does each side attack: where could it take, were an enemy standing there? */
  "POST /api/position/attacks": {
    body: AttacksRequest;
    payload: Sides_Vec_String;
  };
  /** Is a move legal, and if not, why? */
  "POST /api/position/explain": {
    body: ExplainRequest;
    payload: Explanation;
  };
  /** The legal moves of a position, and everything else a board needs. */
  "POST /api/position/legal": {
    body: GameRef;
    payload: PositionView;
  };
  /** What does a piece of either side reach in a position? */
  "POST /api/position/reach": {
    body: ReachRequest;
    payload: Reach;
  };
  /** Does a position make sense? A faulty one is no failure. */
  "POST /api/position/validate": {
    body: ValidateRequest;
    payload: Validity;
  };
  /** A picture of any position, faulty ones too: `picture.svg` or `picture.png`. */
  "GET /api/position/{file}": {
    query: { variant?: string; sfen?: string; flipped?: boolean; last?: string; marks?: string; heading?: string; caption?: string; };
  };
  /** Who is signed in. */
  "GET /api/session": {
    payload: SessionView;
  };
  /** Signs in. */
  "POST /api/session": {
    body: Credentials;
    payload: SessionView;
  };
  /** Signs out. */
  "DELETE /api/session": {
    payload: SessionView;
  };
  /** Problems to practise on, the shortest first. */
  "GET /api/tsume": {
    query: { set?: "zukou" | "small"; variant?: string; };
    payload: TsumeView[];
  };
  /** What can be played. */
  "GET /api/variants": {
    payload: VariantSummary[];
  };
  /** Stores a variant. Whoever has its id may look at it and play it. */
  "POST /api/variants": {
    body: VariantText;
    payload: VariantId;
  };
  /** Reads variants and tells everything that is wrong with them. */
  "POST /api/variants/check": {
    body: VariantCheck;
    payload: CheckedVariants;
  };
  /** A variant in full: board, men, rules. */
  "GET /api/variants/{variant}": {
    payload: VariantView;
  };
  /**
   * Deletes a stored variant: by who is signed in and stored it, by its key, or by an
   * administrator. Games and records of it stay.
   */
  "DELETE /api/variants/{variant}": {
    payload: Deleted;
  };
  /** A variant, a shipped or a stored one, as the object of a file that needs no other. */
  "GET /api/variants/{variant}/object": {
    payload: VariantObject;
  };
  /** The start position of a variant. */
  "GET /api/variants/{variant}/picture.svg": {
    query: { lang?: "en" | "ja"; };
  };
  /** How a piece of a variant moves, as a picture: `P.svg`, `+P.svg`. */
  "GET /api/variants/{variant}/pieces/{file}": {
    query: { lang?: "en" | "ja"; };
  };
  /** The text of a variant, a shipped or a stored one. */
  "GET /api/variants/{variant}/source": {
    payload: VariantSource;
  };
  /** Counters and times for Prometheus. Where the server has an address of its own for that, not here. */
  "GET /metrics": Record<string, never>;
}
