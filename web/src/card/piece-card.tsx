// The card of a piece: what it is called, how it moves, what it becomes, and what it reaches now.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { named } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import { Button } from "../app/widgets.tsx";
import type { Kind, Variant } from "../app/wire.ts";
import type { Inspected } from "../board/inspect.ts";
import { squareIndex } from "../board/squares.ts";
import type { Reach } from "../board/types.ts";
import { squareText } from "../board/words.ts";
import { t } from "./messages.ts";
import { placeCard } from "./place.ts";
import "./card.css";

interface Props {
  variant: Variant;
  /** Null where the game is stored nowhere: then there are no pictures. */
  slug: string | null;
  inspected: Inspected;
  /** What it reaches now; null until that is known. */
  reach: Reach | null;
  /** Where a square lies in the window, for squares that the card should not cover. */
  pointOf?: (square: string) => { x: number; y: number } | null | undefined;
  onClose: () => void;
  /** Not a piece of the game but one of a list: it stands nowhere. */
  isListed?: boolean;
}

export default function PieceCard({ variant, slug, inspected, reach, pointOf, onClose, isListed = false }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const kind = variant.kinds.find(({ code }) => code === inspected.code);
  const { by, box } = inspected;
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const view = { width: innerWidth, height: innerHeight };
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const squares = reach ? [...reach.goes, ...reach.takes] : [];
    const seen = squares.map((square) => pointOf?.(square)).filter((point) => point != null);
    setPlace(placeCard(box, size, view, seen));
  }, [inspected, reach]);
  // What was asked for stays until it is closed: by its button, by Escape, or by the next thing one does.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    const gone = (event: Event) => {
      if (!(event.target instanceof Node && card.current?.contains(event.target))) onClose();
    };
    addEventListener("keydown", key, true);
    addEventListener("scroll", gone, { capture: true, passive: true });
    const isPinned = by !== "hover";
    if (isPinned) addEventListener("pointerdown", gone, true);
    return () => {
      removeEventListener("keydown", key, true);
      removeEventListener("scroll", gone, true);
      removeEventListener("pointerdown", gone, true);
    };
  }, [by, onClose]);
  if (!kind) return null;
  const promoted = variant.kinds.find(({ code }) => code === kind.promotesTo);
  const { square } = inspected;
  const where = square
    ? squareText(squareIndex(square, variant), variant, settings.language.value)
    : isListed
      ? ""
      : t("inHand");
  return (
    <div
      ref={card}
      class={by === "hover" ? "about-piece resting" : "about-piece"}
      role="dialog"
      aria-label={t("card", { name: named(kind) })}
      style={place ? { left: `${place.left}px`, top: `${place.top}px` } : { visibility: "hidden" }}
    >
      <header>
        <span class={kind.code.startsWith("+") ? "card-kanji turned" : "card-kanji"} lang="ja">
          {kind.kanji}
        </span>
        <span class="card-name">
          <strong>{named(kind)}</strong>
          <small class="muted">
            {[otherName(kind), isListed ? "" : t(inspected.side), where].filter(Boolean).join(" · ")}
          </small>
        </span>
        {by !== "hover" && (
          <Button look="quiet" class="icon" aria-label={t("close")} onClick={onClose}>
            ✕
          </Button>
        )}
      </header>
      <div class="card-body">
        {slug && <Diagram slug={slug} kind={kind} />}
        <div class="card-words">
          <p>{kind.words}</p>
          {(kind.notes ?? []).map((note) => (
            <p key={note} class="card-note">
              {note}
            </p>
          ))}
          {reach && <p class="card-reach">{t("reach", { n: reach.goes.length, m: reach.takes.length })}</p>}
        </div>
      </div>
      {promoted ? (
        <div class="card-body card-promoted">
          {slug && <Diagram slug={slug} kind={promoted} />}
          <div class="card-words">
            <p>
              <strong>{t("promotesTo", { name: named(promoted), kanji: promoted.kanji })}</strong>
            </p>
            <p>{promoted.words}</p>
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** The name in the other language; one that is the kanji again says nothing. */
function otherName(kind: Kind): string {
  return settings.language.value === "ja" ? kind.name : kind.nameJa === kind.kanji ? "" : kind.nameJa;
}

function Diagram({ slug, kind }: { slug: string; kind: Kind }) {
  const language = settings.language.value;
  const address = `/api/variants/${encodeURIComponent(slug)}/pieces/${encodeURIComponent(kind.code)}.svg?lang=${language}`;
  return (
    <span class="paper card-diagram">
      <img src={address} alt={t("diagram", { name: named(kind) })} width="112" height="112" />
    </span>
  );
}
