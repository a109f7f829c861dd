/** Asking about a piece: by resting on it, holding it, the right button, or `i` at the cursor. The page answers with a card. */
import type { ShogiBoard } from "./element.ts";
import type { Spot } from "./pointer.ts";
import { squareName } from "./squares.ts";
import type { Man } from "./types.ts";

/** How somebody asked: what rests goes away by itself, the others stay. */
export type AskedBy = "hover" | "press" | "key";

/** The piece somebody asks about, and where it is on the page. */
export interface Inspected extends Man {
  /** Null for a piece in hand. */
  square: string | null;
  by: AskedBy;
  box: { x: number; y: number; width: number; height: number };
}

/** How long a pointer rests on a piece before that is a question. */
const REST_MS = 450;

export class Inspector {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the pointer is on. */
  private over = "";
  private shown: AskedBy | null = null;

  constructor(private readonly board: ShogiBoard) {}

  /** The pointer is there now. */
  rest(spot: Spot) {
    const place = placeOf(spot);
    if (place === this.over) return;
    this.over = place;
    clearTimeout(this.timer);
    if (this.shown === "hover") this.close();
    const { board } = this;
    if (!board.inspectable || this.shown || !board.cards || !this.manAt(spot) || board.input.mode !== "idle") return;
    this.timer = setTimeout(() => {
      if (board.input.mode === "idle") this.open(spot, "hover");
    }, REST_MS);
  }

  /** Shows the piece of a spot; tells whether there is one. */
  open(spot: Spot, by: AskedBy): boolean {
    const man = this.manAt(spot);
    if (!this.board.inspectable || !man || !spot) return false;
    clearTimeout(this.timer);
    this.shown = by;
    const { variant, stage } = this.board;
    const square = spot.type === "square" ? squareName(spot.square, variant) : null;
    const detail: Inspected = { ...man, square, by, box: this.boxOf(spot) };
    this.board.emit("inspect", detail);
    // Who asked by key hears it from the card.
    if (by === "key") stage.stack.focus({ preventScroll: true });
    return true;
  }

  close() {
    clearTimeout(this.timer);
    if (!this.shown) return;
    this.shown = null;
    this.board.reach = null;
    this.board.emit("inspect", null);
  }

  private manAt(spot: Spot): Man | null {
    if (spot?.type === "square") return this.board.position.men[spot.square] ?? null;
    if (spot?.type === "hand" && spot.origin.type === "hand") return { code: spot.origin.code, side: spot.origin.side };
    return null;
  }

  private boxOf(spot: NonNullable<Spot>): Inspected["box"] {
    const { stage } = this.board;
    if (spot.type === "square") {
      const { x, y } = stage.point(spot.square, "client");
      const cell = stage.cell();
      return { x: x - cell / 2, y: y - cell * 0.55, width: cell, height: cell * 1.1 };
    }
    const side = spot.type === "tray" ? spot.side : spot.origin.type === "hand" ? spot.origin.side : "sente";
    const code = spot.type === "hand" && spot.origin.type === "hand" ? spot.origin.code : "";
    const slots = [...stage.hands[side].element.querySelectorAll<HTMLElement>(".slot")];
    const slot = slots.find((one) => one.dataset.code === code) ?? stage.hands[side].element;
    const { x, y, width, height } = slot.getBoundingClientRect();
    return { x, y, width, height };
  }
}

function placeOf(spot: Spot): string {
  if (spot?.type === "square") return `${spot.square}`;
  if (spot?.type === "hand" && spot.origin.type === "hand") return `${spot.origin.side} ${spot.origin.code}`;
  return "";
}
