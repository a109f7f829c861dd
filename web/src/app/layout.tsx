// The frame: header with the areas, the page, toasts. On a phone the areas are a bar under the thumb.
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./messages.ts";
import { getOnce } from "./resource.ts";
import { isEmbedded, match, place } from "./router.ts";
import { type Area, type Page, type Route, routes } from "./routes.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { task } from "./task.ts";
import { Button, Loading, Toasts } from "./widgets.tsx";

const areas: { area: Exclude<Area, "account" | "settings" | "help" | "embed">; href: string; icon: string }[] = [
  { area: "play", href: "/", icon: "M12 3 18 6 20 21H4L6 6Z" },
  { area: "kifu", href: "/kifu", icon: "M6 3h9l4 4v14H6ZM9 11h7M9 15h7" },
  { area: "library", href: "/library", icon: "M4 5h4v15H4ZM10 5h4v15h-4ZM16 6l4-1 3 14-4 1Z" },
  { area: "workshop", href: "/workshop", icon: "M4 20 14 10M12 6l6 6 3-3-6-6ZM4 20h5" },
  { area: "editor", href: "/editor", icon: "M4 4h16v16H4ZM4 12h16M12 4v16" },
];

export function Layout() {
  const { path } = place.value;
  const found = find(path);
  // Whoever followed a link is on the new page with the keyboard and the screen reader, too.
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) document.getElementById("main")?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  const page = found ? (
    <Boundary key={path}>
      <Lazy route={found.route} parts={found.parts} />
    </Boundary>
  ) : (
    <Missing />
  );
  // In a frame of another site there is nothing but the page.
  if (isEmbedded(path)) return <main id="main">{page}</main>;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        {t("skip")}
      </button>
      <header class="top">
        <a class="brand" href="/" aria-label={t("home")}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>Koma</span>
        </a>
        <nav class="areas" aria-label={t("areas")}>
          {areas.map(({ area, href, icon }) => (
            <a key={area} href={href} aria-current={found?.route.area === area ? "page" : undefined}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
              </svg>
              <span>{t(area)}</span>
            </a>
          ))}
        </nav>
        <div class="tools">
          <Button look="quiet" lang={settings.language.value === "ja" ? "en" : "ja"} onClick={switchLanguage}>
            {t("switchLanguage")}
          </Button>
          <AccountLink isHere={found?.route.area === "account"} />
          <Tool
            area="help"
            here={found?.route.area}
            icon="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0"
          />
          <Tool
            area="settings"
            here={found?.route.area}
            icon="M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
          />
        </div>
      </header>
      <TaskBar />
      <main id="main" tabIndex={-1}>
        {page}
      </main>
      <Toasts />
    </>
  );
}

/** A page that is no area of its own. */
function Tool({ area, here, icon }: { area: "help" | "settings"; here: Area | undefined; icon: string }) {
  const words = t(area);
  return (
    <a
      class="button quiet icon"
      href={`/${area}`}
      aria-label={words}
      title={words}
      aria-current={here === area ? "page" : undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </a>
  );
}

/** What goes on beside the page. */
function TaskBar() {
  if (!task.value) return null;
  const { words, done, all, href, isOver } = task.value;
  return (
    <a class="task" href={href}>
      <span>{words}</span>
      {!isOver && <progress max={Math.max(1, all)} value={done} aria-label={words} />}
      {!isOver && <span>{`${done} / ${all}`}</span>}
    </a>
  );
}

/** Who is signed in, or the way there. */
function AccountLink({ isHere }: { isHere: boolean }) {
  const name = session.value?.name;
  const words = name ? t("accountOf", { name }) : t("signIn");
  return (
    <a
      class="button quiet icon account-link"
      href="/account"
      aria-label={words}
      title={words}
      aria-current={isHere ? "page" : undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 21c0-5 4-7 8-7s8 2 8 7" />
      </svg>
      {name && <span>{name}</span>}
    </a>
  );
}

function find(path: string): { route: Route; parts: Record<string, string> } | null {
  for (const route of routes) {
    const parts = match(route.path, path);
    if (parts) return { route, parts };
  }
  return null;
}

function switchLanguage(): void {
  settings.language.value = settings.language.value === "ja" ? "en" : "ja";
}

const loaded = new Map<Route["load"], Page>();

/** Shows a page when its chunk has come. */
function Lazy({ route, parts }: { route: Route; parts: Record<string, string> }) {
  const [failed, setFailed] = useState(false);
  const [, arrived] = useState(0);
  const alive = useRef(true);
  const page = loaded.get(route.load);
  // Before the first paint: each frame waited here is waited by whoever opens the page.
  useLayoutEffect(() => {
    alive.current = true;
    if (!loaded.has(route.load)) {
      if (route.needs) void getOnce(route.needs(parts));
      route.load().then(
        (module) => {
          loaded.set(route.load, module.default);
          if (alive.current) arrived((n) => n + 1);
        },
        (cause) => {
          console.warn("page not loaded", cause);
          if (alive.current) setFailed(true);
        },
      );
    }
    return () => {
      alive.current = false;
    };
  }, [route]);
  if (failed) return <Failed />;
  if (!page) return <Loading />;
  const Shown = page;
  return <Shown {...parts} />;
}

/** A fault in one page does not take the frame down with it. */
function Boundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((cause) => console.error(cause));
  return error ? <Failed /> : children;
}

export function Failed() {
  return (
    <div class="page narrow" role="alert">
      <h1>{t("failed")}</h1>
      <p>{t("failedHint")}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {t("retry")}
      </Button>
    </div>
  );
}

export function Missing() {
  return (
    <div class="page narrow">
      <h1>{t("notFound")}</h1>
      <Button look="primary" href="/">
        {t("toHome")}
      </Button>
    </div>
  );
}
