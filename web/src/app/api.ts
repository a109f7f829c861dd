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

/** Sends a request; one that was refused for the word of its session once more with the right one. */
async function send<T>(
  method: string,
  path: string,
  body: BodyInit | undefined,
  type: string | undefined,
  o: Options,
): Promise<T> {
  if (method === "GET" || !session) return sendWith<T>(null, method, path, body, type, o);
  try {
    return await sendWith<T>(await session.word(), method, path, body, type, o);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "BAD_CSRF") throw error;
    await session.renew();
    return sendWith<T>(await session.word(), method, path, body, type, o);
  }
}

async function sendWith<T>(
  csrf: string | null,
  method: string,
  path: string,
  body: BodyInit | undefined,
  type: string | undefined,
  o: Options,
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": settings.language.value };
  if (type) headers["content-type"] = type;
  if (o.secret) headers.authorization = `Bearer ${o.secret}`;
  if (csrf) headers["x-koma-csrf"] = csrf;
  let response: Response;
  try {
    response = await fetch(address(path, o.query), { method, headers, body, signal: o.signal });
  } catch (cause) {
    if ((cause as Error).name === "AbortError") throw cause;
    const message = settings.language.value === "ja" ? "サーバーに届きません" : "the server cannot be reached";
    throw new ApiError(0, "UNREACHABLE", message);
  }
  let envelope: { success?: boolean; message?: string; payload?: T; error?: { code?: string; findings?: Finding[] } };
  try {
    envelope = await response.json();
  } catch {
    throw new ApiError(response.status, "NOT_JSON", `${response.status} ${response.statusText}`);
  }
  if (!response.ok || !envelope.success) {
    const error = envelope.error ?? {};
    const message = envelope.message ?? response.statusText;
    throw new ApiError(response.status, error.code ?? "UNKNOWN", message, error.findings ?? [], error);
  }
  return envelope.payload as T;
}

/** Each returns the payload or throws `ApiError`. Paths are written whole: `api.get("/api/variants")`. */
export const api = {
  get: <T>(path: string, options: Options = {}) => send<T>("GET", path, undefined, undefined, options),
  post: <T>(path: string, body: unknown, options: Options = {}) =>
    send<T>("POST", path, JSON.stringify(body), "application/json", options),
  put: <T>(path: string, body: unknown, options: Options = {}) =>
    send<T>("PUT", path, JSON.stringify(body), "application/json", options),
  /** Bytes as they are, so that the server finds their encoding. */
  upload: <T>(path: string, bytes: Blob | ArrayBuffer, options: Options = {}) =>
    send<T>("POST", path, bytes, "application/octet-stream", options),
  delete: <T>(path: string, options: Options & { body?: unknown } = {}) =>
    options.body === undefined
      ? send<T>("DELETE", path, undefined, undefined, options)
      : send<T>("DELETE", path, JSON.stringify(options.body), "application/json", options),
};
