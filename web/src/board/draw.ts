/** The drawing of a board: made once, then only what differs is drawn anew. */
import {
  arrowPath,
  boardHeight,
  boardWidth,
  CELL_HEIGHT,
  CELL_WIDTH,
  centre,
  corner,
  gridPath,
  isFine,
  starPoints,
  turned,
  zoneRanks,
} from "./geometry.ts";
import type { Target } from "./input.ts";
import { drawMan, type Kinds, type Look, type Molds, svg } from "./men.ts";
import { type Size, squareIndex, squareName } from "./squares.ts";
import type { Arrow, BoardVariant, Coordinates, Language, Man, Mark, Reach, Side } from "./types.ts";
import type { View } from "./view.ts";
import { cellLabel, fileLabel, rankLabel, type Word } from "./words.ts";

/** What lies over and under the men. Squares by index. */
export interface Lights {
  last: number[];
  checked: number[];
  selected: number | null;
  path: number[];
  targets: Map<number, Target>;
  /** Men that will be taken. */
  taken: number[];
  /** Squares a refusal is about. */
  refused: number[];
  cursor: number | null;
  hover: number | null;
  /** Where a piece that was asked about can go. */
  reach: Reach | null;
  arrows: Arrow[];
  marks: Mark[];
}

export class Drawing {
  /**
   * Three sheets, one upon the other: the ground with its lights, the men, and what lies over them. What moves with the
   * pointer is not on the sheet of the men, so that a large board is not painted anew with each square it passes.
   */
  readonly sheets: SVGSVGElement[];
  private readonly cells: SVGGElement[] = [];
  private readonly shown: (Man | null)[] = [];
  private readonly labels: string[] = [];
  private readonly under = svg("g");
  private readonly danger = svg("g", { class: "over" });
  private readonly over = svg("g", { class: "over" });
  private readonly size: Size;
  private molds: Molds = new Map();
  private look: Look;

  constructor(
    readonly variant: BoardVariant,
    private readonly kinds: Kinds,
    look: Omit<Look, "shadows">,
  ) {
    this.size = variant;
    this.look = { ...look, shadows: this.shadows() };
    const [width, height] = [boardWidth(variant), boardHeight(variant)];
    const sheet = (attributes: Record<string, string>, ...content: SVGElement[]) =>
      svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", ...attributes }, ...content);
    const lines = svg("g", { class: "lines" }, svg("path", { class: "grid", d: gridPath(variant) }));
    for (const { x, y } of starPoints(variant, zoneRanks(variant.zones?.sente, variant))) {
      lines.append(svg("circle", { class: "star", cx: x, cy: y, r: 2.6 }));
    }
    lines.append(svg("rect", { class: "frame-line", x: 0, y: 0, width, height }));
    this.sheets = [
      sheet({ "aria-hidden": "true" }, ...surface(width, height), this.under, lines),
      sheet({ role: "presentation" }, ...this.rows()),
      sheet({ "aria-hidden": "true" }, this.danger, this.over),
    ];
  }

  private shadows(): boolean {
    return isFine(this.variant);
  }

  private rows(): SVGGElement[] {
    const { files, ranks } = this.size;
    const mold = svg("g", { role: "gridcell" });
    return Array.from({ length: ranks }, (_, row) => {
      const group = svg("g", { role: "row" });
      for (let column = 0; column < files; column++) {
        const square = row * files + column;
        const cell = mold.cloneNode() as SVGGElement;
        this.place(cell, square);
        this.cells.push(cell);
        this.shown.push(null);
        this.labels.push("");
        group.append(cell);
      }
      return group;
    });
  }

  private place(cell: SVGGElement, square: number) {
    const { x, y } = centre(square, this.size, this.look.flipped);
    cell.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Changes how men look; they are drawn anew with the next `setMen`. */
  setLook(look: Omit<Look, "shadows">) {
    const flipped = look.flipped !== this.look.flipped;
    this.look = { ...look, shadows: this.shadows() };
    this.shown.fill(null);
    this.labels.fill("");
    this.molds = new Map();
    for (const [square, cell] of this.cells.entries()) {
      cell.replaceChildren();
      if (flipped) this.place(cell, square);
    }
  }

  /** Draws the men that differ from what is shown, of all squares or some; tells which squares these are. */
  setMen(men: (Man | null)[], some?: (square: number) => boolean): number[] {
    const changed: number[] = [];
    for (const [square, cell] of this.cells.entries()) {
      if (some && !some(square)) continue;
      const [old, man] = [this.shown[square], men[square] ?? null];
      if (old === man || (old && man && old.code === man.code && old.side === man.side)) continue;
      changed.push(square);
      this.shown[square] = man;
      if (cell.firstChild) cell.replaceChildren();
      if (man) drawMan(cell, man, this.kinds, this.look, this.molds);
      else cell.removeAttribute("class");
    }
    return changed;
  }

  /** Names every cell for screen readers. */
  setLabels(language: Language, states: Map<number, Word[]>) {
    for (const [square, cell] of this.cells.entries()) {
      const man = this.shown[square] ?? null;
      const label = cellLabel(square, man, this.size, this.kinds, language, states.get(square));
      if (this.labels[square] === label) continue;
      this.labels[square] = label;
      // Who speaks to the browser says what stands on the man.
      const face = cell.lastChild?.textContent ?? "";
      const isNamed = [...face].length < 2 || label.includes(face);
      cell.setAttribute("aria-label", isNamed ? label : `${label} ${face}`);
    }
  }

  /** The id of a cell, so that the grid can point to it. */
  cellId(square: number): string {
    const cell = this.cells[square];
    if (cell && !cell.id) cell.id = `cell-${squareName(square, this.size)}`;
    return cell?.id ?? "";
  }

  squareOf(cell: SVGGElement): number {
    return this.cells.indexOf(cell);
  }

  /** Fades the man of a square while it is dragged, or hides it while it is on its way. */
  hide(square: number, hidden: boolean, wholly = false) {
    this.cells[square]?.classList.toggle("away", hidden);
    this.cells[square]?.classList.toggle("gone", hidden && wholly);
  }

  setLights(lights: Lights) {
    this.under.replaceChildren();
    this.over.replaceChildren();
    const light = (square: number, name: string) => {
      const { x, y } = corner(square, this.size, this.look.flipped);
      this.under.append(svg("rect", { class: `light ${name}`, x, y, width: CELL_WIDTH, height: CELL_HEIGHT }));
    };
    for (const square of lights.last) light(square, "last");
    for (const square of lights.path) light(square, "path");
    if (lights.selected !== null) light(lights.selected, "selected");
    for (const square of lights.checked) light(square, "checked");
    if (lights.hover !== null && lights.targets.has(lights.hover)) light(lights.hover, "hover");
    for (const square of lights.refused) light(square, "refused");
    for (const [square, target] of lights.targets) this.target(square, target);
    if (lights.reach) this.reach(lights.reach);
    for (const square of lights.taken) this.cross(square, lights.path.at(-1) === square);
    for (const mark of lights.marks) this.mark(mark);
    for (const arrow of lights.arrows) this.arrow(arrow);
    if (lights.cursor !== null) {
      const { x, y } = corner(lights.cursor, this.size, this.look.flipped);
      const box = { x: x + 1.5, y: y + 1.5, width: CELL_WIDTH - 3, height: CELL_HEIGHT - 3, rx: 4 };
      this.over.append(svg("rect", { class: "cursor under", ...box }), svg("rect", { class: "cursor", ...box }));
    }
  }

  private target(square: number, { capture, goesOn }: Target) {
    const { x: cx, y: cy } = centre(square, this.size, this.look.flipped);
    const name = `target${goesOn ? " goes-on" : ""}`;
    if (capture) this.over.append(svg("circle", { class: `${name} ring`, cx, cy, r: 18 }));
    else this.over.append(svg("circle", { class: name, cx, cy, r: 6 }));
    if (goesOn && !capture) this.over.append(svg("circle", { class: `${name} ring thin`, cx, cy, r: 10 }));
  }

  /** Diamonds where it goes, rings where it takes: other signs than those of a chosen piece. */
  private reach({ goes, takes }: Reach) {
    for (const name of goes) {
      const at = squareIndex(name, this.size);
      if (at < 0) continue;
      const { x, y } = centre(at, this.size, this.look.flipped);
      this.over.append(svg("path", { class: "reach", d: `M${x} ${y - 9}l8 9-8 9-8-9Z` }));
    }
    for (const name of takes) {
      const at = squareIndex(name, this.size);
      if (at < 0) continue;
      const { x: cx, y: cy } = centre(at, this.size, this.look.flipped);
      this.over.append(svg("circle", { class: "reach ring", cx, cy, r: 19 }));
    }
  }

  /** A corner of each square that a side attacks: below on the left for Sente, above on the right for Gote. */
  setAttacks(attacks: Record<Side, string[]> | null) {
    this.danger.replaceChildren();
    for (const side of ["sente", "gote"] as const) {
      const d = (attacks?.[side] ?? []).map((name) => this.attackCorner(name, side)).join("");
      if (d) this.danger.append(svg("path", { class: `attacked ${side}`, d }));
    }
  }

  private attackCorner(name: string, side: Side): string {
    const at = squareIndex(name, this.size);
    if (at < 0) return "";
    const { x, y } = corner(at, this.size, this.look.flipped);
    const isNear = (side === "sente") !== this.look.flipped;
    return isNear ? `M${x + 1} ${y + CELL_HEIGHT - 1}v-17l17 17Z` : `M${x + CELL_WIDTH - 1} ${y + 1}v17l-17-17Z`;
  }

  /** A man that will be taken; small in the corner where the taker stands on it already. */
  private cross(square: number, small: boolean) {
    const { x, y } = centre(square, this.size, this.look.flipped);
    const d = small ? "M9 -18L16 -11M16 -18L9 -11" : "M-11 -11L11 11M11 -11L-11 11";
    this.over.append(
      svg("path", { class: "taken under", d, transform: `translate(${x} ${y})` }),
      svg("path", { class: "taken", d, transform: `translate(${x} ${y})` }),
    );
  }

  private mark({ square, colour }: Mark) {
    const at = squareIndex(square, this.size);
    if (at < 0) return;
    const { x: cx, y: cy } = centre(at, this.size, this.look.flipped);
    this.over.append(svg("circle", { class: `mark ${colourClass(colour)}`, cx, cy, r: 17 }));
  }

  private arrow({ from, to, colour }: Arrow) {
    const [start, end] = [squareIndex(from, this.size), squareIndex(to, this.size)];
    if (end < 0) return;
    // An arrow for a drop has no square to start from: it is a mark.
    if (start < 0) return this.mark({ square: to, colour });
    const [a, b] = [start, end].map((square) => centre(square, this.size, this.look.flipped));
    if (a && b) this.over.append(svg("path", { class: `arrow ${colourClass(colour)}`, d: arrowPath(a, b, 6) }));
  }
}

export const COLOURS = ["green", "red", "blue", "yellow"] as const;

const colourClass = (colour: string | undefined) => COLOURS.find((known) => known === colour) ?? "green";

/** Wood with straight grain (柾目); flat looks hide the grain. */
function surface(width: number, height: number): SVGElement[] {
  let grain = "";
  // A fixed sequence, so that the same board always looks the same.
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let x = 3; x < width; x += 5 + random() * 11) {
    const bend = (random() - 0.5) * 7;
    const end = Math.round((x + bend) * 10) / 10;
    grain += `M${Math.round(x * 10) / 10} 0C${end} ${height * 0.3} ${end} ${height * 0.7} ${Math.round(x)} ${height}`;
  }
  const gradient = svg(
    "linearGradient",
    { id: "wood", x1: 0, y1: 0, x2: 1, y2: 1 },
    svg("stop", { offset: 0, class: "wood-1" }),
    svg("stop", { offset: 0.5, class: "wood-2" }),
    svg("stop", { offset: 1, class: "wood-3" }),
  );
  return [
    svg("defs", {}, gradient),
    svg("rect", { class: "surface", fill: "url(#wood)", x: 0, y: 0, width, height }),
    svg("path", { class: "grain", d: grain }),
  ];
}

/** Labels that would run together are left out: each of so many stays. */
const SPACINGS = [1, 2, 5, 10];

/** The numbers along the top or the right side. They follow the view, so they are always seen. */
export class Edge {
  readonly svg: SVGSVGElement;
  private readonly texts: SVGTextElement[] = [];
  /** The length of the longest label along the edge, in widths of the type. */
  private longest = 1;

  constructor(
    private readonly axis: "files" | "ranks",
    private readonly size: Size,
  ) {
    this.svg = svg("svg", { class: axis, "aria-hidden": "true", preserveAspectRatio: "none" });
    const count = axis === "files" ? size.files : size.ranks;
    for (let n = 1; n <= count; n++) this.texts.push(svg("text"));
    this.svg.append(...this.texts);
  }

  setLabels(coordinates: Coordinates) {
    this.longest = 1;
    for (const [i, text] of this.texts.entries()) {
      const label = this.axis === "files" ? fileLabel(i + 1) : rankLabel(i + 1, coordinates);
      // Numbers in kanji stand upright, one below the other.
      const characters = this.axis === "ranks" && coordinates === "japanese" ? [...label] : [label];
      // Digits stand beside each other; kanji may be a little smaller.
      const length = (this.axis === "files" ? label.length : characters.length) * 0.62;
      this.longest = Math.max(this.longest, length);
      text.replaceChildren(
        ...characters.map((character, line) => {
          const part = svg("tspan", line === 0 ? { x: 0 } : { x: 0, dy: "0.94em" });
          part.textContent = character;
          return part;
        }),
      );
    }
  }

  /**
   * `thick` is the width of the strip in units of the board at zoom 1. The strip keeps these units: numbers are moved and not
   * set anew, which costs far less while somebody zooms.
   */
  setView({ zoom, x, y }: View, flipped: boolean, thick: number) {
    const { files } = this.size;
    const [width, height] = [boardWidth(this.size), boardHeight(this.size)];
    const isFiles = this.axis === "files";
    set(this.svg, "viewBox", (isFiles ? [0, 0, width, thick] : [0, 0, thick, height]).join(" "));
    const font = thick * 0.66;
    const [start, end] = isFiles ? [x * width, width] : [y * height, height];
    const room = (isFiles ? CELL_WIDTH : CELL_HEIGHT) * zoom;
    const every = SPACINGS.find((every) => every * room * 0.94 >= this.longest * font) ?? 10;
    for (const [i, text] of this.texts.entries()) {
      const square = isFiles ? files - 1 - i : i * files;
      const place = turned(square, this.size, flipped);
      const middle = isFiles ? ((place % files) + 0.5) * CELL_WIDTH : (Math.floor(place / files) + 0.5) * CELL_HEIGHT;
      const along = (middle - start) * zoom;
      // Three kanji must fit beside their squares.
      const size = Math.min(font, (every * CELL_HEIGHT * zoom * 0.86) / text.childElementCount);
      const above = (text.childElementCount - 1) * 0.47 * size;
      // A number cut in two would be read as another one: 二十八 as 十八.
      const half = above + size * 0.5;
      const isCut = along - half < -0.5 * zoom || along + half > end + 0.5 * zoom;
      const isSeen = !isCut && (i + 1) % every === 0;
      set(text, "visibility", isSeen ? "visible" : "hidden");
      if (!isSeen) continue;
      set(text, "font-size", String(size));
      const [across, down] = isFiles ? [along, thick / 2] : [thick / 2, along];
      set(text, "transform", `translate(${across} ${down + size * 0.36 - above})`);
    }
  }
}

/** Sets what is not so already: an attribute that is set is looked at anew, even to the same value. */
function set(element: Element, name: string, value: string) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
