import { describe, expect, it } from "vitest";
import {
  alternatives,
  type Cursor,
  continuations,
  current,
  enter,
  goToNode,
  inVariation,
  last,
  leave,
  moveTo,
  seek,
  start,
  step,
  turn,
} from "./cursor.ts";
import {
  addEnding,
  addMove,
  inOrder,
  makeMain,
  remove,
  reorder,
  setComment,
  setHeader,
  toEdited,
  toggleBookmark,
} from "./edit.ts";
import {
  branches,
  fromPayload,
  lastPosition,
  mover,
  movesTo,
  nodeAt,
  type PayloadNode,
  pathTo,
  size,
} from "./record.ts";
import { isMarked } from "./remarks.ts";

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

/** Lines of play, `1: a b c` from the start and `2@1: x y` after node 1; moves get ids in the order they are written. */
function record(...lines: string[]) {
  const tree: PayloadNode[] = [];
  for (const line of lines) {
    const [where = "0", moves = ""] = line.split(": ");
    let parent = Number(where);
    for (const word of moves.split(" ")) {
      const id = tree.length + 1;
      const number = (tree.find((node) => node.id === parent)?.number ?? 0) + 1;
      const side = number % 2 === 1 ? "w" : "b";
      if (word.startsWith("%"))
        tree.push({ id, parent, number, text: word, termination: word.slice(1), winner: "sente" });
      else if (word.startsWith("?")) tree.push({ id, parent, number, text: word });
      else tree.push({ id, parent, number, text: word, usi: word, sfen: `9/9/${id} ${side} -` });
      parent = id;
    }
  }
  return fromPayload({ variant: "shogi", initialSfen: START, tree });
}

/** The texts of a cursor's line, the current one in brackets. */
function shown(cursor: Cursor): string {
  return cursor.line
    .map((id, at) => {
      const text = nodeAt(cursor.record, id).text || "-";
      return at === cursor.at ? `[${text}]` : text;
    })
    .join(" ");
}

// a b c d e, with x y instead of c d e, and p instead of y, and z instead of e
const forked = record("0: a b c d e", "2: x y", "6: p", "4: z");

describe("a record", () => {
  it("is read from the payload of an import", () => {
    expect(size(forked)).toBe(9);
    expect(branches(forked)).toBe(3);
    expect(nodeAt(forked, 2).children).toEqual([3, 6]);
    expect(pathTo(forked, 7)).toEqual([0, 1, 2, 6, 7]);
    expect(movesTo(forked, 8)).toEqual(["a", "b", "x", "p"]);
  });

  it("leaves out nodes that hang nowhere or stand twice", () => {
    const odd = fromPayload({
      tree: [
        { id: 1, parent: 0, number: 1, text: "a", usi: "a" },
        { id: 5, parent: 4, number: 1, text: "lost", usi: "l" },
        { id: 1, parent: 0, number: 1, text: "again", usi: "a" },
        { id: 0, parent: 0, number: 1, text: "root", usi: "r" },
      ],
    });
    expect(size(odd)).toBe(1);
    expect(nodeAt(odd, 0).children).toEqual([1]);
  });

  it("knows who moved, also where gote starts and after moves that could not be read", () => {
    const handicap = fromPayload({
      initialSfen: "9/9/9 w -",
      tree: [{ id: 1, parent: 0, number: 1, text: "a", usi: "a" }],
    });
    expect(mover(handicap, nodeAt(handicap, 1))).toBe("gote");
    const broken = record("0: a ?b ?c");
    expect([1, 2, 3].map((id) => mover(broken, nodeAt(broken, id)))).toEqual(["sente", "gote", "sente"]);
  });

  it("shows the last position that could be reached", () => {
    const broken = record("0: a ?b ?c");
    expect(lastPosition(broken, 3).id).toBe(1);
    expect(movesTo(broken, 3)).toBeNull();
  });
});

describe("a cursor", () => {
  it("steps along a line and stops at its ends", () => {
    const begin = start(forked);
    expect(shown(begin)).toBe("[-] a b c d e");
    expect(shown(step(begin, 2))).toBe("- a [b] c d e");
    expect(step(begin, -1)).toBe(begin);
    expect(shown(step(begin, 99))).toBe("- a b c d [e]");
    expect(shown(last(begin))).toBe("- a b c d [e]");
  });

  it("stays in the variation one looked into", () => {
    const inside = goToNode(start(forked), 6);
    expect(shown(inside)).toBe("- a b [x] y");
    expect(shown(step(inside, -2))).toBe("- [a] b x y");
    expect(shown(step(step(inside, -2), 3))).toBe("- a b x [y]");
  });

  it("turns round the alternatives of a move", () => {
    const at = step(start(forked), 3);
    expect(alternatives(at)).toEqual([3, 6]);
    expect(shown(turn(at, 1))).toBe("- a b [x] y");
    expect(shown(turn(turn(at, 1), 1))).toBe("- a b [c] d e");
    expect(shown(turn(at, -1))).toBe("- a b [x] y");
    expect(turn(step(at, -1), 1)).toEqual(step(at, -1));
    expect(continuations(step(at, -1))).toEqual([3, 6]);
  });

  it("enters the next variation and leaves it for the line it came from", () => {
    const inside = enter(start(forked));
    expect(shown(inside)).toBe("- a b [x] y");
    const deeper = enter(inside);
    expect(shown(deeper)).toBe("- a b x [p]");
    expect(shown(leave(deeper))).toBe("- a b [x] y");
    expect(shown(leave(leave(deeper)))).toBe("- a [b] c d e");
    expect(inVariation(deeper)).toBe(true);
    expect(inVariation(leave(leave(deeper)))).toBe(false);
    expect(enter(deeper)).toBe(deeper);
  });

  it("seeks marked moves on its line", () => {
    const marked = toggleBookmark(setComment(forked, 2, "good"), 5, "here");
    const begin = start(marked);
    const first = seek(begin, 1, isMarked);
    expect(current(first).id).toBe(2);
    expect(current(seek(first, 1, isMarked)).id).toBe(5);
    expect(seek(first, -1, isMarked)).toBe(first);
  });

  it("keeps its place in an edited record", () => {
    const inside = goToNode(start(forked), 7);
    expect(shown(moveTo(inside, setComment(forked, 1, "!")))).toBe("- a b x [y]");
    expect(shown(moveTo(inside, remove(forked, 6)))).toBe("- a [b] c d e");
  });
});

describe("editing", () => {
  it("adds a move once, as a variation where another stands", () => {
    const played = { usi: "n", japanese: "▲７六歩", english: "P-7f", sfen: "s", checked: [] };
    const [added, id] = addMove(forked, 2, played);
    expect(nodeAt(added, 2).children).toEqual([3, 6, id]);
    expect(nodeAt(added, id)).toMatchObject({ parent: 2, number: 3, text: "７六歩", usi: "n", sfen: "s" });
    expect(addMove(added, 2, played)).toEqual([added, id]);
    expect(size(forked)).toBe(9);
  });

  it("ends a line once", () => {
    const [ended, id] = addEnding(forked, 5, "TORYO", "投了", "gote");
    expect(nodeAt(ended, id).end).toEqual({ termination: "TORYO", winner: "gote" });
    const [again, same] = addEnding(ended, 5, "CHUDAN", "中断", null);
    expect(same).toBe(id);
    expect(nodeAt(again, 5).children).toEqual([id]);
  });

  it("removes a move with all that follows, never the start", () => {
    const less = remove(forked, 6);
    expect(size(less)).toBe(6);
    expect(branches(less)).toBe(1);
    expect(remove(forked, 0)).toBe(forked);
  });

  it("makes a variation the main line", () => {
    const main = makeMain(forked, 8);
    expect(shown(start(main))).toBe("[-] a b x p");
    expect(branches(main)).toBe(3);
    expect(shown(start(reorder(forked, 6, -1)))).toBe("[-] a b x y");
    expect(reorder(forked, 6, 1)).toBe(forked);
  });

  it("walks all lines, each in one piece", () => {
    expect([...inOrder(forked)].map((node) => node.text).join(" ")).toBe("a b c d e z x y p");
  });

  it("hands the server what can be written, and counts what cannot", () => {
    const broken = setHeader(setComment(record("0: a ?b c", "1: d %TORYO"), 0, "start"), "先手", "山田");
    const { record: sent, left } = toEdited(toggleBookmark(broken, 4, "しおり"));
    expect(left).toBe(2);
    expect(sent).toEqual({
      variant: "shogi",
      initialSfen: START,
      handicap: null,
      headers: { 先手: "山田" },
      comments: ["start"],
      bookmarks: [],
      tree: [
        { id: 1, parent: 0, usi: "a" },
        { id: 2, parent: 1, usi: "d", bookmarks: ["しおり"] },
        { id: 3, parent: 2, termination: "TORYO", winner: "sente" },
      ],
    });
    expect(setHeader(broken, "先手", "").headers).toEqual({});
  });
});
