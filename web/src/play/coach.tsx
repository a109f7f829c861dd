// What the computer says at the table: that a move was bad and why, that it cannot be reached.
import { useState } from "preact/hooks";
import { notated, sentence } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import { Button } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import type { Arrow, Mark } from "../board/index.ts";
import { squareIndex } from "../board/squares.ts";
import { squareText } from "../board/words.ts";
import { t as e } from "../engine/messages.ts";
import { arrowOf, lineWords, percent, squareOf } from "../engine/words.ts";
import type { Computer } from "./computer.ts";
import { t } from "./messages.ts";

/** What is drawn on the board: a hint, or before a bad move what was played and what was better. */
export function drawn(computer: Computer | null, isWhy: boolean): { arrows: Arrow[]; marks: Mark[] } {
  const hint = computer?.hint.value;
  const bad = computer?.bad.value;
  if (hint && computer.game.atNewest.value) {
    const square = squareOf(hint.move.usi);
    if (hint.shows === "man") return { arrows: [], marks: square ? [{ square, colour: "green" }] : [] };
    const arrow = arrowOf(hint.move.usi, "green");
    return { arrows: arrow ? [arrow] : [], marks: [] };
  }
  if (bad && isWhy && computer.game.cursor.value === bad.ply) {
    const played = arrowOf(computer.game.moves.value[bad.ply] ?? "", "red");
    const better = arrowOf(bad.before.best[0]?.usi ?? "", "green");
    return { arrows: [better, played].flatMap((arrow) => arrow ?? []), marks: [] };
  }
  return NOTHING;
}
const NOTHING = { arrows: [], marks: [] };

/** A hint in words, for those who do not see the board, and where the man is in the hand. */
export function HintNotice({ computer, variant }: { computer: Computer; variant: Variant }) {
  const hint = computer.hint.value;
  if (!hint) return null;
  const square = squareOf(hint.move.usi);
  const place = square && squareText(squareIndex(square, variant), variant, settings.language.value);
  const man = place ? t("hintMan", { square: place }) : t("hintHand");
  return (
    <p class="notice hinted" role="status">
      {hint.shows === "man" ? man : t("hintMove", { move: notated(hint.move) })}
    </p>
  );
}

export function BadNotice({ computer, why, onWhy }: { computer: Computer; why: boolean; onWhy: () => void }) {
  const bad = computer.bad.value;
  if (!bad) return null;
  const { before, after } = bad;
  return (
    <section class="notice bad-move" aria-label={t("badMove")}>
      <p role="status">
        <strong>{before.missedMate ? e("missedMateIn", { n: before.missedMate }) : e(before.mark ?? "mistake")}</strong>{" "}
        <span class="muted">{e("chances", { before: percent(before.win), after: percent(1 - after.win) })}</span>
      </p>
      {why && before.why && <p role="status">{before.why}</p>}
      {why && (
        <dl class="why">
          {after.best.length > 0 && (
            <div>
              <dt class="answer">{t("badAnswer")}</dt>
              <dd>{lineWords(after.best.slice(0, 4))}</dd>
            </div>
          )}
          {before.best.length > 0 && (
            <div>
              <dt class="better">{t("badBetter")}</dt>
              <dd>{lineWords(before.best.slice(0, 4))}</dd>
            </div>
          )}
        </dl>
      )}
      <div class="row">
        {!why && <Button onClick={onWhy}>{t("badWhy")}</Button>}
        <Button onClick={() => void computer.takeBack()}>{t("takeback")}</Button>
        {!computer.game.atNewest.value && (
          <Button onClick={() => void computer.game.show(computer.game.moves.value.length)}>{t("toNow")}</Button>
        )}
      </div>
    </section>
  );
}

interface UnansweredProps {
  computer: Computer;
  retry: () => void;
  /** Has Koma sit down instead of an engine of one's own. */
  replace: () => void;
}

/** The computer did not answer, or cannot play this: what the server said, and what one can do. */
export function Unanswered({ computer, retry, replace }: UnansweredProps) {
  const error = computer.error.value;
  if (!error) return null;
  return (
    <div class="notice lost" role="alert">
      <p>{sentence(error.message)}</p>
      <div class="row">
        {computer.seat.engine && (
          <Button look="primary" onClick={replace}>
            {t("komaInstead")}
          </Button>
        )}
        <Button onClick={retry}>{t("askAgain")}</Button>
      </div>
    </div>
  );
}

/** Whether the reason of a bad move is shown; anew for each. */
export function useWhy(computer: Computer | null): [boolean, () => void] {
  const [shown, setShown] = useState<unknown>(null);
  const bad = computer?.bad.value ?? null;
  const show = () => {
    setShown(bad);
    // The choice that was there is seen best where it was.
    if (bad) void computer?.game.show(bad.ply);
  };
  return [bad !== null && shown === bad, show];
}
