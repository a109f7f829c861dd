import { place } from "../app/router.ts";
import { t } from "./messages.ts";

const PAGES = [
  ["/workshop", "navPiece", "navPieceShort"],
  ["/workshop/variant", "navVariant", "navVariantShort"],
  ["/workshop/files", "navFiles", "navFiles"],
  ["/taikyoku", "navTaikyoku", "navTaikyokuShort"],
] as const;

/** The pages of the workshop; on a phone in fewer words, so that all four are seen. */
export function WorkshopNav() {
  const { path } = place.value;
  return (
    <nav class="workshop-nav" aria-label={t("workshop")}>
      {PAGES.map(([href, words, few]) => (
        <a key={href} href={href} aria-current={path === href ? "page" : undefined}>
          <span class="words">{t(words)}</span>
          <span class="few-words">{t(few)}</span>
        </a>
      ))}
    </nav>
  );
}
