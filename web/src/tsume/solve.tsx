// One problem: the board, what there is to say, hints and the solution.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { Board, type BoardElement, focusBoard } from "../app/board.tsx";
import { named, notated, sentence } from "../app/i18n.ts";
import { useKeys } from "../app/keys.ts";
import { useVariant } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { Button, Loading, Refused, toast } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import type { Arrow, Mark } from "../board/index.ts";
import { squareIndex } from "../board/squares.ts";
import { squareText } from "../board/words.ts";
import type { Problem } from "../engine/calls.ts";
import { arrowOf, squareOf } from "../engine/words.ts";
import { explain } from "../play/positions.ts";
import { openRecord } from "../play/to-record.ts";
import { t } from "./messages.ts";
import { Practice } from "./practice.ts";

interface Props {
  problem: Problem;
  /** The addresses of the next problem and of the list. */
  next: string | null;
  list: string;
}

export function Solve({ problem, next, list }: Props) {
  const variant = useVariant(problem.variant);
  const practice = useMemo(() => new Practice(problem), [problem]);
  const board = useRef<BoardElement | null>(null);
  const language = settings.language.value;
  useEffect(() => void practice.load(), [practice, language]);
  useEffect(() => () => practice.halt(), [practice]);
  const step = (by: number) => void practice.stepTo((practice.shown.peek()?.at ?? 0) + by);
  useKeys({
    Space: () => focusBoard(board.current),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  });
  const { arrows, marks } = useDrawn(practice);
  const view = practice.view.value;
  if (variant.error) return <Refused error={variant.error} retry={variant.retry} />;
  if (practice.error.value && !view) return <Refused error={practice.error.value} retry={() => practice.load()} />;
  if (!variant.value || !view) return <Loading />;
  const isYours = practice.state.value === "yours";
  const side = problem.sfen.split(" ")[1] === "w" ? "gote" : "sente";
  const refuse = async (usi: string) => {
    const why = await explain(practice.reference(), usi).catch(() => null);
    if (why && !why.legal) board.current?.refuse(sentence(why.message ?? ""), why.squares);
  };
  return (
    <div class="solve">
      <div class="solve-board">
        <Board
          variant={variant.value}
          sfen={view.sfen}
          moves={isYours ? view.moves : null}
          captures={view.captures}
          lastMove={view.lastMove?.usi ?? null}
          checked={view.checked}
          side={isYours ? side : null}
          flipped={side === "gote"}
          arrows={arrows}
          marks={marks}
          label={t("board")}
          onMove={(usi) => void practice.play(usi)}
          onRefused={({ usi }) => void refuse(usi)}
          element={(element) => {
            board.current = element;
          }}
        />
      </div>
      <div class="solve-side stack">
        <header>
          <h1>{problem.title || t("title")}</h1>
          <p class="muted">
            {[named(variant.value), problem.plies ? t("plies", { n: problem.plies }) : t("anyPlies")].join(" · ")}
          </p>
        </header>
        <Said practice={practice} variant={variant.value} />
        <Buttons practice={practice} next={next} />
        <a href={list}>{t("list")}</a>
      </div>
    </div>
  );
}

/** What is drawn over the board: a hint, or how the king gets away. */
function useDrawn(practice: Practice): { arrows: Arrow[]; marks: Mark[] } {
  const hint = practice.hint.value;
  const away = practice.escape.value;
  const view = practice.view.value;
  const square = hint?.shows === "man" ? squareOf(hint.move.usi) : null;
  const arrow = hint?.shows === "move" ? arrowOf(hint.move.usi, "green") : away && arrowOf(away.usi, "red");
  return {
    arrows: useMemo(() => (arrow ? [arrow] : []), [arrow?.from, arrow?.to, view]),
    marks: useMemo(() => (square ? [{ square, colour: "green" }] : []), [square, view]),
  };
}

/** Whose turn it is, why a move failed, that it is solved. */
function Said({ practice, variant }: { practice: Practice; variant: Variant }) {
  const state = practice.state.value;
  const hint = practice.hint.value;
  const left = practice.left.value;
  const why = practice.why.value;
  const error = practice.error.value;
  return (
    <div class={`said-here ${state}`} role="status">
      <p>
        <strong>{state === "loading" ? "" : state === "shown" ? t("solutionOf") : t(state)}</strong>
        {state === "yours" && left !== null && practice.moves.value.length > 0 && (
          <span class="muted"> {t("leftN", { n: left })}</span>
        )}
      </p>
      {state === "shown" && <Line practice={practice} />}
      {why && <p>{sentence(why)}</p>}
      {hint && <p>{hintWords(hint, variant)}</p>}
      {error && <p class="wrong">{sentence(error.message)}</p>}
    </div>
  );
}

/** The moves of the solution; each can be gone to. */
function Line({ practice }: { practice: Practice }) {
  const { line, at } = practice.shown.value ?? { line: [], at: 0 };
  return (
    <>
      {at === 0 && <p class="muted">{t("solutionStart")}</p>}
      <ol class="solution-line">
        {line.map((move, index) => (
          <li key={move.usi + index}>
            <button
              type="button"
              aria-current={index + 1 === at ? "step" : undefined}
              onClick={() => void practice.stepTo(index + 1)}
            >
              {notated(move)}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function hintWords(hint: NonNullable<Practice["hint"]["value"]>, variant: Variant): string {
  if (hint.shows === "move") return t("hintMove", { move: notated(hint.move) });
  const square = squareOf(hint.move.usi);
  if (!square) return t("hintHand");
  return t("hintMan", { square: squareText(squareIndex(square, variant), variant, settings.language.value) });
}

function Buttons({ practice, next }: { practice: Practice; next: string | null }) {
  const state = practice.state.value;
  const [busy, setBusy] = useState(false);
  const asked = async (ask: () => Promise<void>) => {
    setBusy(true);
    await ask();
    setBusy(false);
  };
  /** The whole solution as a record, from what was played so far. */
  const open = async () => {
    const { variant, sfen } = practice.problem;
    try {
      await openRecord({ variant, sfen, moves: practice.solutionMoves() });
    } catch (cause) {
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
    }
  };
  if (state === "solved") {
    return (
      <div class="row">
        {next && (
          <Button look="primary" href={next}>
            {t("next")}
          </Button>
        )}
        <Button onClick={() => practice.restart()}>{t("restart")}</Button>
      </div>
    );
  }
  const shown = practice.shown.value;
  if (shown) {
    const { at, line } = shown;
    return (
      <>
        <div class="row">
          <Button disabled={at === 0} onClick={() => void practice.stepTo(at - 1)}>
            {t("stepBack")}
          </Button>
          <Button look="primary" disabled={at === line.length} onClick={() => void practice.stepTo(at + 1)}>
            {t("stepOn")}
          </Button>
        </div>
        <div class="row">
          <Button onClick={() => void practice.resume()}>{t("solve")}</Button>
          {next && <Button href={next}>{t("next")}</Button>}
          <Button look="quiet" busy={busy} onClick={() => void asked(open)}>
            {t("asRecord")}
          </Button>
        </div>
      </>
    );
  }
  return (
    <div class="row">
      {state === "wrong" ? (
        <Button look="primary" onClick={() => practice.back()}>
          {t("back")}
        </Button>
      ) : (
        <>
          <Button busy={busy} disabled={state !== "yours"} onClick={() => void asked(() => practice.help())}>
            {practice.hint.value?.shows === "man" ? t("hintMore") : t("hint")}
          </Button>
          <Button busy={busy} disabled={state !== "yours"} onClick={() => void asked(() => practice.show())}>
            {t("solution")}
          </Button>
        </>
      )}
      <Button disabled={practice.moves.value.length === 0} onClick={() => practice.restart()}>
        {t("restart")}
      </Button>
      {next && (
        <Button look="quiet" href={next}>
          {t("next")}
        </Button>
      )}
    </div>
  );
}
