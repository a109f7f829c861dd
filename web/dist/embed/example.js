// How a page uses <shogi-board>: properties in, events out. See docs/board.md.

/** The men of shogi. Koma's API gives the same for every game: GET /api/variants/{game}. */
const kind = (code, kanji, nameJa, name, promotesTo = null, demotesTo = null) => ({
  code,
  kanji,
  nameJa,
  name,
  letter: code,
  promotesTo,
  demotesTo,
  isRoyal: code === "K",
});
const SHOGI = {
  files: 9,
  ranks: 9,
  hasHands: true,
  kinds: [
    kind("R", "飛", "飛車", "Rook", "+R"),
    kind("B", "角", "角行", "Bishop", "+B"),
    kind("G", "金", "金将", "Gold general"),
    kind("S", "銀", "銀将", "Silver general", "+S"),
    kind("N", "桂", "桂馬", "Knight", "+N"),
    kind("L", "香", "香車", "Lance", "+L"),
    kind("P", "歩", "歩兵", "Pawn", "+P"),
    kind("K", "玉", "玉将", "King"),
    kind("+R", "龍", "龍王", "Dragon king", null, "R"),
    kind("+B", "馬", "龍馬", "Dragon horse", null, "B"),
    kind("+S", "全", "成銀", "Promoted silver", null, "S"),
    kind("+N", "圭", "成桂", "Promoted knight", null, "N"),
    kind("+L", "杏", "成香", "Promoted lance", null, "L"),
    kind("+P", "と", "と金", "Tokin", null, "P"),
  ],
};

const diagram = document.getElementById("diagram");
Object.assign(diagram, {
  variant: SHOGI,
  language: "en",
  sfen: "ln1gkg1nl/1r1s5/p1ppppspp/6p2/1p5P1/2P6/PPSPPPP1P/6SR1/LN1GKG1NL b Bb 15",
  lastMove: "8d8e",
  arrows: [{ from: "2e", to: "2d", colour: "green" }],
});

/** One question to the API: the position after these moves, and what may be played there. */
async function ask(path, body) {
  const answer = await fetch(`/api/position/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { payload } = await answer.json();
  return payload;
}

const game = document.getElementById("game");
const played = [];

async function show() {
  const position = await ask("legal", { variant: "shogi", moves: played });
  Object.assign(game, {
    variant: SHOGI,
    language: "en",
    sfen: position.sfen,
    moves: position.moves,
    captures: position.captures,
    lastMove: played.at(-1) ?? null,
    checked: position.checked,
  });
}

game.addEventListener("move", async (event) => {
  played.push(event.detail.usi);
  await show();
});
game.addEventListener("refused", async (event) => {
  const { message, squares } = await ask("explain", { variant: "shogi", moves: played, move: event.detail.usi });
  game.refuse(message, squares);
});
show().catch(() => {
  document.getElementById("state").textContent = "No Koma server answers here, so this board stays empty.";
});
