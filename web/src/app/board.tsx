// `<shogi-board>` as a component: sets its properties, hears its events, and follows the settings.
import type { ComponentType } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import "../board/index.ts";
import type { Arrow, BoardVariant, Mark, ShogiBoard } from "../board/index.ts";
import type { Inspected } from "../board/inspect.ts";
import type { Reach, Side } from "../board/types.ts";
import { reachOf } from "../card/calls.ts";
import { named } from "./i18n.ts";
import { settings } from "./settings.ts";
import type { Variant } from "./wire.ts";

export type BoardElement = ShogiBoard;

/** The grid inside the element takes the focus. */
export function focusBoard(board: BoardElement | null): void {
  board?.shadowRoot?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
}

export interface BoardProps {
  variant: BoardVariant;
  sfen: string;
  moves?: string[] | null;
  captures?: Record<string, string[]>;
  lastMove?: string | null;
  checked?: string[];
  side?: "sente" | "gote" | "both" | null;
  flipped?: boolean;
  editable?: boolean;
  arrows?: Arrow[];
  marks?: Mark[];
  /** The colour in which a finger or the left button draws; null where they move pieces. */
  pen?: string | null;
  /** The squares each side attacks, to be marked. */
  attacks?: Record<Side, string[]> | null;
  /** Whose pieces can be asked about: the variant as the server tells it, under its address. */
  about?: { variant: Variant; slug: string; options?: Record<string, string> } | null;
  onMove?: (usi: string) => void;
  onRefused?: (refused: { usi: string; from: string; to: string }, board: BoardElement) => void;
  onSelect?: (detail: unknown) => void;
  onEdit?: (detail: { sfen: string }) => void;
  onArrows?: (detail: unknown) => void;
  /** Gets the element, for `refuse`, `typed` and focus. */
  element?: (board: BoardElement | null) => void;
  label?: string;
  class?: string;
}

const usual = {
  moves: null,
  captures: {},
  lastMove: null,
  checked: [],
  side: null,
  flipped: false,
  editable: false,
  arrows: [],
  marks: [],
  pen: null,
  attacks: null,
};

export function Board(props: BoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const board = useRef<BoardElement | null>(null);
  const current = useRef(props);
  current.current = props;
  const [inspected, setInspected] = useState<Inspected | null>(null);

  useEffect(() => {
    const element = document.createElement("shogi-board");
    const detail = (event: Event) => (event as CustomEvent).detail;
    element.addEventListener("move", (event) => current.current.onMove?.(detail(event).usi));
    element.addEventListener("refused", (event) => current.current.onRefused?.(detail(event), element));
    element.addEventListener("select", (event) => current.current.onSelect?.(detail(event)));
    element.addEventListener("edit", (event) => current.current.onEdit?.(detail(event)));
    element.addEventListener("arrows", (event) => current.current.onArrows?.(detail(event)));
    element.addEventListener("inspect", (event) => setInspected(detail(event)));
    set(element, current.current, null);
    board.current = element;
    box.current?.append(element);
    current.current.element?.(element);
    return () => {
      element.remove();
      current.current.element?.(null);
    };
  }, []);

  const last = useRef<Values | null>(null);
  const values = valuesOf(props);
  useEffect(() => {
    if (board.current) set(board.current, props, last.current);
    last.current = values;
  });
  const close = useCallback(() => board.current?.inspectEnd(), []);
  return (
    <>
      <div class={`board ${props.class ?? ""}`} ref={box} />
      {inspected && props.about && (
        <Card inspected={inspected} about={props.about} sfen={props.sfen} board={board} onClose={close} />
      )}
    </>
  );
}

type CardProps = {
  inspected: Inspected;
  about: NonNullable<BoardProps["about"]>;
  sfen: string;
  board: { current: BoardElement | null };
  onClose: () => void;
};

type PieceCard = ComponentType<{
  variant: Variant;
  slug: string;
  inspected: Inspected;
  reach: Reach | null;
  pointOf: (square: string) => { x: number; y: number } | null | undefined;
  onClose: () => void;
}>;
let piece: PieceCard | null = null;

/** The card of a piece, fetched with the first one that is asked for; and what the piece reaches, drawn on the board. */
function Card({ inspected, about, sfen, board, onClose }: CardProps) {
  const [reach, setReach] = useState<Reach | null>(null);
  const [, arrived] = useState(0);
  useEffect(() => {
    if (!piece) {
      void import("../card/piece-card.tsx").then((module) => {
        piece = module.default;
        arrived((n) => n + 1);
      });
    }
  }, []);
  const { slug, options } = about;
  // Who asks by key may not see the card.
  useEffect(() => {
    const kind = about.variant.kinds.find(({ code }) => code === inspected.code);
    if (!kind || inspected.by !== "key") return;
    board.current?.say([named(kind), kind.words, ...(kind.notes ?? [])].join(" "));
  }, [inspected]);
  useEffect(() => {
    setReach(null);
    if (!inspected.square) return;
    const stop = new AbortController();
    reachOf({ variant: slug, options }, sfen, inspected.square, stop.signal).then(
      (found) => {
        setReach(found);
        if (board.current) board.current.reach = found;
      },
      () => {
        // Without the server the card still says how the piece moves.
      },
    );
    return () => {
      stop.abort();
      if (board.current) board.current.reach = null;
    };
  }, [inspected, sfen, slug]);
  const Shown = piece;
  if (!Shown) return null;
  const pointOf = (square: string) => board.current?.geometry().square(square);
  const { variant } = about;
  return <Shown {...{ variant, slug, inspected, reach, pointOf, onClose }} />;
}

type Values = Record<string, unknown>;

function valuesOf(props: BoardProps): Values {
  const { language, pieces, dots, coordinates, targets, animation, cards, premove } = settings;
  return {
    variant: props.variant,
    language: language.value,
    pieces: pieces.value,
    dots: dots.value,
    coordinates: coordinates.value,
    targets: targets.value,
    animation: animation.value,
    inspectable: Boolean(props.about),
    cards: cards.value,
    premoves: premove.value,
    attacks: props.attacks ?? usual.attacks,
    sfen: props.sfen,
    moves: props.moves ?? usual.moves,
    captures: props.captures ?? usual.captures,
    lastMove: props.lastMove ?? usual.lastMove,
    checked: props.checked ?? usual.checked,
    side: props.side ?? usual.side,
    flipped: props.flipped ?? usual.flipped,
    editable: props.editable ?? usual.editable,
    arrows: props.arrows ?? usual.arrows,
    marks: props.marks ?? usual.marks,
    pen: props.pen ?? usual.pen,
    ariaLabel: props.label ?? null,
  };
}

/** Sets what differs from what was set last. */
function set(element: BoardElement, props: BoardProps, last: Values | null): void {
  const values = valuesOf(props);
  for (const [name, value] of Object.entries(values)) {
    if (!last || last[name] !== value) (element as unknown as Values)[name] = value;
  }
}
