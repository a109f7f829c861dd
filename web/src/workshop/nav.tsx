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
  return (
    <nav class="workshop-nav" aria-label={t("workshop")}>
      {PAGES.map(([href, key]) => (
        <a key={href} href={href} aria-current={place.value.path === href ? "page" : undefined}>
          {t(key)}
        </a>
      ))}
    </nav>
  );
}
