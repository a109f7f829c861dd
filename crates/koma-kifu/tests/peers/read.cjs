// Reads files with tsshogi or json-kifu-format; one line of JSON a file.
//
// Where one of them does not take a line that belongs to the format, it is given the same text without it; the answer
// says so ("helped").
const fs = require("node:fs");

/** Programs decode .kif and .ki2 as Shift_JIS. */
function textOf(path) {
  const bytes = fs.readFileSync(path);
  return new TextDecoder(/\.(kif|ki2)$/.test(path) ? "shift_jis" : "utf-8", { fatal: true }).decode(bytes);
}

const other = (side) => (side === "black" ? "white" : "black");

/** Who wins by an ending of tsshogi or JKF, where `mover` is to move. */
function winner(word, mover) {
  const plain = String(word).toLowerCase().replace(/[_ ]/g, "");
  if (["toryo", "resign", "timeup", "timeout", "illegalmove", "foullose", "tsumi", "mate", "lose", "losebydefault"].includes(plain))
    return other(mover);
  if (["kachi", "enteringofking", "foulwin", "winbydefault", "win"].includes(plain)) return mover;
  if (["+illegalaction", "illegalactionblack"].includes(plain)) return "white";
  if (["-illegalaction", "illegalactionwhite"].includes(plain)) return "black";
  if (["sennichite", "repetitiondraw", "jishogi", "impass", "hikiwake", "draw", "maxmoves"].includes(plain)) return "draw";
  return null;
}

function tsshogi(path) {
  const t = require("tsshogi");
  const text = textOf(path);
  const read = { kif: t.importKIF, kifu: t.importKIF, ki2: t.importKI2, ki2u: t.importKI2, csa: t.importCSA, jkf: t.importJKFString };
  const record = read[path.split(".").pop()](text);
  if (record instanceof Error) throw record;
  const usi = [];
  const times = [];
  let won = null;
  let mover = record.initialPosition.color;
  for (let node = record.first; node; node = node.next) {
    if (node.move instanceof t.Move) {
      usi.push(node.move.usi);
      times.push(Math.round(node.elapsedMs));
      mover = other(mover);
    } else if (node.ply > 0 || node.move.type !== "start") {
      won = winner(node.move.type, mover);
      break;
    }
  }
  return { usi, times, winner: won };
}

function jkf(path) {
  const { JKFPlayer } = require("json-kifu-format");
  const whole = textOf(path);
  // Its KI2 has lines of # after a header only; Kifu for Windows begins files in UTF-8 with one.
  const text = path.endsWith(".ki2u") ? whole.replace(/^#.*\n/, "") : whole;
  const read = { kif: "parseKIF", kifu: "parseKIF", ki2: "parseKI2", ki2u: "parseKI2", csa: "parseCSA", jkf: "parseJKF" };
  const player = JKFPlayer[read[path.split(".").pop()]](text);
  const LETTERS = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };
  const square = ({ x, y }) => `${x}${String.fromCharCode(96 + y)}`;
  const usi = [];
  const times = [];
  let won = null;
  const initial = player.kifu.initial;
  let mover = (initial?.data ? initial.data.color : initial && initial.preset !== "HIRATE" ? 1 : 0) === 1 ? "white" : "black";
  for (const { move, time, special } of player.kifu.moves) {
    if (special) {
      won = winner(special, mover);
      break;
    }
    if (!move) continue;
    usi.push(move.from ? `${square(move.from)}${square(move.to)}${move.promote ? "+" : ""}` : `${LETTERS[move.piece]}*${square(move.to)}`);
    times.push(time ? ((time.now.h ?? 0) * 3600 + time.now.m * 60 + time.now.s) * 1000 : 0);
    mover = other(mover);
  }
  return { usi, times, winner: won, helped: text !== whole };
}

const [name, list] = process.argv.slice(2);
const read = name === "tsshogi" ? tsshogi : jkf;
for (const path of fs.readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  let answer;
  try {
    answer = read(path);
  } catch (error) {
    answer = { error: String(error.message ?? error).slice(0, 200) };
  }
  console.log(JSON.stringify({ file: path, ...answer }));
}
