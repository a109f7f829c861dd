/** The parts of the element on the page, and which part of the board is seen. */
import { CSS } from "./board.css.ts";
import { Drawing, Edge } from "./draw.ts";
import { boardHeight, boardWidth, CELL_WIDTH, centre, corner, isFine, type Point, squareAtPoint } from "./geometry.ts";
import { HandView } from "./hands.ts";
import { type Kinds, type Look, svg } from "./men.ts";
import { Minimap } from "./minimap.ts";
import { Ghost, type Spot } from "./motion.ts";
import type { Anchor } from "./popup.ts";
import type { BoardVariant, Coordinates, Language, Side } from "./types.ts";
import {
  centredOn,
  mostZoom,
  openingView,
  panned,
  revealing,
  transformOf,
  type View,
  WHOLE,
  zoomedAt,
} from "./view.ts";
import { say } from "./words.ts";

/** From this width on the hands stand beside the board; from the second where the window is low, as a phone on its side. */
const WIDE = 620;
const WIDE_WHEN_LOW = 400;
const isLow = () =>
  typeof matchMedia === "function" && matchMedia("(max-height: 520px) and (orientation: landscape)").matches;
/** A board of more files opens zoomed where its squares would be too small to hit. */
const MOST_WHOLE = 12;
/** How long after the last movement the board is drawn sharp again. */
const SETTLE_MS = 140;

function div(className: string): HTMLDivElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

export class Stage {
  readonly frame = div("frame rows");
  readonly middle = div("middle");
  readonly window = div("window");
  readonly clip = div("clip");
  /** The grid for screen readers; it has the focus. */
  readonly stack = div("stack");
  readonly hands: Record<Side, HandView> = { sente: new HandView("sente"), gote: new HandView("gote") };
  readonly aside = div("aside");
  readonly ghost = new Ghost();
  readonly typed = div("typed");
  readonly fault = div("fault");
  readonly spoken = div("spoken");
  drawing: Drawing | null = null;
  minimap: Minimap | null = null;
  view: View = WHOLE;
  flipped = false;
  private edges: Edge[] = [];
  private readonly zoomButtons: HTMLButtonElement[];
  private cellWidth = 0;
  private edgeWidth = 20;
  private settle: ReturnType<typeof setTimeout> | undefined;
  /** Whether somebody has zoomed or panned: then a new size of the window does not undo it. */
  private touched = false;

  constructor(root: ShadowRoot) {
    // A sheet made by script: a content security policy without inline styles allows it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    this.stack.tabIndex = 0;
    this.stack.setAttribute("role", "grid");
    this.spoken.setAttribute("aria-live", "polite");
    this.typed.hidden = true;
    this.fault.hidden = true;
    this.fault.setAttribute("role", "alert");
    const zoom = div("zoom");
    this.zoomButtons = [1.5, 1 / 1.5, 0].map((by) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = by === 0 ? "⤢" : by > 1 ? "+" : "−";
      button.addEventListener("click", () => (by === 0 ? this.showAll() : this.zoomBy(by)));
      return button;
    });
    zoom.append(...this.zoomButtons);
    this.aside.append(zoom);
    this.clip.append(this.stack);
    this.window.append(this.clip, this.typed, this.fault, this.aside);
    this.middle.append(this.window);
    this.frame.append(this.hands.gote.element, this.middle, this.hands.sente.element, this.ghost.element, this.spoken);
    this.frame.append(faces());
    root.append(this.frame);
    this.minimapInput();
  }

  /** How far down the near camp begins (0..1), for the view a large board opens with. */
  front = 1;

  /** Another board: everything is made anew. */
  setVariant(variant: BoardVariant, kinds: Kinds, look: Omit<Look, "shadows">, handColumns: number) {
    this.drawing = new Drawing(variant, kinds, look);
    this.stack.replaceChildren();
    this.stack.setAttribute("aria-rowcount", String(variant.ranks));
    this.stack.setAttribute("aria-colcount", String(variant.files));
    for (const edge of this.edges) edge.svg.remove();
    this.edges = [new Edge("files", variant), new Edge("ranks", variant)];
    this.middle.prepend(...this.edges.map((edge) => edge.svg));
    this.minimap?.svg.remove();
    this.minimap = new Minimap(variant);
    this.aside.prepend(this.minimap.svg);
    const { style } = this.frame;
    style.setProperty("--files", String(variant.files));
    style.setProperty("--ranks", String(variant.ranks));
    style.setProperty("--hand-columns", String(handColumns));
    this.frame.classList.toggle("hands", handColumns > 0);
    this.frame.classList.toggle("fine", isFine(variant));
    for (const hand of Object.values(this.hands)) hand.forget();
    this.view = WHOLE;
    this.touched = false;
  }

  /** Puts the drawing on the page. Until then nothing of it costs layout. */
  show() {
    if (this.drawing && !this.stack.firstChild) this.stack.append(...this.drawing.sheets);
  }

  setFlipped(flipped: boolean) {
    this.flipped = flipped;
    this.hands.sente.element.classList.toggle("near", !flipped);
    this.hands.sente.element.classList.toggle("far", flipped);
    this.hands.gote.element.classList.toggle("near", flipped);
    this.hands.gote.element.classList.toggle("far", !flipped);
  }

  setCoordinates(coordinates: Coordinates) {
    this.frame.classList.toggle("plain", coordinates === "none");
    for (const edge of this.edges) edge.setLabels(coordinates);
  }

  setLanguage(language: Language) {
    this.stack.setAttribute("aria-label", say("board", language));
    this.minimap?.svg.setAttribute("aria-label", say("minimap", language));
    for (const [i, word] of (["zoomIn", "zoomOut", "whole"] as const).entries()) {
      this.zoomButtons[i]?.setAttribute("aria-label", say(word, language));
      if (this.zoomButtons[i]) this.zoomButtons[i].title = say(word, language);
    }
  }

  /** Fits the width it has: hands beside or above and below; a large board opens zoomed. */
  layout(width: number, where: string | null) {
    const isSmall = (this.drawing?.variant.files ?? 9) <= MOST_WHOLE;
    const sides = where === "sides" || (where !== "rows" && width >= (isSmall && isLow() ? WIDE_WHEN_LOW : WIDE));
    this.frame.classList.toggle("sides", sides);
    this.frame.classList.toggle("rows", !sides);
    const size = this.drawing?.variant;
    if (!size) return;
    this.measure();
    // What has as many squares as shogi is never cut, however small: one wants to see all of it at once.
    const opening = size.files > MOST_WHOLE ? openingView(this.cellWidth, this.front) : WHOLE;
    const large = size.files > 16 || opening.zoom > 1;
    if (large !== this.frame.classList.contains("large")) {
      this.frame.classList.toggle("large", large);
      // Beside a large board is room for the overview; on a small one the buttons lie on it while it is zoomed.
      (large ? this.frame : this.window).append(this.aside);
      this.measure();
    }
    if (!this.touched) this.view = size.files > MOST_WHOLE ? openingView(this.cellWidth, this.front) : WHOLE;
    this.setView(this.view, false);
  }

  /** The width of a cell in pixels when all is seen. */
  wholeCell(): number {
    return this.cellWidth;
  }

  /** Whether the window has another size than was measured. */
  isStale(): boolean {
    return Math.abs(this.clip.clientWidth / (this.drawing?.variant.files ?? 9) - this.cellWidth) > 0.01;
  }

  /** Asks the browser for sizes once; asking at each movement would make it lay out a large board each time. */
  private measure() {
    this.cellWidth = this.clip.clientWidth / (this.drawing?.variant.files ?? 9);
    this.edgeWidth = this.edges[1]?.svg.clientWidth || 20;
  }

  /** The width of a cell as it is seen now. */
  cell(): number {
    return this.wholeCell() * this.view.zoom;
  }

  setView(view: View, moving = true) {
    this.view = view;
    const { zoom } = view;
    this.stack.style.transform = zoom === 1 ? "" : transformOf(view);
    this.stack.classList.toggle("zoomed", zoom > 1);
    this.stack.classList.toggle("moving", moving);
    const unit = CELL_WIDTH / Math.max(1, this.wholeCell());
    for (const edge of this.edges) edge.setView(view, this.flipped, this.edgeWidth * unit);
    this.minimap?.setView(view);
    const [zoomIn, zoomOut, whole] = this.zoomButtons;
    if (zoomIn) zoomIn.disabled = zoom >= mostZoom(this.wholeCell());
    if (zoomOut) zoomOut.disabled = zoom <= 1;
    if (whole) whole.disabled = zoom <= 1;
    this.aside.hidden = zoom <= 1 && !this.frame.classList.contains("large");
    clearTimeout(this.settle);
    if (moving) this.settle = setTimeout(() => this.stack.classList.remove("moving"), SETTLE_MS);
  }

  panBy(dx: number, dy: number) {
    this.touched = true;
    this.setView(panned(this.view, dx / this.clip.clientWidth, dy / this.clip.clientHeight, this.wholeCell()));
  }

  /** Zooms around a point of the page, or around the middle. */
  zoomBy(factor: number, clientX?: number, clientY?: number) {
    this.touched = true;
    const box = this.clip.getBoundingClientRect();
    const focus =
      clientX === undefined || clientY === undefined
        ? { x: 0.5, y: 0.5 }
        : { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
    this.setView(zoomedAt(this.view, factor, focus, this.wholeCell()));
  }

  showAll() {
    this.touched = true;
    this.setView(WHOLE, false);
  }

  /** Moves the window so that a square is seen; `zoom` as it is. */
  reveal(square: number) {
    const size = this.drawing?.variant;
    if (!size || this.view.zoom <= 1) return;
    const { x, y } = corner(square, size, this.flipped);
    const box = { x: x / boardWidth(size), y: y / boardHeight(size), width: 1 / size.files, height: 1 / size.ranks };
    this.setView(revealing(this.view, box, this.wholeCell()));
  }

  /** A point of the page in units of the drawing. */
  private unitsAt(clientX: number, clientY: number): Point {
    const size = this.drawing?.variant ?? { files: 1, ranks: 1 };
    const box = this.clip.getBoundingClientRect();
    const { zoom, x, y } = this.view;
    return {
      x: (x + (clientX - box.left) / box.width / zoom) * boardWidth(size),
      y: (y + (clientY - box.top) / box.height / zoom) * boardHeight(size),
    };
  }

  /** The square at a point of the page, or -1 where none is seen there. */
  squareAt(clientX: number, clientY: number): number {
    const box = this.clip.getBoundingClientRect();
    const inside = clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    const size = this.drawing?.variant;
    return inside && size ? squareAtPoint(this.unitsAt(clientX, clientY), size, this.flipped) : -1;
  }

  /** Where a square is in the window, 0..1. */
  anchor(square: number): Anchor {
    const size = this.drawing?.variant ?? { files: 1, ranks: 1 };
    const { x, y } = centre(square, size, this.flipped);
    const seen = (part: number, at: number) => (part - at) * this.view.zoom;
    return {
      x: seen(x / boardWidth(size), this.view.x),
      y: seen(y / boardHeight(size), this.view.y),
      cell: this.cell(),
    };
  }

  /** Where a square is in the window and how large, all in parts of the window. */
  spot(square: number): Spot {
    const { files, ranks } = this.drawing?.variant ?? { files: 1, ranks: 1 };
    const { x, y } = this.anchor(square);
    return { x, y, width: this.view.zoom / files, height: this.view.zoom / ranks };
  }

  /** Whether a square is in the window, or next to it. */
  sees(square: number): boolean {
    const { x, y } = this.anchor(square);
    const margin = (this.view.zoom * 2) / Math.max(1, this.drawing?.variant.files ?? 1);
    return x > -margin && x < 1 + margin && y > -margin && y < 1 + margin;
  }

  /** The middle of a square in pixels of the frame, or in client pixels. */
  point(square: number, origin: "frame" | "client" = "frame"): Point {
    const { x, y } = this.anchor(square);
    const box = this.clip.getBoundingClientRect();
    const frame = origin === "frame" ? this.frame.getBoundingClientRect() : { left: 0, top: 0 };
    return { x: box.left + x * box.width - frame.left, y: box.top + y * box.height - frame.top };
  }

  /** Draws a pointer position into the frame's pixels. */
  inFrame(clientX: number, clientY: number): Point {
    const frame = this.frame.getBoundingClientRect();
    return { x: clientX - frame.left, y: clientY - frame.top };
  }

  private minimapInput() {
    const go = (event: PointerEvent) => {
      if (!this.minimap) return;
      this.touched = true;
      if (this.view.zoom <= 1)
        this.view = { ...this.view, zoom: Math.min(42 / this.wholeCell(), mostZoom(this.wholeCell())) };
      this.setView(centredOn(this.view, this.minimap.pointAt(event.clientX, event.clientY), this.wholeCell()));
    };
    this.aside.addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Element) || !event.target.closest(".minimap")) return;
      this.aside.setPointerCapture(event.pointerId);
      go(event);
    });
    this.aside.addEventListener("pointermove", (event) => {
      if (this.aside.hasPointerCapture(event.pointerId)) go(event);
    });
  }
}

/** The gradient of the men's faces; it must stand in the same tree as they. */
function faces(): SVGSVGElement {
  const gradient = svg(
    "linearGradient",
    { id: "man-face", x1: 0, y1: 0, x2: 0.7, y2: 1 },
    svg("stop", { offset: 0, class: "face-1" }),
    svg("stop", { offset: 1, class: "face-2" }),
  );
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "defs" }, svg("defs", {}, gradient));
}
