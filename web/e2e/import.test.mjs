// Importing into the library: it goes on when nobody looks, unpacks archives, refuses what is no text, and counts games.
import assert from "node:assert/strict";
import { crc32, deflateRawSync } from "node:zlib";
import { assertAccessible, scene } from "./harness.mjs";

const kif = (n) => `先手：先${n}\n後手：後${n}\n棋戦：取り込み\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n`;
const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** An archive as other programs write them; names are UTF-8. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let place = 0;
  for (const [name, text] of entries) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), common, title, packed);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(place, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, end, title);
    place += 30 + title.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, list, end]);
}

const pick = (page, files) => page.locator("dialog input[type=file]").first().setInputFiles(files);

scene(
  "an import goes on when its dialog is closed, and asks before it stops",
  { widths: ["desktop"] },
  async (guest) => {
    const { page } = guest;
    await page.route("**/api/kifu/import*", async (route) => {
      await new Promise((next) => setTimeout(next, 80));
      await route.continue();
    });
    await guest.open("/library");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await pick(
      page,
      Array.from({ length: 60 }, (_, n) => file(`g${n}.kif`, kif(n))),
    );
    await page.keyboard.press("Escape");
    const bar = page.locator(".task");
    await bar.getByText("Importing").waitFor();
    // Another page; it still goes on, and the bar leads back.
    await page.getByRole("link", { name: "Editor" }).click();
    await page.locator("main h1").waitFor();
    await bar.click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stop importing? What is stored stays.").waitFor();
    await assertAccessible(page, "stop");
    await page.getByRole("button", { name: "Keep going" }).click();
    await page.getByText("60 games stored, 0 already in the library, 0 files failed").waitFor();
    await bar.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("status").getByText("60 games", { exact: true }).waitFor();
  },
);

scene(
  "archives are unpacked, games are counted, and what is no text is refused",
  { widths: ["desktop"], expectStatus: [400, 422] },
  async (guest) => {
    const { page } = guest;
    const archive = zip([
      ["folder/a.kif", kif("甲")],
      ["folder/two.csa", "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nN+C\nN-D\nPI\n+\n+2726FU\n%TORYO\n"],
      ["read me.pdf", "%PDF-1.4"],
    ]);
    await guest.open("/library");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const picture = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(64, 7)]);
    await pick(page, [
      { name: "all.zip", mimeType: "application/zip", buffer: archive },
      { name: "picture.kif", mimeType: "text/plain", buffer: picture },
      { name: "broken.zip", mimeType: "application/zip", buffer: archive.subarray(0, 90) },
    ]);
    await page.getByText("3 games stored, 0 already in the library, 2 files failed · 1 other file left out").waitFor();
    const told = await page.locator("dialog .findings").textContent();
    assert.match(told, /picture\.kif.*PNG file, not text/);
    assert.match(told, /broken\.zip.*damaged/);
  },
);
