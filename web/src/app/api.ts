// The server, as `docs/api.md` describes it: every answer is an envelope, opened here.
import type { FindingJson } from "./api-types.ts";
import { settings } from "./settings.ts";

export type Finding = FindingJson;

/** What the server refused, or that it could not be reached (`code` is then `UNREACHABLE`, `status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly findings: Finding[] = [],
    /** The whole `error` object, for fields that only one route has (`ply`, `squares`). */
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;
interface Options {
  query?: Query;
  /** The secret of a seat. */
  secret?: string | null;
  signal?: AbortSignal;
}

/** Whose requests these are: `session.ts` knows. */
interface Session {
  /** The word that unsafe requests of a session carry; waits until it is known whether there is one. */
  word: () => Promise<string | null>;
  /** Asks the server again: somebody has signed in or out in another tab. */
  renew: () => Promise<unknown>;
}
let session: Session | null = null;
export function bindSession(bound: Session | null): void {
  session = bound;
}

function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (!pairs.length) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}

/** A request: its body as it goes over the wire. */
interface Sent {
  method: string;
  path: string;
  body?: BodyInit;
  type?: string;
}

/** Sends a request; one that was refused for the word of its session once more with the right one. `take` opens the answer. */
async function send<T>(sent: Sent, o: Options, take: (response: Response) => Promise<T> = opened): Promise<T> {
  if (sent.method === "GET" || !session) return take(await request(null, sent, o));
  try {
    return await take(await request(await session.word(), sent, o));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "BAD_CSRF") throw error;
    await session.renew();
    return take(await request(await session.word(), sent, o));
  }
}

async function request(csrf: string | null, { method, path, body, type }: Sent, o: Options): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": settings.language.value };
  if (type) headers["content-type"] = type;
  if (o.secret) headers.authorization = `Bearer ${o.secret}`;
  if (csrf) headers["x-koma-csrf"] = csrf;
  try {
    return await fetch(address(path, o.query), { method, headers, body, signal: o.signal });
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** What a broken connection is told as; one that we broke off ourselves stays what it is. */
function unreachable(cause: unknown): unknown {
  if ((cause as Error).name === "AbortError") return cause;
  const message = settings.language.value === "ja" ? "サーバーに届きません" : "the server cannot be reached";
  return new ApiError(0, "UNREACHABLE", message);
}

/** The payload of an answer, or what was refused. */
async function opened<T>(response: Response): Promise<T> {
  let envelope: Envelope<T>;
  try {
    envelope = await response.json();
  } catch {
    throw new ApiError(response.status, "NOT_JSON", `${response.status} ${response.statusText}`);
  }
  if (!response.ok || !envelope.success) throw refused(response, envelope);
  return envelope.payload as T;
}

interface Envelope<T> {
  success?: boolean;
  message?: string;
  payload?: T;
  error?: { code?: string; findings?: Finding[] };
}

function refused({ status, statusText }: Response, envelope: Envelope<unknown>): ApiError {
  const error = envelope.error ?? {};
  return new ApiError(status, error.code ?? "UNKNOWN", envelope.message ?? statusText, error.findings ?? [], error);
}

/** The lines of an answer that comes bit by bit, each a JSON value. One with a `failure` is a refusal in mid-stream. */
async function* linesOf<T>(response: Response): AsyncGenerator<T> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((cause) => {
        throw unreachable(cause);
      });
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        if (!line.trim()) continue;
        const read = JSON.parse(line) as Awaited<T> & { failure?: Envelope<unknown> | null };
        if (read.failure) throw refused(response, read.failure);
        yield read;
      }
      if (done) return;
    }
  } finally {
    // Whoever has read enough ends the work on the other side.
    await reader.cancel().catch(() => {});
  }
}

/** Each returns the payload or throws `ApiError`. Paths are written whole: `api.get("/api/variants")`. */
export const api = {
  get: <T>(path: string, options: Options = {}) => send<T>({ method: "GET", path }, options),
  post: <T>(path: string, body: unknown, options: Options = {}) => send<T>(json("POST", path, body), options),
  put: <T>(path: string, body: unknown, options: Options = {}) => send<T>(json("PUT", path, body), options),
  /** Bytes as they are, so that the server finds their encoding. */
  upload: <T>(path: string, bytes: Blob | ArrayBuffer, options: Options = {}) =>
    send<T>({ method: "POST", path, body: bytes, type: "application/octet-stream" }, options),
  delete: <T>(path: string, options: Options & { body?: unknown } = {}) =>
    send<T>(options.body === undefined ? { method: "DELETE", path } : json("DELETE", path, options.body), options),
  /** An answer that comes in lines. To stop reading, or the signal, ends the work on the server. */
  async *stream<T>(path: string, body: unknown, options: Options = {}): AsyncGenerator<T> {
    yield* linesOf<T>(
      await send(json("POST", path, body), options, (response) =>
        response.ok ? Promise.resolve(response) : opened<Response>(response),
      ),
    );
  },
};

function json(method: string, path: string, body: unknown): Sent {
  return { method, path, body: JSON.stringify(body), type: "application/json" };
}
