import { afterEach, expect, test, vi } from "vitest";
import { ApiError, api, bindSession } from "./api.ts";

function answer(status: number, body: unknown) {
  const fetch = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
afterEach(() => vi.unstubAllGlobals());

test("the payload comes out of its envelope, empty query values are left out", async () => {
  const fetch = answer(200, { success: true, message: "ok", payload: { total: 3 } });
  expect(await api.get("/api/kifu", { query: { player: "羽生", event: "", limit: 0, from: null } })).toEqual({
    total: 3,
  });
  expect(fetch.mock.calls[0]).toMatchObject(["/api/kifu?player=%E7%BE%BD%E7%94%9F&limit=0", { method: "GET" }]);
});

test("a refusal is thrown with code, message, findings and its own fields", async () => {
  const finding = { severity: "error", code: "X", message: "m" };
  answer(409, {
    success: false,
    message: "it is not your turn",
    error: { code: "NOT_YOUR_TURN", findings: [finding], ply: 4 },
  });
  const error = await api.post("/api/games/g/commands", {}).catch((cause: ApiError) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    code: "NOT_YOUR_TURN",
    message: "it is not your turn",
    findings: [finding],
  });
  expect((error as ApiError).detail.ply).toBe(4);
});

test("no connection, and an answer that is no JSON, are refusals too", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(api.get("/api/variants")).rejects.toMatchObject({ code: "UNREACHABLE", status: 0 });
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  await expect(api.get("/api/variants")).rejects.toMatchObject({ code: "NOT_JSON", status: 502 });
});

test("unsafe requests carry the word of the session, and ask for it again when it was another's", async () => {
  const words = ["old", "new"];
  const renew = vi.fn(async () => words.shift());
  bindSession({ word: async () => words[0]!, renew });
  const sent: (string | undefined)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["x-koma-csrf"]);
    const isRight = headers["x-koma-csrf"] !== "old";
    const body = isRight
      ? { success: true, message: "ok", payload: 1 }
      : { success: false, message: "no", error: { code: "BAD_CSRF", findings: [] } };
    return new Response(JSON.stringify(body), { status: isRight ? 200 : 403 });
  });
  expect(await api.post("/api/games", {})).toBe(1);
  expect(await api.get("/api/kifu")).toBe(1);
  expect(sent).toEqual(["old", "new", undefined]);
  expect(renew).toHaveBeenCalledTimes(1);
  bindSession(null);
});

test("an answer in lines comes line by line, however it was cut; a refusal in it is thrown", async () => {
  const bytes = new TextEncoder().encode(
    '{"ply":1,"text":"▲７六歩"}\n{"ply":2}\n\n{"done":true,"failure":{"error":{"code":"CRASHED"},"message":"it died"}}\n',
  );
  let cancelled = false;
  const cut = () =>
    new ReadableStream({
      start(controller) {
        // In the middle of a letter and of a line.
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
      cancel() {
        cancelled = true;
      },
    });
  vi.stubGlobal("fetch", async () => new Response(cut()));
  const read: unknown[] = [];
  const all = (async () => {
    for await (const one of api.stream("/api/engine/game", {})) read.push(one);
  })();
  await expect(all).rejects.toMatchObject({ code: "CRASHED", message: "it died" });
  expect(read).toEqual([{ ply: 1, text: "▲７六歩" }, { ply: 2 }]);

  // One who has read enough ends the work.
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(
        new ReadableStream({
          start: (c) => c.enqueue(bytes),
          cancel: () => {
            cancelled = true;
          },
        }),
      ),
  );
  for await (const _ of api.stream("/api/engine/game", {})) break;
  expect(cancelled).toBe(true);

  answer(503, { success: false, message: "too many wait", error: { code: "BUSY" } });
  await expect(api.stream("/api/engine/lines", {}).next()).rejects.toMatchObject({ code: "BUSY", status: 503 });
});
