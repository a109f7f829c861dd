import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Judged } from "../engine/calls.ts";
import { Analyst } from "./analyst.ts";
import { annotated, judgements, marks, type Placed } from "./model/analysis.ts";
import { goTo } from "./model/cursor.ts";
import { emptyRecord, fromPayload, nodeAt, type PayloadNode } from "./model/record.ts";
import { personal } from "./model/remarks.ts";
import { Session } from "./session.ts";
import { draw } from "./views/graphs.tsx";

const move = (usi: string) => ({ usi, japanese: `▲${usi}`, english: usi });
const sfen = (at: number) => `9/9/9 ${at % 2 ? "w" : "b"} - ${at + 1}`;
const judged = (ply: number, win: number, more: Partial<Judged> = {}): Judged => ({
  ply,
  depth: 9,
  loss: 0,
  stored: false,
  words: [],
  why: null,
  score: { cp: Math.round((win - 0.5) * 1000) },
  win,
  best: [move("best")],
  second: null,
  mark: null,
  missedMate: null,
  comments: [`#評価値=${ply}`, "#深さ=9"],
  ...more,
});

/** A game of so many moves, each with what a comment says of it. */
function game(moves: number, more: (at: number) => Partial<PayloadNode> = () => ({})) {
  const tree = Array.from({ length: moves }, (_, index) => {
    const id = index + 1;
    return { id, parent: index, number: id, text: "m", usi: `m${id}`, sfen: sfen(id), ...more(id) };
  });
  return fromPayload({ initialSfen: sfen(0), tree });
}
const whole = (record = game(3)) => ({ record, line: record.nodes.map((_, id) => id) });
const placed = (list: Judged[]) => new Map(list.map((one) => [one.ply, { ...one, next: one.ply + 1 } as Placed]));

describe("judgements", () => {
  it("are sente's, ours before those of the comments", () => {
    const record = game(3, (at) => (at === 3 ? { analysis: [{ score: 100 }] } : {}));
    const ours = placed([judged(0, 0.6), judged(1, 0.7, { score: { mate: 5 } }), judged(2, 0, { score: { mate: 0 } })]);
    expect(judgements(whole(record), ours)).toMatchObject([
      { at: 0, score: 100, mate: null, chance: 0.6 },
      { at: 1, score: null, mate: -5, chance: expect.closeTo(0.3) },
      { at: 2, score: null, mate: 0, chance: 0 },
      { at: 3, score: 100, mate: null },
    ]);
  });

  it("mark the moves: as the engine says, and as the server says where only comments tell", () => {
    const ours = placed([judged(0, 0.7, { mark: "blunder" }), judged(1, 0.8), judged(2, 0.2, { mark: "onlyMove" })]);
    expect(marks(whole(), ours)).toEqual([
      { at: 1, fault: "blunder", loss: 50 },
      { at: 3, fault: "onlyMove", loss: 0 },
    ]);
    const chance = [0.5, 0.5, 0.62, 0.18];
    const told = game(3, (at) => ({
      analysis: [{ score: at, chance: chance[at] }],
      fault: at === 3 ? "blunder" : null,
    }));
    expect(marks(whole(told))).toEqual([{ at: 3, fault: "blunder", loss: 44 }]);
  });

  it("do not mark another move from the same position", () => {
    const ours = new Map([[0, { ...judged(0, 0.7, { mark: "blunder" }), next: 9 }]]);
    expect(marks(whole(), ours)).toEqual([]);
  });

  it("go into comments that other programs read, once, beside what people wrote", () => {
    const record = game(2, (at) => (at === 1 ? { comment: "nice" } : {}));
    const ours = placed([judged(0, 0.6), judged(1, 0.6), judged(2, 1, { score: { mate: 3 }, best: [] })]);
    const written = annotated(annotated(record, ours), ours);
    expect(nodeAt(written, 0).comment).toBe("#評価値=0\n#深さ=9");
    expect(nodeAt(written, 1).comment).toBe("nice\n#評価値=1\n#深さ=9");
    expect(personal(nodeAt(written, 1))).toBe("nice");
    expect(judgements(whole(written)).map(({ score, mate }) => score ?? mate)).toEqual([100, -100, 3]);
  });

  it("are the same once they are written", () => {
    const ours = placed([judged(0, 0.7, { mark: "blunder" }), judged(1, 0.8, { mark: "missedMate" }), judged(2, 0.2)]);
    const written = annotated(game(3), ours);
    expect(marks(whole(written))).toEqual(marks(whole(), ours));
    expect(judgements(whole(written))).toEqual(judgements(whole(), ours));
  });

  it("of 500 moves are drawn in a few paths and a few milliseconds", () => {
    const record = game(500);
    const ours = placed(
      Array.from({ length: 501 }, (_, at) => judged(at, ((at * 7919) % 100) / 100, { mark: "mistake" })),
    );
    // The best of a few: the machine may be busy with something else.
    const runs = Array.from({ length: 5 }, () => {
      const began = performance.now();
      draw(judgements(whole(record), ours), marks(whole(record), ours), "chance");
      return performance.now() - began;
    });
    expect(Math.min(...runs)).toBeLessThan(16);
    const drawing = draw(judgements(whole(record), ours), marks(whole(record), ours), "chance");
    expect(drawing.curve.match(/L/g)).toHaveLength(500);
    expect(drawing.mistake?.match(/h0/g)).toHaveLength(500);
  });
});

describe("an analyst", () => {
  let news: unknown[] = [];
  let asked: { path: string; body: Record<string, unknown> }[] = [];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
      const sent = JSON.parse(body);
      asked.push({ path, body: sent });
      if (path.startsWith("/api/engine")) return new Response(news.map((one) => `${JSON.stringify(one)}\n`).join(""));
      const moves = [...(sent.after?.split(",").filter(Boolean) ?? []), ...sent.moves];
      const payload = { sfen: sfen(moves.length), checked: [], played: sent.moves.map(move), key: moves.join() || "," };
      return new Response(JSON.stringify({ success: true, payload }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("judges the line up to its last move, and puts each judgement where it belongs", async () => {
    const record = game(2, () => ({}));
    const session = new Session(record, null, null);
    const analyst = new Analyst(session);
    const summary = { sente: { blunders: 1 }, gote: { blunders: 0 } };
    news = [
      { plies: 2, queued: 0 },
      judged(2, 0.5),
      judged(1, 0.9),
      judged(0, 0.6, { mark: "blunder" }),
      { done: true, summary },
    ];
    await analyst.start();
    expect(asked[0]?.body).toMatchObject({ game: { moves: ["m1", "m2"] } });
    expect(analyst.progress.value).toBeNull();
    expect(analyst.summary.value).toEqual(summary);
    expect([...analyst.judged.value.keys()].sort()).toEqual([0, 1, 2]);
    expect(analyst.hasMark(nodeAt(record, 1))).toBe(true);
    expect(analyst.hasMark(nodeAt(record, 2))).toBe(false);
    analyst.write();
    expect(session.isChanged.value).toBe(true);
  });

  it("says what was refused, and keeps what it has", async () => {
    const analyst = new Analyst(new Session(game(2), null, null));
    news = [
      { plies: 2, queued: 3 },
      judged(2, 0.5),
      { done: true, failure: { message: "too many wait", error: { code: "BUSY" } } },
    ];
    await analyst.start();
    expect(analyst.error.value?.message).toBe("too many wait");
    expect([...analyst.judged.value.keys()]).toEqual([2]);
  });

  it("keeps a line as a variation and goes to its first move", async () => {
    const session = new Session({ ...game(3), variant: "keep" }, null, null);
    session.go((cursor) => goTo(cursor, 1));
    const analyst = new Analyst(session);
    await analyst.keep(1, [move("x"), move("y")]);
    expect(session.node.value).toMatchObject({ usi: "x", parent: 1, sfen: sfen(2) });
    expect(nodeAt(session.record.value, 1).children).toEqual([2, 4]);
    expect(nodeAt(session.record.value, 5)).toMatchObject({ usi: "y", parent: 4 });
    session.undo();
    expect(nodeAt(session.record.value, 1).children).toEqual([2]);
  });

  it("has nothing to judge in a record without moves but its start", async () => {
    const analyst = new Analyst(new Session(emptyRecord("shogi", sfen(0)), null, null));
    news = [{ plies: 0, queued: 0 }, judged(0, 0.5), { done: true, summary: null }];
    await analyst.start();
    expect([...analyst.judged.value.keys()]).toEqual([0]);
  });
});
