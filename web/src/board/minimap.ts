/** The whole of a large board, small: who stands where, the last move, and the part that is seen. */
import { boardHeight, boardWidth, CELL_HEIGHT, CELL_WIDTH, corner } from "./geometry.ts";
import { svg } from "./men.ts";
import type { Size } from "./squares.ts";
import type { Man, Side } from "./types.ts";
import type { View } from "./view.ts";

export class Minimap {
  readonly svg: SVGSVGElement;
  private readonly men: Record<Side, SVGPathElement>;
  private readonly last = svg("path", { class: "last" });
  private readonly targets = svg("path", { class: "targets" });
  private readonly seen = svg("rect", { class: "seen" });

  constructor(private readonly size: Size) {
    const [width, height] = [boardWidth(size), boardHeight(size)];
    this.men = { sente: svg("path", { class: "sente" }), gote: svg("path", { class: "gote" }) };
    this.svg = svg(
      "svg",
      { class: "minimap", viewBox: `0 0 ${width} ${height}`, role: "img" },
      svg("rect", { class: "ground", width, height }),
      this.last,
      this.men.sente,
      this.men.gote,
      this.targets,
      this.seen,
    );
  }

  setMen(men: (Man | null)[], flipped: boolean) {
    const paths: Record<Side, string> = { sente: "", gote: "" };
    for (const [square, man] of men.entries()) {
      if (man) paths[man.side] += this.box(square, flipped, 6);
    }
    this.men.sente.setAttribute("d", paths.sente);
    this.men.gote.setAttribute("d", paths.gote);
  }

  setLights(last: number[], targets: Iterable<number>, flipped: boolean) {
    draw(this.last, last.map((square) => this.box(square, flipped, 0)).join(""));
    draw(this.targets, [...targets].map((square) => this.box(square, flipped, 10)).join(""));
  }

  setView({ zoom, x, y }: View) {
    const [width, height] = [boardWidth(this.size), boardHeight(this.size)];
    const box = { x: x * width, y: y * height, width: width / zoom, height: height / zoom };
    for (const [key, value] of Object.entries(box)) this.seen.setAttribute(key, String(value));
  }

  /** The point of the board (0..1) under a pointer. */
  pointAt(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.svg.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  }

  private box(square: number, flipped: boolean, inset: number): string {
    const { x, y } = corner(square, this.size, flipped);
    return `M${x + inset} ${y + inset}h${CELL_WIDTH - 2 * inset}v${CELL_HEIGHT - 2 * inset}h${2 * inset - CELL_WIDTH}z`;
  }
}

/** Sets a path where it differs: all of the overview would be painted anew. */
function draw(path: SVGPathElement, d: string) {
  if (path.getAttribute("d") !== d) path.setAttribute("d", d);
}
