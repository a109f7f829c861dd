import { useEffect, useRef } from "preact/hooks";
import { place } from "../app/router.ts";
import { t } from "./messages.ts";

const PAGES = [
  ["/workshop", "navPiece"],
  ["/workshop/variant", "navVariant"],
  ["/workshop/files", "navFiles"],
  ["/taikyoku", "navTaikyoku"],
] as const;

/** The pages of the workshop. */
export function WorkshopNav() {
  const nav = useRef<HTMLElement>(null);
  const { path } = place.value;
  // On a phone the row is wider than the page: the page one is on should be among what is seen.
  useEffect(() => {
    const [row, link] = [nav.current, nav.current?.querySelector<HTMLElement>("[aria-current]")];
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [path]);
  return (
    <nav class="workshop-nav" aria-label={t("workshop")} ref={nav}>
      {PAGES.map(([href, key]) => (
        <a key={href} href={href} aria-current={path === href ? "page" : undefined}>
          {t(key)}
        </a>
      ))}
    </nav>
  );
}
