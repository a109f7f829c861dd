/**
 * A game in an address: the text of a record, deflated and written in base64url after `#g=`.
 *
 * The part behind `#` is never sent to a server, so a shared game is stored nowhere.
 */

/** The longest fragment we make; chat programs and old proxies cut longer addresses. */
export const LONGEST = 8000;

/** The longest text we unpack: a small fragment can hold an enormous one. */
export const LARGEST = 1_000_000;

/** A game in an address, and the ply to open it at. */
export interface Shared {
  text: string;
  ply: number;
}

/** The fragment of a game, without `#`. */
export async function pack({ text, ply }: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const place = ply > 0 ? `&ply=${ply}` : "";
  return `g=${toBase64(bytes)}${place}`;
}

/** The game of a fragment; none where there is none. Throws on one that is damaged or too large. */
export async function unpack(fragment: string): Promise<Shared | null> {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = parts.get("g");
  if (!game) return null;
  const bytes = await through(fromBase64(game), new DecompressionStream("deflate-raw"), LARGEST);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const ply = Number.parseInt(parts.get("ply") ?? "0", 10);
  return { text, ply: Number.isFinite(ply) && ply > 0 ? ply : 0 };
}

/** Whether a fragment is short enough to be passed on. */
export function fits(fragment: string): boolean {
  return fragment.length <= LONGEST;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // What goes wrong while writing also goes wrong while reading, where it is caught.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RangeError("the shared game is too large");
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
