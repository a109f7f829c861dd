// What was solved, and one's own problems: kept in this browser, what was solved also in the account of who is signed in.
import { signal } from "@preact/signals";
import { api } from "../app/api.ts";
import { session } from "../app/session.ts";
import { recall, remember } from "../app/settings.ts";
import type { Problem } from "../engine/calls.ts";

const MOST = 5000;

function readSolved(): string[] {
  const raw = recall("tsume");
  return Array.isArray(raw) ? raw.filter((id) => typeof id === "string") : [];
}

/** The ids of the problems that were solved. */
export const done = signal<ReadonlySet<string>>(new Set(readSolved()));

export function solved(id: string): void {
  add([id]);
  if (session.value?.name) void api.post(ACCOUNT, { problems: [id] }).catch(() => {});
}

function add(ids: readonly string[]): void {
  // Another tab may have written since.
  const all = new Set([...readSolved(), ...ids]);
  done.value = all;
  remember("tsume", [...all].slice(-MOST));
}

const ACCOUNT = "/api/account/tsume";

/** Brings the browser and the account of who is signed in together; what fails is tried again the next time. */
export async function share(): Promise<void> {
  if (!session.value?.name) return;
  try {
    const there = await api.get<string[]>(ACCOUNT);
    const known = new Set(there);
    const fresh = readSolved().filter((id) => !known.has(id) && id.length <= LONGEST);
    if (fresh.length > 0) await api.post(ACCOUNT, { problems: fresh });
    add(there);
  } catch {
    // The browser has what it has.
  }
}
/** The longest id the server takes. */
const LONGEST = 300;

function readOwn(): Problem[] {
  const raw = recall("tsume.own");
  if (!Array.isArray(raw)) return [];
  return raw.filter((one) => typeof one?.id === "string" && typeof one.sfen === "string");
}

/** Problems from one's own files. */
export const own = signal<readonly Problem[]>(readOwn());

function write(problems: readonly Problem[]): void {
  own.value = problems.slice(0, MOST);
  remember("tsume.own", own.value);
}

/** Adds problems; those that are there already are not added twice. */
export function addOwn(problems: readonly Problem[]): number {
  const before = readOwn();
  const known = new Set(before.map(({ id }) => id));
  const fresh = problems.filter(({ id }) => !known.has(id));
  write([...before, ...fresh]);
  return fresh.length;
}

export function clearOwn(): void {
  write([]);
}

const SFEN =
  /^(?:position )?(?:sfen )?([A-Za-z0-9+/]+(?:\[[A-Za-z0-9+]*\])? [bw] \S+(?: \d+)?)(?:\s+(\d+)?(?:\s+(.*))?)?$/;

/**
 * The problems of a text: one position to a line, as SFEN; a number of plies and a title may follow. Lines that hold none are
 * counted, so that nothing is lost in silence.
 */
export function readProblems(text: string, variant: string): { problems: Problem[]; left: number } {
  const problems: Problem[] = [];
  let left = 0;
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (!trimmed || trimmed.startsWith("#")) continue;
    const found = SFEN.exec(trimmed.replaceAll("\t", " "));
    if (!found?.[1]) {
      left += 1;
      continue;
    }
    const [, sfen, plies, title] = found;
    problems.push({
      id: `own ${variant} ${sfen}`,
      variant,
      sfen,
      plies: plies ? Number(plies) : null,
      title: title ?? "",
    });
  }
  return { problems, left };
}
