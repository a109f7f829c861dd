/** Pointers, wheel and keys of a board, put into its words. */

import type { ShogiBoard } from "./element.ts";
import type { Origin } from "./input.ts";
import { type KeyState, keyStep } from "./keyboard.ts";
import { type PointerHost, Pointers, type Spot } from "./pointer.ts";
import { squareName } from "./squares.ts";
import type { Arrow, Man, Side } from "./types.ts";
import { cellLabel, handLabel } from "./words.ts";

/** How near to the edge of the window a dragged man moves the board, and how fast, in pixels (a frame). */
const EDGE = 14;
const EDGE_SPEED = 9;

export class Controls implements PointerHost {
  keys: KeyState = { cursor: 0, hand: null, typed: "" };
  private readonly pointers: Pointers;
  /** The cursor is shown to who uses keys. */
  private keyboard = false;
  /** The arrow that is being drawn. */
  shape: Arrow | null = null;
  private edgePan = 0;
  private lifted: { man: Man; square: number | null; isNew: boolean } | null = null;

  constructor(private readonly board: ShogiBoard) {
    const { stage } = board;
    this.pointers = new Pointers(stage.frame, this);
    stage.clip.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.stack.addEventListener("keydown", (event) => this.key(event));
    stage.stack.addEventListener("focus", () => this.showCursor(stage.stack.matches(":focus-visible")));
    stage.stack.addEventListener("blur", () => this.showCursor(false));
    stage.frame.addEventListener("click", (event) => this.spokenClick(event));
    stage.clip.addEventListener("pointermove", (event) => this.hoverAt(event));
    stage.clip.addEventListener("pointerleave", () => {
      this.setHover(null);
      board.inspector.rest(null);
    });
    for (const { element } of Object.values(stage.hands)) {
      element.addEventListener("pointermove", (event) => {
        if (event.pointerType !== "touch" && !this.lifted) board.inspector.rest(this.spot(event));
      });
      element.addEventListener("pointerleave", () => board.inspector.rest(null));
    }
  }

  /** Another board: the cursor goes to the middle of the near side. */
  reset() {
    const { files, ranks } = this.board.variant;
    this.keys = { cursor: Math.floor(files * (ranks - 1) + files / 2), hand: null, typed: "" };
  }

  shownCursor(): number | null {
    return this.keyboard && !this.keys.hand ? this.keys.cursor : null;
  }

  private showCursor(shown: boolean) {
    if (this.keyboard === shown) return;
    this.keyboard = shown;
    if (shown) this.pointToCursor();
    this.board.touch("input");
  }

  // Pointers

  spot(event: PointerEvent): Spot {
    const { stage } = this.board;
    const under = stage.frame.getRootNode() as ShadowRoot;
    if (event.type === "pointerdown") {
      const target = event.target;
      if (target instanceof Element && target.closest(".aside, .choice")) return null;
    }
    const square = stage.squareAt(event.clientX, event.clientY);
    if (square >= 0) return { type: "square", square };
    const found = under.elementFromPoint(event.clientX, event.clientY);
    const tray = found?.closest<HTMLElement>(".hand");
    if (!tray) return null;
    const side = tray.dataset.side as Side;
    const slot = found?.closest<HTMLElement>(".slot");
    if (slot?.dataset.code) return { type: "hand", origin: { type: "hand", code: slot.dataset.code, side } };
    return { type: "tray", side };
  }

  private originAt(spot: Spot): Origin | null {
    if (spot?.type === "hand") return spot.origin;
    if (spot?.type !== "square") return null;
    const { input } = this.board;
    // The chosen man stands on its last step while its way is not ended.
    if (input.mode === "chosen" && input.path.length > 0 && input.path.at(-1) === spot.square) return input.origin;
    return this.board.position.men[spot.square] ? { type: "square", square: spot.square } : null;
  }

  canDrag(spot: Spot): boolean {
    const { board } = this;
    const origin = this.originAt(spot);
    if (!origin) return false;
    if (board.editable) return board.brush === null;
    if (!board.mayMove()) return false;
    const side = origin.type === "hand" ? origin.side : board.position.men[origin.square]?.side;
    return side === board.position.side && board.context().may(side);
  }

  held(spot: Spot): boolean {
    if (!this.board.inspector.open(spot, "press")) return false;
    // The press has chosen the piece; who asks does not move it.
    this.board.send({ type: "cancel" });
    return true;
  }

  press(spot: Spot): boolean {
    this.board.inspector.close();
    this.board.stage.stack.focus({ preventScroll: true });
    this.showCursor(false);
    const { input } = this.board;
    const origin = this.originAt(spot);
    if (!origin) return false;
    const before = input.mode === "chosen" && sameOrigin(input.origin, origin);
    if (before) return true;
    if (this.board.editable) {
      this.board.input = { mode: "chosen", origin, path: [], preview: null };
      this.board.touch("input");
    } else this.board.send({ type: "pick", origin });
    return false;
  }

  click(spot: Spot, touch: boolean, chosenBefore: boolean) {
    const { board } = this;
    board.inspector.close();
    this.showCursor(false);
    if (spot?.type === "square") this.keys = { ...this.keys, cursor: spot.square, hand: null };
    if (board.editable) return this.editClick(spot, chosenBefore);
    // A press has chosen the man already; only a second click on it says more.
    if (this.canDrag(spot) && !chosenBefore) return;
    if (spot?.type === "square") board.send({ type: "square", square: spot.square, touch });
    else if (spot?.type === "hand" && spot.origin.type === "hand") {
      board.send({ type: "hand", code: spot.origin.code, side: spot.origin.side });
    } else board.send({ type: "cancel" });
  }

  /** A click without a pointer: a screen reader activates a cell or a man in hand. */
  private spokenClick(event: MouseEvent) {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const cell = event.target.closest<SVGGElement>("[role=gridcell]");
    const square = cell ? (this.board.stage.drawing?.squareOf(cell) ?? -1) : -1;
    const slot = event.target.closest<HTMLElement>(".slot");
    if (square >= 0) this.board.send({ type: "square", square });
    else if (slot?.dataset.code) {
      this.board.send({ type: "hand", code: slot.dataset.code, side: slot.dataset.side as Side });
    }
  }

  private editClick(spot: Spot, chosenBefore: boolean) {
    const { board } = this;
    const { brush, input } = board;
    if (spot?.type === "square" && brush) {
      const place = { type: "square", square: spot.square } as const;
      if (brush === "erase")
        return board.edit({ origin: { type: "square", square: spot.square }, place: { type: "away" } });
      return board.edit({ add: brush, place });
    }
    if (spot?.type === "tray" && brush && brush !== "erase") {
      return board.edit({ add: brush, place: { type: "hand", side: spot.side } });
    }
    if (input.mode !== "chosen") return;
    if (spot?.type === "square" && chosenBefore) return board.edit({ turn: spot.square });
    const isOrigin = sameOrigin(input.origin, this.originAt(spot));
    if (isOrigin) return;
    if (spot?.type === "square") board.edit({ origin: input.origin, place: spot });
    else if (spot) {
      const side = spot.type === "tray" ? spot.side : spot.origin.type === "hand" ? spot.origin.side : "sente";
      board.edit({ origin: input.origin, place: { type: "hand", side } });
    }
  }

  dragStart(spot: Spot, event: PointerEvent) {
    const origin = this.originAt(spot);
    if (!origin) return;
    const man =
      origin.type === "hand" ? { code: origin.code, side: origin.side } : this.board.position.men[origin.square];
    if (man) this.lift(man, spot?.type === "square" ? spot.square : null, false, event);
  }

  /** Drags a man from outside into the editor. */
  dragNew(man: Man, event: PointerEvent) {
    this.lift(man, null, true, event);
    this.pointers.take(event);
  }

  private lift(man: Man, square: number | null, isNew: boolean, event: PointerEvent) {
    const { stage, kinds, pieces, dots, flipped } = this.board;
    this.lifted = { man, square, isNew };
    if (square !== null) stage.drawing?.hide(square, true);
    stage.ghost.show(man, this.ghostCell(event), kinds, { pieces, dots, flipped, shadows: false });
    this.dragMove(event, this.spot(event));
  }

  /** A finger covers the man: it is drawn larger then. */
  private ghostCell(event: PointerEvent): number {
    return this.board.stage.cell() * (event.pointerType === "touch" ? 1.5 : 1.08);
  }

  dragMove(event: PointerEvent, spot: Spot) {
    const { stage } = this.board;
    const { x, y } = stage.inFrame(event.clientX, event.clientY);
    stage.ghost.place(x, y, this.ghostCell(event));
    this.setHover(spot?.type === "square" ? spot.square : null);
    this.panAtEdge(event);
  }

  /** Near the edge of the window of a zoomed board the board moves on under the man, as long as it is held there. */
  private panAtEdge(event: PointerEvent) {
    cancelAnimationFrame(this.edgePan);
    const { stage } = this.board;
    const box = stage.clip.getBoundingClientRect();
    const pull = (at: number, start: number, end: number) => (at < start + EDGE ? 1 : at > end - EDGE ? -1 : 0);
    const [dx, dy] = [pull(event.clientX, box.left, box.right), pull(event.clientY, box.top, box.bottom)];
    if (!this.isZoomed() || (dx === 0 && dy === 0)) return;
    this.edgePan = requestAnimationFrame(() => {
      if (!this.lifted) return;
      stage.panBy(dx * EDGE_SPEED, dy * EDGE_SPEED);
      this.dragMove(event, this.spot(event));
    });
  }

  dragEnd(spot: Spot, touch: boolean) {
    const { board, lifted } = this;
    this.dropGhost();
    if (!lifted) return;
    if (board.editable) return this.editDrop(spot, lifted);
    if (spot?.type === "square") {
      // Let go where it stood: it stays chosen, as after a click.
      if (spot.square !== lifted.square) board.send({ type: "square", square: spot.square, touch }, spot.square);
    } else board.send({ type: "cancel" });
  }

  private editDrop(spot: Spot, lifted: { man: Man; isNew: boolean }) {
    const { board } = this;
    const place =
      spot?.type === "square"
        ? spot
        : spot === null
          ? ({ type: "away" } as const)
          : ({ type: "hand", side: spot.type === "tray" ? spot.side : (spot.origin as { side: Side }).side } as const);
    if (lifted.isNew) {
      if (place.type !== "away") board.edit({ add: lifted.man, place });
    } else if (board.input.mode === "chosen") board.edit({ origin: board.input.origin, place });
  }

  dragCancel() {
    this.dropGhost();
    this.board.send({ type: "cancel" });
  }

  dropGhost() {
    cancelAnimationFrame(this.edgePan);
    if (this.lifted?.square != null) this.board.stage.drawing?.hide(this.lifted.square, false);
    this.lifted = null;
    this.board.stage.ghost.hide();
  }

  isZoomed(): boolean {
    return this.board.stage.view.zoom > 1;
  }

  pan(dx: number, dy: number) {
    this.board.stage.panBy(dx, dy);
  }

  pinch(factor: number, clientX: number, clientY: number) {
    this.board.stage.zoomBy(factor, clientX, clientY);
  }

  gestureEnd() {
    this.board.stage.setView(this.board.stage.view, false);
  }

  draws(): boolean {
    return this.board.pen !== null && !this.board.editable;
  }

  /** Arrows and marks by the right button, or by any while the board has a pen; Shift and Alt choose the colour. In the editor it turns a man instead. */
  drawShape(from: number, to: number, event: PointerEvent, done: boolean) {
    const { board } = this;
    if (board.editable) {
      if (done && from === to) board.edit({ turn: from });
      return;
    }
    // Without a key for a colour a click asks about the piece that stands there; on an empty square it is a mark.
    const asks = from === to && !event.shiftKey && !event.altKey && !this.draws();
    if (asks && done && board.inspector.open({ type: "square", square: from }, "press")) return this.shapeCancel();
    const colour = event.shiftKey ? (event.altKey ? "yellow" : "red") : event.altKey ? "blue" : (board.pen ?? "green");
    const [a, b] = [squareName(from, board.variant), squareName(to, board.variant)];
    this.shape = done || from === to ? null : { from: a, to: b, colour };
    board.touch("input");
    if (!done) return;
    if (from === to) {
      const others = board.marks.filter((mark) => mark.square !== a);
      const same = board.marks.some((mark) => mark.square === a && (mark.colour ?? "green") === colour);
      board.marks = same ? others : [...others, { square: a, colour }];
    } else {
      const others = board.arrows.filter((arrow) => arrow.from !== a || arrow.to !== b);
      const same = board.arrows.some(
        (arrow) => arrow.from === a && arrow.to === b && (arrow.colour ?? "green") === colour,
      );
      board.arrows = same ? others : [...others, { from: a, to: b, colour }];
    }
    board.emit("arrows", { arrows: board.arrows, marks: board.marks });
  }

  shapeCancel() {
    this.shape = null;
    this.board.touch("input");
  }

  private hoverAt(event: PointerEvent) {
    if (event.pointerType === "touch" || this.lifted) return;
    const square = this.board.stage.squareAt(event.clientX, event.clientY);
    this.setHover(square < 0 ? null : square);
    const spot: Spot = square < 0 ? null : { type: "square", square };
    this.board.inspector.rest(spot);
    this.board.stage.stack.style.cursor = this.canDrag(spot) ? "grab" : "default";
  }

  private setHover(square: number | null) {
    if (this.board.hover === square) return;
    this.board.hover = square;
    // Without a chosen man nothing depends on it.
    if (this.board.input.mode === "chosen") this.board.drawLights();
  }

  private wheel(event: WheelEvent) {
    const { stage } = this.board;
    if (event.ctrlKey) {
      event.preventDefault();
      stage.zoomBy(Math.exp(-event.deltaY * 0.004), event.clientX, event.clientY);
    } else if (this.isZoomed()) {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const across = event.shiftKey && event.deltaX === 0;
      stage.panBy(-(across ? event.deltaY : event.deltaX) * lines, across ? 0 : -event.deltaY * lines);
    }
  }

  // Keys

  private key(event: KeyboardEvent) {
    const { board } = this;
    const held = (side: Side) =>
      [...board.position.hands[side].keys()].sort(
        (a, b) => board.kinds.order.indexOf(a) - board.kinds.order.indexOf(b),
      );
    const result = keyStep(this.keys, event, {
      size: board.variant,
      flipped: board.flipped,
      held: { sente: held("sente"), gote: held("gote") },
      side: board.position.side,
      editable: board.editable,
    });
    if (!result) return;
    if (result.action.type === "cancel" && board.input.mode === "idle" && !this.keys.hand) return;
    event.preventDefault();
    event.stopPropagation();
    const before = this.keys;
    this.keys = result.state;
    this.keyboard = true;
    this.act(result.action);
    this.showKeys(before);
  }

  private act(action: NonNullable<ReturnType<typeof keyStep>>["action"]) {
    const { board, keys } = this;
    switch (action.type) {
      case "press": {
        const { hand } = keys;
        if (board.editable) this.editPress();
        else if (hand) board.send({ type: "hand", ...hand });
        else board.send({ type: "square", square: keys.cursor });
        this.keys = { ...this.keys, hand: null };
        return;
      }
      case "cancel":
        return board.send({ type: "cancel" });
      case "typed":
        board.typed(action.text);
        return;
      case "inspect":
        board.inspector.open(
          keys.hand
            ? { type: "hand", origin: { type: "hand", ...keys.hand } }
            : { type: "square", square: keys.cursor },
          "key",
        );
        return;
      case "zoom":
        return board.stage.zoomBy(action.by);
      case "remove":
        return board.edit({ origin: { type: "square", square: keys.cursor }, place: { type: "away" } });
      case "turn":
        return board.edit({ turn: keys.cursor });
    }
  }

  private editPress() {
    const { board, keys } = this;
    const spot: Spot = keys.hand
      ? { type: "hand", origin: { type: "hand", ...keys.hand } }
      : { type: "square", square: keys.cursor };
    if (board.brush || board.input.mode === "chosen") this.editClick(spot, false);
    else this.press(spot);
    this.keyboard = true;
  }

  /** Tells screen readers which cell the cursor is on. */
  private pointToCursor() {
    const { stack, drawing } = this.board.stage;
    stack.setAttribute("aria-activedescendant", drawing?.cellId(this.keys.cursor) ?? "");
  }

  private showKeys(before: KeyState) {
    const { board, keys } = this;
    const { stage } = board;
    stage.typed.hidden = keys.typed === "";
    stage.typed.textContent = keys.typed;
    if (keys.typed !== before.typed) board.say(keys.typed);
    if (keys.hand) {
      const count = board.position.hands[keys.hand.side].get(keys.hand.code) ?? 0;
      if (keys.hand !== before.hand) board.say(handLabel(keys.hand, count, board.kinds, board.language));
    }
    board.hover = keys.hand ? null : keys.cursor;
    this.pointToCursor();
    if (keys.cursor !== before.cursor) {
      stage.reveal(keys.cursor);
      const man = board.position.men[keys.cursor] ?? null;
      stage.stack.setAttribute(
        "aria-description",
        cellLabel(keys.cursor, man, board.variant, board.kinds, board.language),
      );
    }
    board.touch("input");
  }
}

function sameOrigin(a: Origin, b: Origin | null): boolean {
  if (a.type === "square") return b?.type === "square" && a.square === b.square;
  return b?.type === "hand" && a.code === b.code && a.side === b.side;
}
