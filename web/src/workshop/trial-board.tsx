// The board on which a piece is tried: its moves are marked, a click puts a man in its way.
import type { TargetedKeyboardEvent } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { ManPicture } from "./man.tsx";
import { t } from "./messages.ts";
import { play, type ReachMove, squareAt, type Target, type Trial, targets, toggle } from "./trial.ts";

interface Props {
  trial: Trial;
  moves: readonly ReachMove[];
  kanji: string;
  onChange: (trial: Trial) => void;
}

export function TrialBoard({ trial, moves, kanji, onChange }: Props) {
  const board = useRef<HTMLElement>(null);
  const [lifted, setLifted] = useState(false);
  const [focus, setFocus] = useState<string | null>(null);
  const goals = useMemo(() => targets(moves, trial.at), [moves, trial.at]);
  const squares = Array.from({ length: trial.size }, (_, row) =>
    Array.from({ length: trial.size }, (_, column) => squareAt(trial.size, column, row)),
  );
  const step = (square: string) => {
    const move = goals.get(square)?.moves[0];
    setLifted(false);
    if (move) onChange(play(trial, move));
  };
  const click = (square: string) => {
    if (lifted && goals.has(square)) step(square);
    else if (square === trial.at) setLifted(!lifted);
    else if (lifted) setLifted(false);
    else onChange(toggle(trial, square));
  };
  const walk = (event: TargetedKeyboardEvent<HTMLButtonElement>, column: number, row: number) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (event.key === "Escape") setLifted(false);
    const next = squares[row + (y ?? 0)]?.[column + (x ?? 0)];
    if ((!x && !y) || !next) return;
    event.preventDefault();
    setFocus(next);
    board.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
  };
  const cell = (square: string, column: number, row: number) => {
    const man = trial.men.find((one) => one.square === square);
    const goal = goals.get(square);
    const isPiece = square === trial.at;
    return (
      <button
        type="button"
        key={square}
        data-square={square}
        class={goal ? `goal ${goal.kind}` : undefined}
        tabIndex={square === (focus ?? trial.at) ? 0 : -1}
        aria-label={label(square, trial, man?.side, goal)}
        aria-pressed={isPiece ? lifted : undefined}
        onFocus={() => setFocus(square)}
        onClick={() => click(square)}
        onKeyDown={(event) => walk(event, column, row)}
        draggable={isPiece}
        onDragStart={() => setLifted(true)}
        onDragOver={(event) => lifted && goal && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          step(square);
        }}
        onDragEnd={() => setLifted(false)}
      >
        {isPiece && <ManPicture kanji={kanji} />}
        {man && <span class={`blocker ${man.side}`} />}
      </button>
    );
  };
  return (
    <section
      class={lifted ? "trial lifted" : "trial"}
      ref={board}
      aria-label={t("trialBoard")}
      style={{ "--size": String(trial.size) }}
    >
      {squares.map((line, row) => line.map((square, column) => cell(square, column, row)))}
    </section>
  );
}

function label(square: string, trial: Trial, side: "sente" | "gote" | undefined, goal: Target | undefined): string {
  const stands = square === trial.at ? t("thePiece") : side ? t(side === "gote" ? "enemyMan" : "ownMan") : t("empty");
  const goes = goal ? t(goal.kind === "move" ? "canGo" : goal.kind === "capture" ? "canTake" : "canChain") : "";
  return [square, stands, goes].filter(Boolean).join(", ");
}
