/** A man as SVG: a pentagon with one or two kanji, or a letter, and a learner's dots. */
import { pentagon, round } from "./geometry.ts";
import type { BoardKind, BoardVariant, Dot, Man } from "./types.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element with its attributes. Text is only ever set as text. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  ...children: SVGElement[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export interface Look {
  pieces: "kanji" | "letters";
  dots: boolean;
  flipped: boolean;
  /** Small shadows under the men; not on boards so large that they cost time. */
  shadows: boolean;
}

/** The kinds of a variant with what drawing them needs, looked up by code. */
export class Kinds {
  private readonly byCode = new Map<string, BoardKind>();
  private readonly scales = new Map<string, number>();
  /** Whether both sides' kings have one name, so that Sente's is drawn as 玉 and Gote's as 王. */
  readonly order: string[];

  constructor(readonly variant: BoardVariant) {
    for (const kind of variant.kinds) this.byCode.set(kind.code, kind);
    this.order = variant.kinds.map((kind) => kind.code);
    const values = variant.kinds.filter((kind) => !kind.isRoyal && kind.value).map((kind) => kind.value ?? 0);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const kind of variant.kinds) {
      // As in a real set: the king is the largest man, the pawn the smallest. The two sides of a man are one size.
      const front = this.get(kind.demotesTo ?? kind.code) ?? kind;
      const part = front.value && most > least ? Math.sqrt((front.value - least) / (most - least)) : 0.6;
      this.scales.set(kind.code, front.isRoyal ? 1 : round(0.88 + 0.09 * part));
    }
  }

  get(code: string): BoardKind | undefined {
    return this.byCode.get(code);
  }

  scale(code: string): number {
    return this.scales.get(code) ?? 0.94;
  }

  /** Whether this side of a man is the turned-over one, drawn in red. */
  isTurned(code: string): boolean {
    return code.startsWith("+") || Boolean(this.get(code)?.demotesTo && this.get(code)?.demotesTo !== code);
  }

  /** The characters on a man. By custom the higher-ranked player, as Gote here, has 王 and the other 玉. */
  text(man: Man, pieces: Look["pieces"]): string {
    const kind = this.get(man.code);
    if (pieces === "letters") return kind?.letter || man.code;
    const kanji = kind?.kanji || man.code;
    return kind?.isRoyal && man.side === "gote" ? kanji.replace("玉", "王") : kanji;
  }

  name(code: string, language: "ja" | "en"): string {
    const kind = this.get(code);
    return (language === "ja" ? kind?.nameJa || kind?.kanji : kind?.name) || code;
  }
}

const isWide = (text: string) => [...text].some((character) => (character.codePointAt(0) ?? 0) > 0x24f);

/** Draws a man around the origin. */
export function drawMan(man: Man, kinds: Kinds, look: Look): SVGGElement {
  const turned = kinds.isTurned(man.code);
  const faces = (man.side === "gote") !== look.flipped ? "down" : "up";
  const group = svg("g", { class: `man ${man.side} ${faces}${turned ? " turned" : ""}` });
  const scale = kinds.scale(man.code);
  const outline = pentagon(scale);
  const half: Record<string, string> = faces === "down" ? { transform: "rotate(180)" } : {};
  if (look.shadows)
    group.append(svg("path", { class: "shadow", d: outline, transform: `translate(0.9 1.5)${half.transform ?? ""}` }));
  group.append(svg("path", { class: "body", d: outline, ...half }));
  const text = kinds.text(man, look.pieces);
  const dots = look.dots ? (kinds.get(man.code)?.dots ?? []) : [];
  if (dots.length > 0) group.append(svg("path", { class: "dots", d: dotsPath(dots, scale), ...half }));
  const upright = look.pieces === "letters" || !isWide(text);
  for (const line of lines(text, scale, dots.length > 0)) {
    const element = svg("text", { x: line.x, y: line.y, "font-size": line.size });
    if (!upright && faces === "down") element.setAttribute("transform", "rotate(180)");
    if (upright && faces === "down") element.setAttribute("y", String(round(line.y - 2.6)));
    element.textContent = line.text;
    group.append(element);
  }
  return group;
}

interface Line {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Where the characters stand: kanji below one another, letters beside one another. */
function lines(text: string, full: number, dots: boolean): Line[] {
  const characters = [...text];
  const scale = dots ? full * 0.66 : full;
  if (!isWide(text)) {
    const room = dots ? 13 : 24;
    const size = Math.min(20 * scale, (room * full) / Math.max(1, characters.length * 0.68));
    return [{ text, x: 0, y: round(1.2 + size * 0.35), size: round(size) }];
  }
  // The baseline is 0.38 of the size below the middle of a kanji.
  const place = (text: string, x: number, middle: number, size: number): Line => ({
    text,
    x: round(x * scale),
    y: round((middle + size * 0.38) * scale),
    size: round(size * scale),
  });
  const [first = "", second = "", third = "", fourth = ""] = characters;
  if (characters.length === 1) return [place(first, 0, 1.6, 25)];
  if (characters.length === 2) return [place(first, 0, -7, 16.6), place(second, 0, 9.6, 16.6)];
  if (characters.length === 4) {
    return [
      place(first, 6.2, -4.6, 12),
      place(second, 6.2, 8.4, 12),
      place(third, -6.2, -4.6, 12),
      place(fourth, -6.2, 8.4, 12),
    ];
  }
  const size = 34 / characters.length;
  return characters.map((character, i) => place(character, 0, 1.4 + size * (i + 0.5) - 17, size));
}

/** Dots for steps, bars for slides, rings for leaps, around the characters. */
export function dotsPath(dots: Dot[], scale: number): string {
  const most = Math.max(1, ...dots.map(({ dx, dy }) => Math.max(Math.abs(dx), Math.abs(dy))));
  const circle = (x: number, y: number, r: number, sweep: 0 | 1) =>
    `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 ${sweep} ${round(2 * r)} 0a${r} ${r} 0 1 ${sweep} ${round(-2 * r)} 0Z`;
  let path = "";
  for (const { dx, dy, kind } of dots) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far === 0) continue;
    // The pentagon is narrow on top: marks follow its shape.
    const reach = most > 1 ? 0.62 + (0.38 * (far - 1)) / (most - 1) : 1;
    const [ux, uy] = [dx / far, dy / far];
    const y = (2.2 - uy * 13.2 * reach) * scale;
    const x = ux * (10.4 + (uy < 0 ? 2.2 : uy > 0 ? -1.4 : 0)) * reach * scale;
    if (kind === "slide") {
      const length = Math.hypot(ux, uy);
      const [along, across] = [2.9 * scale, 1.15 * scale];
      const [ax, ay] = [(ux / length) * along, (-uy / length) * along];
      const [bx, by] = [(uy / length) * across, (ux / length) * across];
      path += `M${round(x + ax)} ${round(y + ay)}L${round(x - ax + bx)} ${round(y - ay + by)}L${round(x - ax - bx)} ${round(y - ay - by)}Z`;
    } else if (kind === "leap") path += circle(x, y, 1.9, 1) + circle(x, y, 1, 0);
    else path += circle(x, y, 1.5, 1);
  }
  return path;
}
