// Addresses. Pages are paths (the server answers every path outside /api with index.html);
// what must not reach a server's log, an invitation or a whole record, stands after `#`.
import { signal } from "@preact/signals";

export interface Place {
  path: string;
  query: URLSearchParams;
  /** What stands after `#`, without it. */
  fragment: string;
}

function here(): Place {
  return {
    path: decodeURI(location.pathname),
    query: new URLSearchParams(location.search),
    fragment: location.hash.slice(1),
  };
}

/** Where we are; follows links, `go` and the browser's buttons. */
export const place = signal<Place>(here());

/** Pages that other sites may frame. Whatever leads away from them opens a tab: no other page may be shown in a foreign frame. */
export const isEmbedded = (path: string) => path.startsWith("/embed/");

/** Asked before another page is shown; `false` stays. A page with something to lose sets it, and takes it away again. */
let mayLeave: (() => boolean) | null = null;

/** Asks before this page is left; gives what ends that. */
export function askToLeave(ask: () => boolean): () => void {
  mayLeave = ask;
  return () => {
    if (mayLeave === ask) mayLeave = null;
  };
}

const addressOf = ({ path, query, fragment }: Place) =>
  `${encodeURI(path)}${query.size > 0 ? `?${query}` : ""}${fragment ? `#${fragment}` : ""}`;

/** Goes to an address of the app. `replace` leaves no step in the history. */
export function go(address: string, options: { replace?: boolean } = {}): void {
  if (isEmbedded(place.value.path) && !isEmbedded(address)) {
    window.open(address, "_blank", "noopener");
    return;
  }
  const { pathname } = new URL(address, location.href);
  if (pathname !== location.pathname && mayLeave && !mayLeave()) return;
  if (options.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = place.value.path;
  place.value = here();
  if (place.value.path !== before) scrollTo(0, 0);
}

/** Starts to follow clicks on our own links and the browser's back and forward. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    if (here().path !== place.value.path && mayLeave && !mayLeave()) {
      history.pushState(null, "", addressOf(place.value));
      return;
    }
    place.value = here();
  });
  addEventListener("hashchange", () => {
    place.value = here();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (isEmbedded(place.value.path) && !isEmbedded(link.pathname)) {
      link.target = "_blank";
      return;
    }
    if (link.pathname.startsWith("/api/") || link.pathname === "/api") return;
    // A mere jump inside the page is the browser's.
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** The parts of `path` that `pattern` names (`/kifu/:id`), or null if it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split("/");
  const have = path.replace(/(.)\/$/, "$1").split("/");
  if (want.length !== have.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    const value = have[i]!;
    if (part.startsWith(":")) {
      if (!value) return null;
      found[part.slice(1)] = value;
    } else if (part !== value) return null;
  }
  return found;
}
