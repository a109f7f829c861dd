/** Slider, first, back, play, forward, last, speed, flip. */
import { Button } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { goTo, last, step } from "../model/cursor.ts";
import { setComment } from "../model/edit.ts";
import { COLOURS, shapesOf, withShapes } from "../model/shapes.ts";
import { type Session, SPEEDS } from "../session.ts";
import { Icon } from "./icon.tsx";
import { moveWords } from "./words.ts";
import "../tools.css";

export function Controls({ session, onHelp }: { session: Session; onHelp?: () => void }) {
  const { at, line } = session.cursor.value;
  const isPlaying = session.playing.value;
  const words = moveWords(session.node.value);
  const go = (place: number) => session.go((cursor) => goTo(cursor, place));
  return (
    <div class="controls">
      <div class="slide">
        <input
          type="range"
          aria-label={t("position")}
          aria-valuetext={`${at}: ${words}`}
          min={0}
          max={line.length - 1}
          value={at}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <output class="ply">
          {at}/{line.length - 1}
        </output>
      </div>
      <div class="buttons">
        <Step name="first" label={t("first")} disabled={at === 0} onClick={() => go(0)} />
        <Step
          name="back"
          label={t("back")}
          disabled={at === 0}
          onClick={() => session.go((cursor) => step(cursor, -1))}
        />
        <Button
          look="primary"
          class="icon play"
          aria-label={isPlaying ? t("pause") : t("play")}
          title={isPlaying ? t("pause") : t("play")}
          onClick={() => session.toggle()}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </Button>
        <Step
          name="forward"
          label={t("forward")}
          disabled={at === line.length - 1}
          onClick={() => session.go((cursor) => step(cursor, 1))}
        />
        <Step name="last" label={t("last")} disabled={at === line.length - 1} onClick={() => session.go(last)} />
      </div>
      <div class="extras">
        <select
          aria-label={t("speed")}
          title={t("speed")}
          value={session.speed.value}
          onChange={(event) => {
            session.speed.value = Number(event.currentTarget.value);
          }}
        >
          {SPEEDS.map((ms) => (
            <option key={ms} value={ms}>
              {t("seconds", { n: ms / 1000 })}
            </option>
          ))}
        </select>
        <Step
          name="flip"
          label={t("flip")}
          onClick={() => {
            session.flipped.value = !session.flipped.value;
          }}
        />
        {onHelp && (
          <Button
            look="quiet"
            class="icon pen"
            aria-label={t("pen")}
            title={t("penHint")}
            aria-pressed={session.pen.value !== null}
            onClick={() => {
              session.pen.value = session.pen.peek() === null ? "green" : null;
            }}
          >
            <Icon name="pen" />
          </Button>
        )}
        {onHelp && (
          <Button look="quiet" class="icon keys" aria-label={t("keys")} title={t("keys")} onClick={onHelp}>
            ?
          </Button>
        )}
      </div>
      {session.pen.value !== null && <Pens session={session} />}
      <p class="hidden-text" aria-live="polite">
        {isPlaying ? "" : `${at}: ${words}`}
      </p>
    </div>
  );
}

function Step({
  name,
  label,
  disabled,
  onClick,
}: {
  name: Parameters<typeof Icon>[0]["name"];
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Button look="quiet" class="icon" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={name} />
    </Button>
  );
}

/** What is drawn with, and how it goes again. */
function Pens({ session }: { session: Session }) {
  const node = session.node.value;
  const { arrows, marks } = shapesOf(node.comment);
  return (
    <fieldset class="pens" aria-label={t("pen")}>
      {COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          class={`pen-colour ${colour}`}
          aria-label={t(colour)}
          title={t(colour)}
          aria-pressed={session.pen.value === colour}
          onClick={() => {
            session.pen.value = colour;
          }}
        />
      ))}
      <Button
        look="quiet"
        disabled={arrows.length + marks.length === 0}
        onClick={() =>
          session.edit((now) => setComment(now, node.id, withShapes(node.comment, { arrows: [], marks: [] })))
        }
      >
        {t("penClear")}
      </Button>
      <span class="muted">{t("penHow")}</span>
    </fieldset>
  );
}
