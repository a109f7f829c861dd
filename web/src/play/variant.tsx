// One game: start it, read its rules, see its pieces.
import { Board } from "../app/board.tsx";
import { named } from "../app/i18n.ts";
import { useVariant } from "../app/resource.ts";
import { useTitle } from "../app/title.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import { usualLevel } from "../engine/level.ts";
import { t as choosing } from "./choosing.ts";
import { t } from "./messages.ts";
import { NewGame } from "./new-game.tsx";
import { Pieces, Rules } from "./rules.tsx";
import "./variant.css";

export default function VariantPage({ variant: slug }: { variant: string }) {
  const { value: variant, error, retry } = useVariant(slug);
  useTitle(variant ? named(variant) : "");
  if (error) {
    return (
      <div class="page">
        <Refused error={error} retry={retry} />
      </div>
    );
  }
  if (!variant) return <Loading />;
  const id = encodeURIComponent(slug);
  const facts = [
    choosing("size", { files: variant.files, ranks: variant.ranks }),
    choosing("kinds", { n: variant.kinds.length }),
    variant.hasHands ? choosing("drops") : choosing("noDrops"),
    ...(variant.hasSetup ? [choosing("setupFirst")] : []),
  ];
  return (
    <div class="page variant">
      <header class="variant-head">
        <h1>
          {named(variant)}{" "}
          <small class="muted">{named(variant) === variant.name ? variant.nameJa : variant.name}</small>
        </h1>
        <p class="muted">{facts.join(" · ")}</p>
        <Button look="primary" class="start" href={`/play/${id}?computer=${usualLevel()}`}>
          {choosing("playComputer")}
        </Button>
      </header>
      <div class="variant-start">
        <Board class="variant-picture" variant={variant} sfen={variant.startSfen} about={{ variant, slug }} />
        <NewGame variant={variant} slug={slug} />
      </div>
      <div class="row">
        <Button href={`/editor/${id}`}>{t("editStart")}</Button>
        <Button href={`/workshop/variant?from=${id}`}>{t("seeSource")}</Button>
      </div>
      <Rules variant={variant} />
      <Pieces variant={variant} slug={slug} />
    </div>
  );
}
