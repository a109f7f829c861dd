/** The record that was opened last in this tab; it survives a reload, and is stored nowhere else. */

import { type ImportedRecord, importRecord } from "./calls.ts";
import { Session, type Source } from "./session.ts";

const KEY = "koma.opened";
let opened: Session | null = null;

/** Opens a record and keeps where it came from for this tab. */
export function open(imported: ImportedRecord, source: Source, game = 0): Session {
  opened = Session.of(imported, game === 0 ? source : null);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ source, game }));
  } catch {
    // Too large or not allowed: a reload then asks for the file again.
  }
  return opened;
}

/** Opens a record that was begun here. */
export function begin(session: Session): Session {
  opened = session;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget.
  }
  return session;
}

let saved: Session | null = null;

/** Gives a record that has been saved to the page of its new address, with all that can be undone. */
export function handOver(session: Session): void {
  saved = session;
}

/** The record that was handed over to this address. */
export function takeOver(id: string): Session | null {
  const session = saved;
  saved = null;
  return session?.id.peek() === id ? session : null;
}

/** The record opened last, read again after a reload; none where none was. */
export async function reopen(): Promise<Session | null> {
  if (opened) return opened;
  const kept = recall();
  if (!kept) return null;
  const from = "text" in kept.source ? kept.source.text : new Blob([bytesOf(kept.source.base64)]);
  return open(await importRecord(from, { game: kept.game }), kept.source, kept.game);
}

function recall(): { source: { text: string } | { base64: string }; game: number } | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const isSource = typeof kept?.source?.text === "string" || typeof kept?.source?.base64 === "string";
    return isSource ? { source: kept.source, game: Number(kept.game) || 0 } : null;
  } catch {
    return null;
  }
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
