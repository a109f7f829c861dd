// The table: board, players with their clocks, moves, buttons. One-screen games and games by link share it.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardElement, focusBoard } from "../app/board.tsx";
import { BoardLook, TableWays } from "../app/board-settings.tsx";
import { notated, sentence } from "../app/i18n.ts";
import { useKeys } from "../app/keys.ts";
import { Button, Dialog, toast } from "../app/widgets.tsx";
import type { GameReference, MoveText, PositionView, Side, Variant } from "../app/wire.ts";
import type { Arrow, Mark } from "../board/index.ts";
import { useAttacks } from "../card/attacks.ts";
import { Listed } from "../card/listed.tsx";
import { t as c } from "../card/messages.ts";
import { Captured, startOf, takenOf } from "./captured.tsx";
import { asksFirst, Confirm, plainly } from "./confirm.tsx";
import { t } from "./messages.ts";
import { explain } from "./positions.ts";
import { play } from "./sounds.ts";
import { sideName } from "./strip.tsx";
import "./table.css";

interface Props {
  variant: Variant;
  /** The position shown, and how to ask about it. */
  shown: PositionView;
  reference: GameReference;
  /** Whose men may be moved; null to look only. */
  side: Side | "both" | null;
  /** Whether it is the turn of `side`: out of turn its men are only spoken for. */
  isMyTurn?: boolean;
  /** What is drawn over the board. */
  arrows?: Arrow[];
  marks?: Mark[];
  flipped: boolean;
  onFlip: () => void;
  onMove: (usi: string) => void;
  /** All moves in words, and how many are shown. */
  played: MoveText[];
  cursor: number;
  onCursor: (plies: number) => void;
  /** What stands beside each side's clock. */
  players: Record<Side, ComponentChildren>;
  notices?: ComponentChildren;
  /** Nothing is played yet: what the notices say comes before the board. */
  isWaiting?: boolean;
  controls?: ComponentChildren;
  extra?: ComponentChildren;
  /** What the players say to each other. */
  chat?: ComponentChildren;
}

export function Table(props: Props) {
  const { variant, shown, side, isMyTurn = true, flipped, played, cursor } = props;
  const board = useRef<BoardElement | null>(null);
  const typed = useRef<HTMLInputElement>(null);
  const [helping, setHelping] = useState(false);
  const [choosing, setChoosing] = useState(false);
  // The move that was made on the board and is asked about.
  const [asked, setAsked] = useState<string | null>(null);
  const [watching, setWatching] = useState(false);
  const { variant: slug, options } = props.reference;
  const attacks = useAttacks(watching, { variant: slug, options }, shown.sfen);
  const go = (plies: number) => props.onCursor(Math.max(0, Math.min(played.length, plies)));
  useKeys({
    ArrowLeft: () => go(cursor - 1),
    ArrowRight: () => go(cursor + 1),
    Home: () => go(0),
    End: () => go(played.length),
    Space: () => focusBoard(board.current),
    f: props.onFlip,
    m: () => typed.current?.focus(),
    a: () => setWatching(!watching),
    "?": () => setHelping(true),
  });
  // Another position has come, or none may be played on: the question is gone.
  useEffect(() => setAsked(null), [shown.sfen, side, isMyTurn]);
  const onMove = (usi: string) => (asksFirst(variant) ? setAsked(usi) : props.onMove(usi));
  const answer = (plays: boolean) => {
    if (asked && plays) props.onMove(asked);
    else board.current?.putBack();
    setAsked(null);
  };
  const start = startOf(props.reference, variant);
  const taken = useMemo(
    () => (variant.hasHands ? null : takenOf(start, shown.sfen, variant)),
    [variant, start, shown.sfen],
  );
  const player = (of: Side) => (
    <>
      {props.players[of]}
      {taken && (
        <Listed variant={variant} slug={slug}>
          <Captured side={of} name={sideName(of, Boolean(props.reference.handicap))} all={taken} />
        </Listed>
      )}
    </>
  );
  const refuse = async (usi: string) => {
    try {
      const why = await explain(props.reference, usi);
      if (!why.legal) board.current?.refuse(sentence(why.message ?? ""), why.squares);
    } catch {
      // Without the server there is no reason to give; the banner says that it is away.
    }
  };
  const [far, near]: Side[] = flipped ? ["sente", "gote"] : ["gote", "sente"];
  const large = variant.files > 16 || variant.ranks > 16;
  return (
    <div class={["table", large ? "large" : "", props.isWaiting ? "waiting" : ""].join(" ").trim()}>
      <div class="table-far">{player(far!)}</div>
      <div class="table-board">
        <Board
          variant={variant}
          sfen={shown.sfen}
          moves={side && isMyTurn ? shown.moves : null}
          captures={shown.captures}
          lastMove={shown.lastMove?.usi ?? null}
          checked={shown.checked}
          side={side}
          flipped={flipped}
          arrows={props.arrows}
          marks={props.marks}
          attacks={attacks}
          about={{ variant, slug, options }}
          onMove={onMove}
          onRefused={({ usi }) => refuse(usi)}
          element={(element) => {
            board.current = element;
          }}
        />
      </div>
      <div class="table-near">{player(near!)}</div>
      <div class="table-notices">{props.notices}</div>
      <div class="table-moves">
        <MoveList played={played} cursor={cursor} onCursor={go} />
        {props.chat}
      </div>
      <Steps
        cursor={cursor}
        length={played.length}
        go={go}
        onFlip={props.onFlip}
        attacks={watching}
        onAttacks={() => setWatching(!watching)}
        onSettings={() => setChoosing(true)}
        onHelp={() => setHelping(true)}
      />
      <div class="table-controls">{props.controls}</div>
      <div class="table-extra">
        {side && <Typed input={typed} play={(text) => board.current?.typed(text) ?? false} />}
        {props.extra}
      </div>
      {asked && (
        <Confirm words={plainly(asked, shown, variant)} onPlay={() => answer(true)} onCancel={() => answer(false)} />
      )}
      <Help open={helping} onClose={() => setHelping(false)} />
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={t("gear")}>
        <div class="stack">
          <BoardLook />
          <TableWays onVolume={() => play("move")} />
        </div>
      </Dialog>
    </div>
  );
}

function MoveList({ played, cursor, onCursor }: { played: MoveText[]; cursor: number; onCursor: (n: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    // Scrolls the list alone, never the page.
    box.scrollTop = current.offsetTop - box.clientHeight / 2;
    box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
  }, [cursor, played.length]);
  return (
    <ol class="moves" ref={list} aria-label={t("moves")}>
      <li>
        <button type="button" aria-current={cursor === 0 ? "step" : undefined} onClick={() => onCursor(0)}>
          <span class="number">0</span> {t("startRow")}
        </button>
      </li>
      {played.map((move, index) => (
        <li key={`${index} ${move.usi}`}>
          <button
            type="button"
            aria-current={cursor === index + 1 ? "step" : undefined}
            onClick={() => onCursor(index + 1)}
          >
            <span class="number">{index + 1}</span> {notated(move)}
          </button>
        </li>
      ))}
    </ol>
  );
}

interface StepsProps {
  cursor: number;
  length: number;
  go: (plies: number) => void;
  onFlip: () => void;
  attacks: boolean;
  onAttacks: () => void;
  onSettings: () => void;
  onHelp: () => void;
}

function Steps({ cursor, length, go, onFlip, attacks, onAttacks, onSettings, onHelp }: StepsProps) {
  return (
    <div class="table-steps">
      <Icon label={t("first")} path="M6 5v14M19 5 9 12l10 7Z" disabled={cursor === 0} onClick={() => go(0)} />
      <Icon label={t("back")} path="M16 5 6 12l10 7Z" disabled={cursor === 0} onClick={() => go(cursor - 1)} />
      <Icon label={t("forward")} path="M8 5l10 7-10 7Z" disabled={cursor === length} onClick={() => go(cursor + 1)} />
      <Icon label={t("last")} path="M18 5v14M5 5l10 7-10 7Z" disabled={cursor === length} onClick={() => go(length)} />
      <Icon label={t("flip")} path="M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4" onClick={onFlip} />
      <Icon
        label={c("attacks")}
        pressed={attacks}
        path="M12 2v5M12 17v5M2 12h5M17 12h5M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0"
        onClick={onAttacks}
      />
      <Icon
        label={t("gear")}
        path="M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2M6 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0"
        onClick={onSettings}
      />
      <Icon label={t("help")} path="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1" onClick={onHelp} />
    </div>
  );
}

interface IconProps {
  label: string;
  path: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}

function Icon({ label, path, disabled, pressed, onClick }: IconProps) {
  return (
    <Button
      look="quiet"
      class="icon"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </Button>
  );
}

function Typed({ input, play }: { input: { current: HTMLInputElement | null }; play: (text: string) => boolean }) {
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (!text) return;
    if (play(text)) {
      if (input.current) input.current.value = "";
    } else toast(t("typedBad", { text }), "warning");
  };
  return (
    <form class="typed" onSubmit={submit}>
      <input
        ref={input}
        aria-label={t("typedMove")}
        placeholder={t("typedMove")}
        title={t("typedHint")}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
    </form>
  );
}

function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  const keys = [
    ["← →", "keyBack"],
    ["Home End", "keyEnds"],
    ["Space", "keySpace"],
    ["m", "keyType"],
    ["f", "keyFlip"],
    ["↑ ↓ ← →", "keyBoard"],
    ["Enter", "keyEnter"],
    ["h", "keyHand"],
    ["Enter n", "keyPromote"],
    ["i", "keyCard"],
    ["a", "keyAttacks"],
    ["Esc", "keyEscape"],
    ["?", "keyHelp"],
  ] as const;
  return (
    <Dialog open={open} onClose={onClose} title={t("help")}>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={what}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
