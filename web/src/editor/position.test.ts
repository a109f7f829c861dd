import { describe, expect, it } from "vitest";
import { readSfen, writeSfen } from "../board/sfen.ts";
import type { BoardVariant, Position } from "../board/types.ts";
import {
  box,
  clear,
  hold,
  isProblem,
  kingsOnly,
  mirrorCamp,
  nextFace,
  positionIn,
  put,
  recode,
  resize,
  restToHand,
  turn,
  turnRound,
} from "./position.ts";

const MINI: BoardVariant = {
  files: 5,
  ranks: 5,
  kinds: [
    { code: "K", isRoyal: true },
    { code: "R", promotesTo: "+R" },
    { code: "P", promotesTo: "+P" },
    { code: "+R", demotesTo: "R" },
    { code: "+P", demotesTo: "P" },
  ],
};
const START = "r3k/4p/5/P4/K3R b - 1";
const read = (sfen: string, variant = MINI) => readSfen(sfen, variant).position;

function check(change: (position: Position) => Position, sfen: string, expected: string) {
  const before = read(sfen);
  const written = writeSfen(before, MINI);
  expect(writeSfen(change(before), MINI)).toBe(expected);
  expect(writeSfen(before, MINI)).toBe(written);
}

describe("the editor", () => {
  it("puts men and takes them off", () => {
    check((p) => put(p, 12, { code: "+P", side: "gote" }), START, "r3k/4p/2+p2/P4/K3R b - 1");
    check((p) => put(p, 0, null), START, "4k/4p/5/P4/K3R b - 1");
    check((p) => put(p, 25, { code: "K", side: "gote" }), START, START);
  });
  it("fills and empties hands", () => {
    check((p) => hold(hold(p, "gote", "P", 2), "sente", "R", 1), START, "r3k/4p/5/P4/K3R b R2p 1");
    check((p) => hold(p, "gote", "P", -1), START, START);
  });
  it("changes the turn, clears, turns round", () => {
    check((p) => turn(p, "gote"), START, "r3k/4p/5/P4/K3R w - 1");
    check((p) => clear(p, MINI), "r3k/4p/5/P4/K3R w P 7", "5/5/5/5/5 w - 1");
    check(turnRound, "r3k/5/5/P4/K4 b P 1", "4k/4p/5/5/K3R w p 1");
    check((p) => turnRound(turnRound(p)), START, START);
  });
  it("turns a man over, then takes it off", () => {
    const pawn = { code: "P", side: "sente" } as const;
    const tokin = nextFace(MINI, pawn);
    expect(tokin).toEqual({ code: "+P", side: "sente" });
    expect(tokin && nextFace(MINI, tokin)).toBeNull();
  });
  it("counts what is left in the box, promoted men as their fronts", () => {
    const count = (sfen: string) => box(read(sfen), read(START), MINI).map(({ code, count }) => `${code}${count}`);
    expect(count(START)).toEqual([]);
    expect(count("4k/5/5/5/+R4 b 2P 1")).toEqual(["K1", "R1"]);
    expect(count("4k/5/5/5/K3R b 3P 1")).toEqual(["R1", "P-1"]);
  });
  it("gives the rest to a hand, but no king", () => {
    check((p) => restToHand(p, read(START), MINI, "gote"), "4k/5/5/5/4+R b - 1", "4k/5/5/5/4+R b r2p 1");
  });
  it("leaves only the kings", () => {
    check((p) => kingsOnly(p, MINI), "r3k/4p/5/P4/K3R w 2P 9", "4k/5/5/5/K4 b - 1");
  });
  it("copies a camp to the other side", () => {
    check(mirrorCamp, "r3k/5/5/P4/K3R b P 1", "r3k/4p/5/P4/K3R b Pp 1");
  });
  it("reads positions as people paste them", () => {
    for (const text of [`position sfen ${START} moves 1e1d`, `sfen ${START}`, `  ${START}\n`]) {
      const { position, faults } = positionIn(text, MINI);
      expect([writeSfen(position, MINI), faults]).toEqual([START, []]);
    }
    expect(positionIn("nonsense", MINI).faults).not.toEqual([]);
  });
});

describe("a board of another size", () => {
  const on = (size: { files: number; ranks: number }) =>
    writeSfen(resize(read(START), MINI, size), { ...MINI, ...size });
  it("keeps far ranks far and near ones near", () => {
    expect(on({ files: 5, ranks: 7 })).toBe("r3k/4p/5/5/5/P4/K3R b - 1");
    expect(on({ files: 7, ranks: 5 })).toBe("1r3k1/5p1/7/1P5/1K3R1 b - 1");
  });
  it("loses what has no place any more, and nobody stands on another", () => {
    expect(on({ files: 3, ranks: 4 })).toBe("3/3/3/3 b - 1");
    expect(on({ files: 5, ranks: 3 })).toBe("r3k/P3p/K3R b - 1");
    expect(on({ files: 5, ranks: 1 })).toBe("r3k b - 1");
  });
});

describe("other codes", () => {
  it("stand everywhere, or the men go", () => {
    const to: Record<string, string> = { P: "Q", "+P": "+Q", K: "K" };
    const changed = recode(read("r3k/4p/5/+P4/K3R b R2P 1"), (code) => to[code] ?? null);
    const variant = { ...MINI, kinds: [{ code: "K" }, { code: "Q" }, { code: "+Q" }] };
    expect(writeSfen(changed, variant)).toBe("4k/4q/5/+Q4/K4 b 2Q 1");
  });
});

it("is a mate problem where the attacker has no king and few pieces", () => {
  const read = (sfen: string) => readSfen(sfen, MINI).position;
  const start = read("rkppp/5/5/5/PPPKR b - 1");
  const asked = (sfen: string) => isProblem(read(sfen), start, MINI);
  expect(asked("2k2/5/2R2/5/5 b P 1")).toBe(true);
  expect(asked("2k2/5/2R2/5/5 w P 1")).toBe(false);
  expect(asked("2k2/5/2R2/5/2K2 b P 1")).toBe(false);
  // One's own king taken off a full board is a slip.
  expect(asked("rkppp/5/5/5/PPP1R b - 1")).toBe(false);
});
