/** Mouse, pen and fingers: clicks, drags of men, panning, pinching, arrows by the right button. */
import type { Origin } from "./input.ts";

/** What is under a pointer. */
export type Spot =
  | { type: "square"; square: number }
  | { type: "hand"; origin: Origin }
  | { type: "tray"; side: "sente" | "gote" }
  | null;

/** What the gestures need of the board. */
export interface PointerHost {
  spot(event: PointerEvent): Spot;
  /** Whether a press here may become the drag of a man. */
  canDrag(spot: Spot): boolean;
  /** A press: the man under it is chosen at once. Tells whether it had been chosen before. */
  press(spot: Spot): boolean;
  /** A click; `chosenBefore` as `press` told. */
  click(spot: Spot, touch: boolean, chosenBefore: boolean): void;
  dragStart(spot: Spot, event: PointerEvent): void;
  dragMove(event: PointerEvent, spot: Spot): void;
  dragEnd(spot: Spot, touch: boolean): void;
  dragCancel(): void;
  /** Whether there is more of the board than is seen. */
  isZoomed(): boolean;
  pan(dx: number, dy: number): void;
  pinch(factor: number, clientX: number, clientY: number): void;
  gestureEnd(): void;
  /** A finger rests on a spot; tells whether that asked about something, so that lifting it is no click. */
  held(spot: Spot): boolean;
  /** Whether a press draws instead of moving men. */
  draws(): boolean;
  drawShape(from: number, to: number, event: PointerEvent, done: boolean): void;
  shapeCancel(): void;
}

type Gesture =
  | { type: "press"; spot: Spot; x: number; y: number; chosenBefore: boolean; draggable: boolean }
  | { type: "drag" }
  | { type: "pan"; x: number; y: number }
  | { type: "pinch"; distance: number; x: number; y: number }
  | { type: "shape"; from: number }
  | { type: "held" };

/** Fingers tremble more than mice. */
const SLACK = { mouse: 4, touch: 9 };
/** How long a finger rests on a piece before it asks about it. */
const HOLD_MS = 480;

export class Pointers {
  private gesture: Gesture | null = null;
  private holding: ReturnType<typeof setTimeout> | undefined;
  private readonly down = new Map<number, { x: number; y: number }>();

  constructor(
    private readonly element: HTMLElement,
    private readonly host: PointerHost,
  ) {
    element.addEventListener("pointerdown", (event) => this.start(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.end(event));
    element.addEventListener("pointercancel", (event) => this.cancel(event));
    // Whoever draws keeps the focus where it was, and with it the keys.
    element.addEventListener("mousedown", (event) => {
      if (this.gesture?.type === "shape") event.preventDefault();
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // The mouse events a browser makes up after a touch would go to whatever has just opened under the finger.
    element.addEventListener("touchstart", (event) => this.startTouch(event), { passive: false });
    // A long press must not start the browser's own drag or selection.
    element.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Drags a man that came from elsewhere, such as a palette. */
  take(event: PointerEvent) {
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.gesture = { type: "drag" };
    this.element.setPointerCapture(event.pointerId);
  }

  private start(event: PointerEvent) {
    const spot = this.host.spot(event);
    if (!spot) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.capture(event);
    if (this.down.size === 2) return this.startPinch();
    if (this.down.size > 2) return;
    const { clientX: x, clientY: y } = event;
    if (event.button === 2 || (event.button === 0 && this.host.draws())) {
      if (spot.type === "square") this.gesture = { type: "shape", from: spot.square };
    } else if (event.button === 1) {
      this.gesture = { type: "pan", x, y };
    } else if (event.button === 0) {
      const draggable = this.host.canDrag(spot);
      const chosenBefore = draggable ? this.host.press(spot) : false;
      this.gesture = { type: "press", spot, x, y, chosenBefore, draggable };
      if (event.pointerType !== "mouse") this.hold(spot);
    }
    if (event.pointerType === "mouse" && event.button === 1) event.preventDefault();
  }

  private hold(spot: Spot) {
    clearTimeout(this.holding);
    this.holding = setTimeout(() => {
      if (this.gesture?.type === "press" && this.host.held(spot)) this.gesture = { type: "held" };
    }, HOLD_MS);
  }

  private capture(event: PointerEvent) {
    try {
      this.element.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already cannot be captured; its end then comes as usual.
    }
  }

  private startTouch(event: TouchEvent) {
    const on = event.target instanceof Element && event.target.closest(".stack, .hand");
    // A board to look at lets the page scroll.
    if (on && event.cancelable && !this.element.matches(".look-only")) event.preventDefault();
  }

  private move(event: PointerEvent) {
    const known = this.down.get(event.pointerId);
    if (!known) return;
    known.x = event.clientX;
    known.y = event.clientY;
    const gesture = this.gesture;
    if (!gesture) return;
    const { clientX: x, clientY: y } = event;
    switch (gesture.type) {
      case "press": {
        const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
        if (Math.hypot(x - gesture.x, y - gesture.y) < slack) return;
        if (gesture.draggable) {
          this.gesture = { type: "drag" };
          this.host.dragStart(gesture.spot, event);
        } else if (this.host.isZoomed() && gesture.spot?.type === "square") {
          this.gesture = { type: "pan", x, y };
        }
        return;
      }
      case "drag":
        return this.host.dragMove(event, this.host.spot(event));
      case "pan":
        this.host.pan(x - gesture.x, y - gesture.y);
        this.gesture = { type: "pan", x, y };
        return;
      case "pinch":
        return this.pinch(gesture);
      case "shape": {
        const spot = this.host.spot(event);
        if (spot?.type === "square") this.host.drawShape(gesture.from, spot.square, event, false);
      }
    }
  }

  private end(event: PointerEvent) {
    if (!this.down.delete(event.pointerId)) return;
    const gesture = this.gesture;
    if (!gesture) return;
    const spot = this.host.spot(event);
    const touch = event.pointerType === "touch";
    switch (gesture.type) {
      case "press":
        this.host.click(gesture.spot, touch, gesture.chosenBefore);
        break;
      case "drag":
        this.host.dragEnd(spot, touch);
        break;
      case "pan":
      case "pinch":
        this.host.gestureEnd();
        break;
      case "shape":
        if (spot?.type === "square") this.host.drawShape(gesture.from, spot.square, event, true);
        else this.host.shapeCancel();
    }
    this.gesture = null;
  }

  private cancel(event: PointerEvent) {
    this.down.delete(event.pointerId);
    if (this.gesture?.type === "drag") this.host.dragCancel();
    if (this.gesture?.type === "shape") this.host.shapeCancel();
    if (this.gesture?.type === "pan" || this.gesture?.type === "pinch") this.host.gestureEnd();
    this.gesture = null;
  }

  private fingers() {
    const [a, b] = [...this.down.values()];
    if (!a || !b) return null;
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  private startPinch() {
    if (this.gesture?.type === "drag") this.host.dragCancel();
    if (this.gesture?.type === "shape") this.host.shapeCancel();
    const fingers = this.fingers();
    this.gesture = fingers && { type: "pinch", ...fingers };
  }

  private pinch(before: { distance: number; x: number; y: number }) {
    const now = this.fingers();
    if (!now) return;
    this.host.pinch(now.distance / Math.max(1, before.distance), now.x, now.y);
    this.host.pan(now.x - before.x, now.y - before.y);
    this.gesture = { type: "pinch", ...now };
  }
}
