/** The board of the player, with the players' names and clocks above and below it. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError } from "../../app/api.ts";
import { Board, type BoardElement } from "../../app/board.tsx";
import { sentence } from "../../app/i18n.ts";
import { useVariant } from "../../app/resource.ts";
import { Loading, Refused, SideMark, toast } from "../../app/widgets.tsx";
import type { PositionView } from "../../app/wire.ts";
import type { Arrow } from "../../board/index.ts";
import { explainMove, positionView, referenceTo } from "../calls.ts";
import { t } from "../messages.ts";
import { clock, times } from "../model/charts.ts";
import { step } from "../model/cursor.ts";
import { addMove, setComment } from "../model/edit.ts";
import { type GameRecord, lastPosition, type Side, sideToMove } from "../model/record.ts";
import { type Shapes, shapesOf, withShapes } from "../model/shapes.ts";
import type { Session } from "../session.ts";
import { hasHandicapNames, players } from "./words.ts";

/** How long a reader must rest on a position before its legal moves are asked for. */
const REST = 150;

interface Props {
  session: Session;
  arrows: Arrow[];
  /** The hands stand beside the board, however narrow it is: in a low frame there is no room above and below. */
  hasHandsBeside?: boolean;
}

export function BoardPane({ session, arrows, hasHandsBeside = false }: Props) {
  const record = session.record.value;
  const variant = useVariant(record.variant);
  const legal = useLegalMoves(session);
  const box = useRef<HTMLDivElement>(null);
  useWheel(box, session);
  const node = session.node.value;
  const shown = lastPosition(record, node.id);
  // Enormous records come without positions; then the server is asked for the one the reader rests on.
  const isHere = shown === node || node.end !== null || !node.usi;
  const flipped = session.flipped.value;
  const drawn = useMemo(() => shapesOf(node.comment), [node.id, node.comment]);
  const shownArrows = useMemo(() => [...arrows, ...drawn.arrows], [arrows, drawn]);
  /** What a reader draws stays with the move; the engine's arrows do not. */
  const draw = (now: Shapes) => {
    const isEngines = (arrow: Arrow) => arrows.some((one) => JSON.stringify(one) === JSON.stringify(arrow));
    const own = { arrows: now.arrows.filter((arrow) => !isEngines(arrow)), marks: now.marks };
    session.edit((before) => setComment(before, node.id, withShapes(node.comment, own)));
  };
  const refused = async (move: { usi: string; from: string; to: string }, board: BoardElement) => {
    const reference = referenceTo(record, session.node.peek().id);
    if (!reference || !move.usi) return;
    const why = await explainMove(reference, move.usi).catch(() => null);
    if (why) board.refuse(sentence(why.message), why.squares);
  };
  if (!shown.sfen) return <p class="nothing-shown">{t("noBoard")}</p>;
  if (variant.error) return <Refused error={variant.error} retry={variant.retry} />;
  if (!variant.value) return <Loading />;
  const isSmall = variant.value.files <= 13;
  return (
    <div class={`board-pane ${isSmall ? "" : "large"}`} ref={box}>
      <Seat session={session} record={record} side={flipped ? "sente" : "gote"} />
      <Board
        variant={variant.value}
        sfen={isHere ? shown.sfen : (legal?.sfen ?? shown.sfen)}
        lastMove={isHere ? shown.usi : (legal?.lastMove?.usi ?? shown.usi)}
        checked={isHere ? (shown.checked as string[]) : (legal?.checked ?? [])}
        moves={legal?.moves ?? null}
        captures={legal?.captures}
        side="both"
        flipped={flipped}
        arrows={shownArrows}
        marks={drawn.marks}
        pen={session.pen.value}
        onArrows={(detail) => draw(detail as Shapes)}
        onMove={(usi) => void playHere(session, usi)}
        onRefused={refused}
        about={{ variant: variant.value, slug: record.variant }}
        label={t("position")}
        element={(element) => hasHandsBeside && element?.setAttribute("hands", "sides")}
      />
      <Seat session={session} record={record} side={flipped ? "gote" : "sente"} />
    </div>
  );
}

/** Plays a move where the reader is: goes to it if it is there, else adds a variation. */
export async function playHere(session: Session, usi: string): Promise<void> {
  const at = session.node.peek();
  const reference = referenceTo(session.record.peek(), at.id);
  if (!reference) return;
  try {
    const view = await positionView({ ...reference, moves: [...reference.moves, usi] });
    const { japanese = null, english = null } = view.lastMove ?? {};
    const move = { usi, japanese, english, sfen: view.sfen, checked: view.checked };
    session.edit((now) => addMove(now, at.end ? at.parent : at.id, move));
  } catch (error) {
    toast(error instanceof ApiError ? error.message : t("illegalHere"), "warning");
  }
}

/** A player: mark, name, and the time used so far. */
function Seat({ session, record, side }: { session: Session; record: GameRecord; side: Side }) {
  const name = players(record)[side];
  const { at } = session.cursor.value;
  const line = session.line.value;
  const all = useMemo(() => times({ record, line }), [record, line]);
  const spent = all.findLast((one) => one.side === side && one.at <= at);
  const isNext = sideToMove(lastPosition(record, session.node.value.id).sfen) === side;
  const isHandicap = hasHandicapNames(record);
  const role = isHandicap ? t(side === "sente" ? "shitate" : "uwate") : t(side);
  return (
    <p class={`seat ${isNext ? "next" : ""}`}>
      <SideMark side={side} />
      <span class="name">{name || role}</span>
      {name && <span class="muted role">{role}</span>}
      {spent && <span class="time">{clock(spent.total)}</span>}
    </p>
  );
}

/** The legal moves of the position the reader rests on; none while stepping. */
function useLegalMoves(session: Session): PositionView | null {
  const [legal, setLegal] = useState<{ of: number; view: PositionView } | null>(null);
  const known = useRef(new Map<number, PositionView>());
  useEffect(() => known.current.clear(), [session]);
  useSignalEffect(() => {
    const node = session.node.value;
    if (session.playing.value) return;
    const ready = known.current.get(node.id);
    if (ready) {
      setLegal({ of: node.id, view: ready });
      return;
    }
    const reference = referenceTo(session.record.peek(), node.id);
    if (!reference) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const view = await positionView(reference, stop.signal);
        known.current.set(node.id, view);
        setLegal({ of: node.id, view });
      } catch {
        // Without legal moves the board can be looked at, and that is what it is for.
      }
    }, REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
  return legal && legal.of === session.node.value.id ? legal.view : null;
}

/** The wheel steps through the game; with Ctrl it zooms as everywhere. */
function useWheel(box: { current: HTMLElement | null }, session: Session): void {
  useEffect(() => {
    let sum = 0;
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.defaultPrevented || !(event.target as Element).closest?.("shogi-board")) return;
      event.preventDefault();
      sum += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
      if (Math.abs(sum) < 40) return;
      const by = sum > 0 ? 1 : -1;
      sum = 0;
      session.go((cursor) => step(cursor, by));
    };
    const listen = (event: Event) => wheel(event as WheelEvent);
    const element = box.current?.closest(".player-board") ?? null;
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  });
}
