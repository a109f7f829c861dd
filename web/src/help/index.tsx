// The user's guide: the pages of docs/guide in the language of the page, with the way through them.
import { Failed, Missing } from "../app/layout.tsx";
import { useResource } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Loading } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import "./help.css";

type Page = typeof import("*.md");

const pages = import.meta.glob<Page>("../../../docs/guide/*/*.md");
const load = (language: string, name: string) => pages[`../../../docs/guide/${language}/${name}.md`]?.() ?? null;

export default function HelpPage({ page = "README" }: { page?: string }) {
  const language = settings.language.value;
  const { value, error } = useResource(
    async () => ({ first: await load(language, "README"), shown: await load(language, page) }),
    [language, page],
  );
  useTitle(value?.shown?.title ?? t("help"));
  if (error) return <Failed />;
  if (!value) return <Loading />;
  const { first, shown } = value;
  if (!first || !shown) return <Missing />;
  const contents = [{ address: "/help", title: first.title }, ...first.links];
  const here = contents.findIndex(({ address }) => address === (page === "README" ? "/help" : `/help/${page}`));
  return (
    <div class="page guide">
      <nav class="guide-contents" aria-label={t("contents")}>
        {contents.map(({ address, title }, n) => (
          <a key={address} href={address} aria-current={n === here ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {/* Our own text, made into HTML when the page was built. */}
      <article class="guide-text" dangerouslySetInnerHTML={{ __html: shown.html }} />
      <nav class="guide-steps row" aria-label={t("steps")}>
        <Step page={contents[here - 1]} word="previous" />
        <span class="grow" />
        <Step page={contents[here + 1]} word="next" />
      </nav>
    </div>
  );
}

function Step({ page, word }: { page?: { address: string; title: string }; word: "previous" | "next" }) {
  if (!page) return null;
  return (
    <a class={word} href={page.address} rel={word === "next" ? "next" : "prev"}>
      <small class="muted">{t(word)}</small>
      {page.title}
    </a>
  );
}
