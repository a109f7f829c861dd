// The first load: what travels (compressed, font included) and when the page can be used.
//
//   node bench/load.mjs          against $KOMA_URL, $KOMA, or target/release/koma (the debug build where there is none)
//
// The bounds of the project: 50 kB for the first page, 200 kB for a game, one second to interactive. Exits 1 if one is broken.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stage, visitor } from "../e2e/harness.mjs";

const release = fileURLToPath(new URL("../../target/release/koma", import.meta.url));
if (existsSync(release)) process.env.KOMA ??= release;

const RUNS = 5;
const pages = [
  { name: "home", address: "/", ready: ".variant-card", most: 50_000 },
  { name: "a game of shogi", address: "/play/shogi", ready: "shogi-board", most: 200_000 },
];
let broken = false;
for (const { name, address, ready, most } of pages) {
  const times = [];
  let bytes = 0;
  let own = [];
  for (let run = 0; run < RUNS; run++) {
    const guest = await visitor();
    const client = await guest.context.newCDPSession(guest.page);
    await client.send("Network.enable");
    const loads = new Map();
    client.on("Network.requestWillBeSent", ({ requestId, request }) =>
      loads.set(requestId, { url: request.url, size: 0 }),
    );
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const load = loads.get(requestId);
      if (load) load.size = encodedDataLength;
    });
    await guest.page.goto(address);
    await guest.page.locator(ready).first().waitFor();
    times.push(await guest.page.evaluate(() => performance.now()));
    await guest.page.waitForLoadState("networkidle");
    const all = [...loads.values()].filter(({ url }) => url.startsWith("http"));
    // Pictures of positions and answers of the server are no part of the app; the list of games is, it stands on the first page.
    const isOurs = (path) => !path.startsWith("/api/") || path === "/api/variants";
    own = all.filter(({ url }) => isOurs(new URL(url).pathname));
    bytes = own.reduce((sum, { size }) => sum + size, 0);
    await guest.close();
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(RUNS / 2)];
  console.log(
    `${name}: ${(bytes / 1000).toFixed(1)} kB in ${own.length} files, usable after ${median.toFixed(0)} ms (median of ${RUNS})`,
  );
  for (const { url, size } of own.sort((a, b) => b.size - a.size).slice(0, 6)) {
    console.log(`  ${(size / 1000).toFixed(1).padStart(7)} kB ${new URL(url).pathname}`);
  }
  if (bytes > most || median > 1000) broken = true;
}
const { browser, server } = await stage();
await browser.close();
await server.stop();
if (broken) console.log("a bound is broken: 50 kB for home, 200 kB for a game, 1000 ms");
process.exit(broken ? 1 : 0);
