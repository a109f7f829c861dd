import { afterEach, expect, test, vi } from "vitest";
import { task } from "../app/task.ts";
import { Importer } from "./importing.ts";
import { zip } from "./zip.ts";

const file = (name: string, text = name) => new File([text], name);
const until = async (done: () => boolean) => {
  for (let n = 0; n < 500 && !done(); n += 1) await new Promise((next) => setTimeout(next, 2));
  expect(done()).toBe(true);
};

afterEach(() => {
  vi.unstubAllGlobals();
  task.value = null;
});

/** A server that stores every file; one whose name says how many games are in it stores so many. */
function server(delay = 0) {
  const seen: string[] = [];
  vi.stubGlobal("fetch", async (_: string, options: { body: Blob; signal: AbortSignal }) => {
    const text = await options.body.text();
    await new Promise((next) => setTimeout(next, delay));
    options.signal.throwIfAborted();
    seen.push(text);
    if (text.startsWith("bad")) {
      const body = { success: false, message: "no game", error: { code: "NO_GAME" } };
      return new Response(JSON.stringify(body), { status: 422 });
    }
    const stored = { added: Number(/\d+/.exec(text)?.[0] ?? 1), duplicates: text.includes("known") ? 1 : 0 };
    return new Response(JSON.stringify({ success: true, payload: { stored } }));
  });
  return seen;
}

test("games are counted, not files, and a file that fails is told by its name", async () => {
  server();
  const importer = new Importer();
  const archive = new File([zip([{ name: "in.kif", bytes: new TextEncoder().encode("3 games") }])], "all.zip");
  await importer.add([file("a.kif"), file("bad.kif"), file("known 0"), archive]);
  await until(() => importer.progress.value.state === "done");
  expect(importer.progress.value).toMatchObject({ all: 4, done: 4, added: 4, known: 1 });
  expect(importer.progress.value.failed).toEqual([{ name: "bad.kif", why: "no game" }]);
  // What failed can still be looked at.
  expect(task.value).toMatchObject({ isOver: true, href: "/library?import" });
});

test("more files may come while others are on their way", async () => {
  const seen = server(4);
  const importer = new Importer();
  await importer.add([file("a.kif"), file("b.kif")]);
  expect(task.value).toMatchObject({ done: 0, all: 2 });
  await importer.add([file("c.kif"), file("notes.docx")], true);
  await until(() => importer.progress.value.state === "done");
  expect(seen.sort()).toEqual(["a.kif", "b.kif", "c.kif"]);
  expect(importer.progress.value).toMatchObject({ all: 3, done: 3, added: 3, skipped: 1 });
  expect(task.value).toBeNull();
});

test("to stop keeps what is stored and sends nothing more", async () => {
  const seen = server(3);
  const importer = new Importer();
  await importer.add(Array.from({ length: 60 }, (_, n) => file(`${n}.kif`, "1")));
  await until(() => importer.progress.value.done >= 4);
  importer.stop();
  const { length } = seen;
  await new Promise((next) => setTimeout(next, 30));
  expect(seen.length - length).toBeLessThanOrEqual(4);
  expect(importer.progress.value.state).toBe("stopped");
  expect(task.value).toBeNull();
  // Another one begins afresh.
  await importer.add([file("x.kif", "1")]);
  await until(() => importer.progress.value.state === "done");
  expect(importer.progress.value).toMatchObject({ all: 1, added: 1 });
});
