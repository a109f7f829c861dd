// Things fetched for a page: loading, there, or refused.
import { useEffect, useState } from "preact/hooks";
import { ApiError, api } from "./api.ts";
import type { ShapeView } from "./api-types.ts";
import { settings } from "./settings.ts";
import type { Variant, VariantSummary } from "./wire.ts";

export interface Resource<T> {
  value: T | null;
  error: ApiError | null;
  loading: boolean;
  retry: () => void;
}

/** Runs `fetch` when the page opens and when one of `deps` changes; the last answer stays until the next is there. */
export function useResource<T>(fetch: (signal: AbortSignal) => Promise<T>, deps: unknown[]): Resource<T> {
  const [state, setState] = useState<{ value: T | null; error: ApiError | null; loading: boolean }>({
    value: null,
    error: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, error: null, loading: true }));
    fetch(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: null, loading: false });
      },
      (cause) => {
        if (stop.signal.aborted) return;
        const error = cause instanceof ApiError ? cause : new ApiError(0, "FAILED", String(cause));
        setState({ value: null, error, loading: false });
      },
    );
    return () => stop.abort();
  }, [...deps, turn]);
  return { ...state, retry: () => setTurn((n) => n + 1) };
}

const shelf = new Map<string, Promise<unknown>>();
/** GET once per language for the life of the page: for what does not change, variants and piece lists. */
export function getOnce<T>(path: string): Promise<T> {
  const key = `${settings.language.value} ${path}`;
  let promise = shelf.get(key) as Promise<T> | undefined;
  if (!promise) {
    promise = api.get<T>(path);
    shelf.set(key, promise);
    promise.catch(() => shelf.delete(key));
  }
  return promise;
}

/** The variant `slug` or id, with its kinds and rules. */
export function useVariant(slug: string): Resource<Variant> {
  return useResource(
    () => getOnce<Variant>(`/api/variants/${encodeURIComponent(slug)}`),
    [slug, settings.language.value],
  );
}

/** The shipped variants. */
export function useVariants(): Resource<VariantSummary[]> {
  return useResource(() => getOnce<VariantSummary[]>("/api/variants"), [settings.language.value]);
}

/** Openings, castles and tesuji that have names, with how many stored records have them. */
export function useShapes(): Resource<ShapeView[]> {
  return useResource(() => getOnce<ShapeView[]>("/api/kifu/shapes"), [settings.language.value]);
}
