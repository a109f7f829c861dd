import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "../app/session.ts";
import { Practice } from "./practice.ts";
import { addOwn, done, own, readProblems, share, solved } from "./progress.ts";

const SFEN = "4k4/9/4G4/9/9/9/9/9/9 b G 1";
const move = (usi: string) => ({ usi, japanese: usi, english: usi });
let answers: Record<string, unknown>[] = [];
let asked: Record<string, unknown>[] = [];
let count = 0;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const sent = JSON.parse(body);
    if (path === "/api/engine/mate") {
      asked.push(sent);
      return new Response(JSON.stringify({ success: true, payload: answers.shift() }));
    }
    const moves = [...(sent.after?.split(",").filter(Boolean) ?? []), ...sent.moves];
    const end = moves.at(-1) === "mates" ? { reason: "checkmate", winner: "sente" } : null;
    const side = moves.length % 2 ? "gote" : "sente";
    const payload = {
      side,
      sfen: moves.join(),
      moves: [],
      played: sent.moves.map(move),
      end,
      key: moves.join() || ",",
    };
    return new Response(JSON.stringify({ success: true, payload }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function begin(): Promise<Practice> {
  count += 1;
  const practice = new Practice({ id: `p${count}`, variant: `v${count}`, sfen: SFEN, plies: 3, title: "" });
  await practice.load();
  return practice;
}

test("a move that fails says why and can be tried again; one that mates is answered until the mate", async () => {
  const practice = await begin();
  answers = [
    { stillMate: false, reply: move("5a4a"), plies: null, why: "it is not check" },
    { stillMate: true, reply: move("reply"), plies: 1, why: null },
  ];
  await practice.play("bad");
  expect([practice.state.value, practice.why.value, practice.escape.value?.usi]).toEqual([
    "wrong",
    "it is not check",
    "5a4a",
  ]);
  await practice.play("other");
  expect(practice.moves.value).toEqual(["bad"]);
  await practice.back();
  expect([practice.state.value, practice.why.value, practice.moves.value]).toEqual(["yours", null, []]);
  await practice.play("good");
  expect(practice.moves.value).toEqual(["good", "reply"]);
  expect([practice.state.value, practice.left.value]).toEqual(["yours", 1]);
  expect(asked[1]).toMatchObject({ defend: true, game: { sfen: SFEN, moves: ["good"] } });
  await practice.play("mates");
  expect(practice.state.value).toBe("solved");
  expect(done.value.has(practice.problem.id)).toBe(true);
  expect(practice.tries.value).toBe(1);
});

test("where the solver does not know it says so, defends, and the game goes on", async () => {
  const practice = await begin();
  answers = [{ verdict: "unknown", stillMate: false, reply: move("reply"), plies: null, why: "not decided" }];
  await practice.play("deep");
  expect(practice.moves.value).toEqual(["deep", "reply"]);
  expect([practice.state.value, practice.why.value, practice.left.value]).toEqual(["yours", "not decided", null]);
  expect(practice.tries.value).toBe(0);
});

test("a hint is the man first; a problem the solver cannot solve says so", async () => {
  const practice = await begin();
  answers = [
    { verdict: "mate", line: [move("G*5b")], sentence: "" },
    { verdict: "unknown", line: [], sentence: "no mate was found in time" },
  ];
  await practice.help();
  expect(practice.hint.value).toMatchObject({ shows: "man" });
  await practice.help();
  expect(practice.hint.value).toMatchObject({ shows: "move", move: { usi: "G*5b" } });
  expect(await practice.solution()).toEqual([]);
  expect(practice.error.value?.message).toBe("no mate was found in time");
});

test("own problems: a position a line, with plies and a title; what is none is counted", () => {
  const text = `# a comment\n${SFEN}\nsfen ${SFEN.replace("G 1", "2G 1")}\t3\tTwo golds\nnot a position\n\n`;
  const { problems, left } = readProblems(text, "shogi");
  expect(problems).toMatchObject([
    { sfen: SFEN, plies: null, title: "" },
    { sfen: SFEN.replace("G 1", "2G 1"), plies: 3, title: "Two golds" },
  ]);
  expect(left).toBe(1);
  expect(addOwn(problems)).toBe(2);
  expect(addOwn(problems)).toBe(0);
  expect(own.value).toHaveLength(2);
});

test("what was solved here and what the account knows come together", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body?: string }) => {
    if (body) sent.push(JSON.parse(body));
    return new Response(JSON.stringify({ success: true, payload: body ? [] : ["zukou-1", "b"] }));
  });
  solved("a");
  await share();
  expect([sent, done.value.has("zukou-1")]).toEqual([[], false]);
  session.value = { name: "me", csrf: null, sharesGames: false, signUp: true };
  await share();
  expect(done.value).toEqual(new Set(["a", "zukou-1", "b"]));
  solved("c");
  expect(sent).toEqual([{ problems: ["a"] }, { problems: ["c"] }]);
  session.value = null;
});
