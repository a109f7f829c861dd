// Every page of the app: its address and the chunk it comes from. A page is the default export of its
// module: a component that gets the named parts of its address, `({ id }: { id: string })`.
import type { ComponentType } from "preact";

// biome-ignore lint/suspicious/noExplicitAny: pages differ in the parts of their address
export type Page = ComponentType<any>;
export type Area = "play" | "kifu" | "library" | "workshop" | "editor" | "account" | "settings" | "help" | "embed";

export interface Route {
  path: string;
  area: Area;
  load: () => Promise<{ default: Page }>;
  /** What the page will ask the server for first: fetched beside its chunk, not after it. */
  needs?: (parts: Record<string, string>) => string;
}

const variant = ({ variant = "" }: Record<string, string>) => `/api/variants/${encodeURIComponent(variant)}`;

export const routes: Route[] = [
  { path: "/", area: "play", load: () => import("../play/home.tsx"), needs: () => "/api/variants" },
  { path: "/variants/:variant", area: "play", load: () => import("../play/variant.tsx"), needs: variant },
  { path: "/play/:variant", area: "play", load: () => import("../play/local.tsx"), needs: variant },
  { path: "/games/:id", area: "play", load: () => import("../play/live.tsx") },
  { path: "/kifu", area: "kifu", load: () => import("../kifu/index.tsx") },
  { path: "/kifu/:id", area: "kifu", load: () => import("../kifu/record.tsx") },
  { path: "/embed/kifu/:id", area: "embed", load: () => import("../kifu/embed.tsx") },
  { path: "/learn", area: "play", load: () => import("../learn/index.tsx"), needs: () => "/api/variants/shogi" },
  { path: "/tsume", area: "play", load: () => import("../tsume/index.tsx") },
  { path: "/library", area: "library", load: () => import("../library/index.tsx") },
  { path: "/workshop", area: "workshop", load: () => import("../workshop/index.tsx") },
  { path: "/workshop/variant", area: "workshop", load: () => import("../workshop/variant.tsx") },
  { path: "/workshop/files", area: "workshop", load: () => import("../workshop/files.tsx") },
  { path: "/taikyoku", area: "workshop", load: () => import("../taikyoku/index.tsx") },
  { path: "/editor", area: "editor", load: () => import("../editor/index.tsx") },
  { path: "/editor/:variant", area: "editor", load: () => import("../editor/index.tsx") },
  { path: "/account", area: "account", load: () => import("../account/index.tsx") },
  { path: "/help", area: "help", load: () => import("../help/index.tsx") },
  { path: "/help/:page", area: "help", load: () => import("../help/index.tsx") },
  { path: "/settings", area: "settings", load: () => import("./settings-page.tsx") },
];
