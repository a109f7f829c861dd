import { afterEach, expect, test, vi } from "vitest";
import { unpack } from "../kifu/model/share.ts";
import { decode, frameOf } from "./kifu.ts";

const HOME = new URL("https://koma.example/");
const PAGE = "https://blog.example/2026/game.html";
const frame = (src: string, ply = 0) => frameOf(src, ply, PAGE, HOME);
afterEach(() => vi.unstubAllGlobals());

test("a record of a library is framed where it is", async () => {
  expect(await frame("https://koma.example/kifu/12", 5)).toBe("https://koma.example/embed/kifu/12#ply=5");
  expect(await frame("https://koma.example/kifu/view#g=abc&ply=3")).toBe(
    "https://koma.example/embed/kifu/view#g=abc&ply=3",
  );
});

test("a file is fetched by the page, and goes after the # of a frame", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    asked.push(String(url));
    return new Response("   1 ７六歩(77)\n");
  });
  const address = await frame("files/game.kif", 1);
  expect(asked).toEqual(["https://blog.example/2026/files/game.kif"]);
  expect(address.startsWith("https://koma.example/embed/kifu/view#g=")).toBe(true);
  expect(await unpack(new URL(address).hash)).toEqual({ text: "   1 ７六歩(77)\n", ply: 1 });
});

test("what is wrong is said", async () => {
  await expect(frame("")).rejects.toThrow("needs src");
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  await expect(frame("game.kif")).rejects.toThrow("game.kif: 404");
});

test("records in Shift_JIS are text, pictures are not", () => {
  expect(decode(new Uint8Array([0x95, 0xe0]))).toBe("歩");
  expect(decode(new TextEncoder().encode("歩"))).toBe("歩");
  expect(decode(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBeNull();
});
