// What there is to say at the table: the set-up phase, the end, impasse points.
import { settings } from "../app/settings.ts";
import type { PositionView, Variant } from "../app/wire.ts";
import { readSfen } from "../board/sfen.ts";
import { squareIndex, squareName } from "../board/squares.ts";
import { squareText } from "../board/words.ts";
import { t } from "./messages.ts";
import { Lines } from "./rules.tsx";
import { sideName } from "./strip.tsx";

interface SetupProps {
  variant: Variant;
  position: PositionView;
  /** Whether the person at the screen places now. */
  mine: boolean;
}

/** Explains the set-up phase: whose turn it is to place what, what is left, and the choice. */
export function SetupNotice({ variant, position, mine }: SetupProps) {
  const { side, placing } = position;
  if (!placing.sente && !placing.gote) return null;
  const words = variant.rules.find(({ subject }) => subject === "setup");
  return (
    <section class="notice" aria-label={t("placing")}>
      <p role="status">
        <strong>{t(mine ? "placingNow" : "placingWait", { side: sideName(side, false) })}</strong>
      </p>
      {words && (
        <details open>
          <summary>{words.title}</summary>
          <Lines lines={words.lines} />
        </details>
      )}
    </section>
  );
}

/** Royals that could be taken where that is no check. */
export function Attacked({ position, variant }: { position: PositionView; variant: Variant }) {
  const { attacked } = position;
  if (!attacked || attacked.length === 0) return null;
  const name = (square: string) => squareText(squareIndex(square, variant), variant, settings.language.value);
  return (
    <>
      {attacked.map(({ royal, by }) => (
        <p key={royal} class="notice" role="status">
          {t("attacked", { royal: name(royal), by: by.map(name).join(t("and")) })}
        </p>
      ))}
    </>
  );
}

/** Impasse points, once a royal has gone where they matter. */
export function Points({ position, variant }: { position: PositionView; variant: Variant }) {
  const { points } = position;
  const hasRule = variant.options.some(({ name, current }) => name === "impasse" && current !== "none");
  if (!points || !hasRule || (!position.canDeclare && !hasEntered(position, variant))) return null;
  return <p class="points">{t("points", { sente: points.sente, gote: points.gote })}</p>;
}

/** Whether a royal stands in its promotion zone. */
export function hasEntered({ sfen }: PositionView, variant: Variant): boolean {
  const royals = new Set(variant.kinds.filter((kind) => kind.isRoyal).map((kind) => kind.code));
  return readSfen(sfen, variant).position.men.some(
    (man, index) => man && royals.has(man.code) && variant.zones[man.side].includes(squareName(index, variant)),
  );
}
