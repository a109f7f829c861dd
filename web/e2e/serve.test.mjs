// What `koma serve` says when it starts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { program } from "./harness.mjs";

/** Starts the server, and gives what it has said once it can be asked. */
async function said(...args) {
  const data = await mkdtemp(join(tmpdir(), "koma-e2e-"));
  const child = spawn(program(), ["serve", "--no-open", "--port", "0", "--data", data, ...args]);
  const gone = new Promise((done) => child.on("exit", done));
  let log = "";
  try {
    await new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error(`it says nothing:\n${log}`)), 60_000);
      child.stderr.on("data", async (chunk) => {
        log += chunk;
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(log)?.[0];
        if (!address) return;
        clearTimeout(late);
        await fetch(address).then(done, failed);
      });
    });
  } finally {
    child.kill("SIGTERM");
    await gone;
    await rm(data, { recursive: true, force: true });
  }
  return log;
}

test("an address that listens everywhere is told by those that can be opened", { timeout: 90_000 }, async () => {
  const log = await said("--bind", "0.0.0.0", "--lang", "en");
  assert.match(log, /^Koma is at http:\/\/127\.0\.0\.1:\d+\/$/m);
  assert.doesNotMatch(log, /http:\/\/0\.0\.0\.0/);
  for (const [, lan] of log.matchAll(/^In your network: http:\/\/([^/]+):\d+\/$/gm)) {
    assert.doesNotMatch(lan, /^(127\.|0\.0\.0\.0$)/);
  }
});
