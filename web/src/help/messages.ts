import { messages } from "../app/i18n.ts";

/** Words around the guide. */
export const t = messages({
  help: { ja: "使い方", en: "Guide" },
  contents: { ja: "目次", en: "Contents" },
  steps: { ja: "前後のページ", en: "Previous and next page" },
  previous: { ja: "前のページ", en: "Previous" },
  next: { ja: "次のページ", en: "Next" },
});
