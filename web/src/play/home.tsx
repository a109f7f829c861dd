// The first page: go on with a game, or choose one.
import { useEffect, useRef, useState } from "preact/hooks";
import { named } from "../app/i18n.ts";
import { useVariants } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import type { VariantSummary } from "../app/wire.ts";
import { usualLevel } from "../engine/level.ts";
import { blurbs } from "./blurbs.ts";
import { t } from "./choosing.ts";
import "./home.css";
import { forget, type Kept, kept, outcomeOf } from "./recent.ts";

const groups = [
  { title: "groupStandard", has: (v: VariantSummary) => area(v) >= 49 && area(v) <= 100 },
  { title: "groupSmall", has: (v: VariantSummary) => area(v) < 49 },
  { title: "groupLarge", has: (v: VariantSummary) => area(v) > 100 },
] as const;

const area = ({ files, ranks }: VariantSummary) => files * ranks;
const isShogi = ({ slug }: VariantSummary) => (slug === "shogi" ? 0 : 1);

export default function Home() {
  useTitle("");
  const { value, error, loading, retry } = useVariants();
  const [words, setWords] = useState("");
  const fits = (variant: VariantSummary) => matches(variant, words);
  return (
    <div class="page home">
      <section class="hero" aria-labelledby="hello">
        <div class="hero-words">
          <h1 id="hello">{t("title")}</h1>
          <p>{t("lead")}</p>
          <div class="row">
            <Button look="primary" class="start" href={`/play/shogi?computer=${usualLevel()}`}>
              {t("playComputer")}
            </Button>
            <Button href="/learn">{t("learn")}</Button>
            <Button href="/variants/shogi?with=friend">{t("playNow")}</Button>
            <Button href="/tsume">{t("tsume")}</Button>
            <Button href="/kifu">{t("openRecord")}</Button>
            <Button href="/workshop">{t("ownGame")}</Button>
          </div>
        </div>
        <span class="paper hero-board">
          <img
            src={`/api/variants/shogi/picture.svg?lang=${settings.language.value}`}
            alt=""
            width="300"
            height="319"
          />
        </span>
      </section>
      <KeptGames id="go-on" title={t("goOn")} games={kept.value.filter((game) => !game.end)} />
      <KeptGames id="last-games" title={t("lastGames")} games={kept.value.filter((game) => game.end)} />
      <section aria-labelledby="choose" class="stack">
        <div class="row choose">
          <h2 id="choose" class="grow">
            {t("chooseGame")}
          </h2>
          <input
            type="search"
            value={words}
            placeholder={t("search")}
            aria-label={t("search")}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        {loading && !value && <Loading />}
        {error && <Refused error={error} retry={retry} />}
        {value &&
          groups.map(({ title, has }) => {
            const found = value
              .filter((variant) => has(variant) && fits(variant))
              .sort((a, b) => isShogi(a) - isShogi(b) || area(a) - area(b));
            if (!found.length) return null;
            return (
              <section key={title} class="stack" aria-label={t(title)}>
                <h3 class="muted">{t(title)}</h3>
                <ul class="variants">
                  {found.map((variant) => (
                    <Card key={variant.slug} variant={variant} />
                  ))}
                </ul>
              </section>
            );
          })}
        {value && !value.some(fits) && <p class="muted">{t("none")}</p>}
      </section>
    </div>
  );
}

function Card({ variant }: { variant: VariantSummary }) {
  const { slug, files, ranks, hasHands, hasSetup } = variant;
  const facts = [
    t("size", { files, ranks }),
    t("kinds", { n: variant.kinds }),
    hasHands ? t("drops") : t("noDrops"),
    ...(hasSetup ? [t("setupFirst")] : []),
  ];
  return (
    <li>
      <a class="variant-card" href={`/variants/${encodeURIComponent(slug)}`}>
        <Picture slug={slug} />
        <div>
          <strong>{named(variant)}</strong>
          {blurbs[slug] && <p>{blurbs[slug][settings.language.value]}</p>}
          <small class="muted">{facts.join(" · ")}</small>
        </div>
      </a>
    </li>
  );
}

/** Whom to tell that a picture is in sight, or nearly. */
const near = new Map<Element, () => void>();
const sight =
  typeof IntersectionObserver === "function"
    ? new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) if (isIntersecting) near.get(target)?.();
        },
        { rootMargin: "160px" },
      )
    : null;

/**
 * The start position of a game, fetched when it comes into sight. `loading="lazy"` begins screens before that, and to draw all
 * these boards, the largest with 804 men, holds the page up for longer than everything else on it.
 */
function Picture({ slug }: { slug: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isNear, setNear] = useState(sight === null);
  useEffect(() => {
    const element = image.current;
    if (isNear || !element) return;
    near.set(element, () => setNear(true));
    sight?.observe(element);
    return () => {
      near.delete(element);
      sight?.unobserve(element);
    };
  }, [isNear]);
  const address = `/api/variants/${encodeURIComponent(slug)}/picture.svg?lang=${settings.language.value}`;
  return (
    <span class="paper">
      <img ref={image} src={isNear ? address : undefined} alt="" width="96" height="96" />
    </span>
  );
}

/** Some games that are kept, the newest first. */
function KeptGames({ id, title, games }: { id: string; title: string; games: readonly Kept[] }) {
  if (games.length === 0) return null;
  return (
    <section aria-labelledby={id} class="stack">
      <h2 id={id}>{title}</h2>
      <ul class="kept">
        {games.slice(0, 6).map((game) => (
          <KeptGame key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}

function KeptGame({ game }: { game: Kept }) {
  const address =
    game.kind === "local" ? `/play/${encodeURIComponent(game.variant)}?game=${game.id}` : `/games/${game.id}`;
  const outcome = outcomeOf(game);
  const how =
    game.kind === "live"
      ? game.opponent
        ? t("against", { name: game.opponent })
        : t("byLink")
      : t(game.computer ? "againstComputer" : "oneScreen");
  const state = outcome ? t(`kept_${outcome}`) : game.kind === "local" ? t("atMove", { n: game.moves.length }) : null;
  return (
    <li class="row">
      <a href={address} class="grow">
        <strong>{named(game)}</strong>
        <small class="muted">{[how, state].filter(Boolean).join(" · ")}</small>
      </a>
      <Button look="quiet" class="icon" aria-label={`${t("remove")}: ${named(game)}`} onClick={() => forget(game.id)}>
        ✕
      </Button>
    </li>
  );
}

/** Whether all `words` occur in a name, an alias or the size of a variant. */
export function matches(variant: VariantSummary, words: string): boolean {
  const { slug, name, nameJa, aliases, files, ranks } = variant;
  const all = [slug, name, nameJa, ...aliases, `${files}x${ranks}`, `${files}×${ranks}`].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
