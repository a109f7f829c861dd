// `<shogi-board>` as a component: sets its properties, hears its events, and follows the settings.
import { useEffect, useRef } from "preact/hooks";
import "../board/index.ts";
import type { Arrow, BoardVariant, Mark, ShogiBoard } from "../board/index.ts";
import { settings } from "./settings.ts";

export type BoardElement = ShogiBoard;

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
};

export function Board(props: BoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const board = useRef<BoardElement | null>(null);
  const current = useRef(props);
  current.current = props;

  useEffect(() => {
    const element = document.createElement("shogi-board");
    const detail = (event: Event) => (event as CustomEvent).detail;
    element.addEventListener("move", (event) => current.current.onMove?.(detail(event).usi));
    element.addEventListener("refused", (event) => current.current.onRefused?.(detail(event), element));
    element.addEventListener("select", (event) => current.current.onSelect?.(detail(event)));
    element.addEventListener("edit", (event) => current.current.onEdit?.(detail(event)));
    element.addEventListener("arrows", (event) => current.current.onArrows?.(detail(event)));
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
  return <div class={`board ${props.class ?? ""}`} ref={box} />;
}

type Values = Record<string, unknown>;

function valuesOf(props: BoardProps): Values {
  const { language, pieces, dots, coordinates, targets, animation } = settings;
  return {
    variant: props.variant,
    language: language.value,
    pieces: pieces.value,
    dots: dots.value,
    coordinates: coordinates.value,
    targets: targets.value,
    animation: animation.value,
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
