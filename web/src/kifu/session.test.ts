import { afterEach, describe, expect, it, vi } from "vitest";
import { last, step } from "./model/cursor.ts";
import { addMove, setComment } from "./model/edit.ts";
import { fromPayload, size } from "./model/record.ts";
import { Pile } from "./reading.ts";
import { Session } from "./session.ts";

const tree = [1, 2, 3].map((id) => ({ id, parent: id - 1, number: id, text: `m${id}`, usi: `m${id}`, sfen: `${id}` }));
const session = () => new Session(fromPayload({ initialSfen: "0", tree }), { text: "source" }, null);
const move = { usi: "new", japanese: "▲１一歩", english: "P-1a", sfen: "n", checked: [] };

describe("a session", () => {
  it("plays to the end and stops there, and from the end begins again", () => {
    const it = session();
    it.toggle();
    for (let n = 0; n < 5; n += 1) it.tick();
    expect([it.cursor.value.at, it.playing.value]).toEqual([3, false]);
    it.toggle();
    expect([it.cursor.value.at, it.playing.value]).toEqual([0, true]);
  });

  it("adds a move where the reader is and goes to it", () => {
    const it = session();
    it.go((cursor) => step(cursor, 1));
    it.edit((record) => addMove(record, it.node.peek().id, move));
    expect(it.node.value.text).toBe("１一歩");
    expect(it.isChanged.value).toBe(true);
    expect(size(it.record.value)).toBe(4);
  });

  it("takes edits back and makes them again, with the place they were made at", () => {
    const it = session();
    it.go(last);
    it.edit((record) => setComment(record, 3, "fine"));
    it.edit((record) => addMove(record, 3, move));
    it.undo();
    expect([it.node.value.id, it.node.value.comment]).toEqual([3, "fine"]);
    it.undo();
    expect(it.node.value.comment).toBe("");
    expect(it.isChanged.value).toBe(false);
    it.undo();
    it.redo();
    it.redo();
    expect(it.node.value.usi).toBe("new");
    expect(it.future.value).toEqual([]);
  });

  it("takes a comment back as a whole, not letter by letter", () => {
    const it = session();
    for (const text of ["g", "go", "good"]) it.edit((record) => setComment(record, 1, text), "comment 1");
    expect(it.record.value.nodes[1]?.comment).toBe("good");
    it.undo();
    expect(it.record.value.nodes[1]?.comment).toBe("");
  });

  it("forgets what could be made again when something else is done", () => {
    const it = session();
    it.edit((record) => setComment(record, 0, "a"));
    it.undo();
    it.edit((record) => setComment(record, 0, "b"));
    it.redo();
    expect(it.record.value.nodes[0]?.comment).toBe("b");
  });
});

describe("a pile of files", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (handle: (url: string, body: unknown) => [number, unknown]) =>
    vi.stubGlobal("fetch", async (url: string, { body }: { body: unknown }) => {
      const [status, payload] = handle(url, body);
      const envelope = status === 200 ? { success: true, payload } : { success: false, message: "no", error: payload };
      return new Response(JSON.stringify(envelope), { status });
    });
  const file = (name: string, length = 1) => ({ name, content: new File(["x".repeat(length)], name) });

  it("reads every file, and one that fails stops no other", async () => {
    answer((_, body) =>
      (body as File).name.includes("bad")
        ? [400, { code: "NO_GAME", findings: [] }]
        : [200, { format: "kif", tree: [] }],
    );
    const pile = new Pile();
    await pile.read([file("a.kif"), file("bad.kif"), file("c.kif")], "too large");
    expect(pile.items.value.map(({ state }) => state)).toEqual(["read", "failed", "read"]);
    expect(pile.items.value[1]?.error?.code).toBe("NO_GAME");
  });

  it("stores each file once, and tells which were known", async () => {
    const asked: string[] = [];
    answer((url, body) => {
      asked.push(url);
      return [200, { tree: [], id: "r1", duplicate: (body as File).name === "a.kif" }];
    });
    const pile = new Pile();
    await pile.read([file("a.kif"), file("b.kif")], "too large");
    await pile.save();
    await pile.save();
    expect(pile.items.value.map(({ saved }) => saved)).toEqual(["before", "saved"]);
    expect(asked.filter((url) => url.includes("save=true")).length).toBe(2);
  });

  it("does not send what is too large", async () => {
    answer(() => [200, { tree: [] }]);
    const pile = new Pile();
    await pile.read([file("huge.kif", 9 * 1024 * 1024)], "too large");
    expect(pile.items.value[0]).toMatchObject({ state: "failed", error: { code: "TOO_LARGE" } });
  });

  it("drops answers of what was thrown away", async () => {
    answer(() => [200, { tree: [] }]);
    const pile = new Pile();
    const first = pile.read([file("a.kif")], "too large");
    const second = pile.read([file("b.kif")], "too large");
    await Promise.all([first, second]);
    expect(pile.items.value.map(({ name, state }) => [name, state])).toEqual([["b.kif", "read"]]);
  });
});
