/** A man as SVG: a pentagon with one or two kanji, or a letter, and a learner's dots. */
import { pentagon, round } from "./geometry.ts";
import type { BoardKind, BoardVariant, Dot, Faces, Man } from "./types.ts";

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
  pieces: Faces;
  dots: boolean;
  flipped: boolean;
  /** Small shadows under the men; not on boards so large that they cost time. */
  shadows: boolean;
}

/** The kinds of a variant with what drawing them needs, looked up by code. */
export class Kinds {
  private readonly byCode = new Map<string, BoardKind>();
  private readonly scales = new Map<string, number>();
  /** The order in which men in hand are shown. */
  readonly order: string[];

  constructor(readonly variant: BoardVariant) {
    for (const kind of variant.kinds) this.byCode.set(kind.code, kind);
    this.order = [...new Set([...(variant.hand ?? []), ...this.byCode.keys()])];
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

  /** The characters on a man, at most four. By custom the higher-ranked player, as Gote here, has 王 and the other 玉. */
  text(man: Man, pieces: Look["pieces"]): string {
    const kind = this.get(man.code);
    if (pieces === "letters") {
      const letter = kind?.letter || man.code;
      return short(this.isTurned(man.code) && !letter.startsWith("+") ? `+${letter}` : letter);
    }
    const full = kind?.nameJa ?? "";
    const kanji = (pieces === "twoKanji" && [...full].length === 2 ? full : kind?.kanji) || man.code;
    return short(kind?.isRoyal && man.side === "gote" ? kanji.replace("玉", "王") : kanji);
  }

  name(code: string, language: "ja" | "en"): string {
    const kind = this.get(code);
    return (language === "ja" ? kind?.nameJa || kind?.kanji : kind?.name) || code;
  }
}

const short = (text: string) => [...text].slice(0, 4).join("");
const isWide = (text: string) => [...text].some((character) => (character.codePointAt(0) ?? 0) > 0x24f);

/** Men of one shape, to be copied: that is faster than making each anew. */
export type Molds = Map<string, DocumentFragment>;

/** Draws a man into a group, around its origin. */
export function drawMan(group: SVGGElement, man: Man, kinds: Kinds, look: Look, molds: Molds = new Map()) {
  const faces = (man.side === "gote") !== look.flipped ? "down" : "up";
  const text = kinds.text(man, look.pieces);
  const dots = look.dots ? (kinds.get(man.code)?.dots ?? []) : [];
  const scale = kinds.scale(man.code);
  const places = placed(text, scale, dots.length > 0);
  const upright = look.pieces === "letters" || !isWide(text);
  group.setAttribute("class", `man ${man.side} ${faces}${kinds.isTurned(man.code) ? " turned" : ""}`);
  const key = [faces, scale, upright, dots.length > 0 ? man.code : "", places.x, places.y, places.size].join();
  const mold = molds.get(key) ?? makeMold(places, scale, faces, upright, dots, look.shadows);
  molds.set(key, mold);
  const copy = mold.cloneNode(true);
  if (copy.lastChild) copy.lastChild.textContent = text;
  group.append(copy);
}

function makeMold(
  { x, y, size }: Placed,
  scale: number,
  faces: "up" | "down",
  upright: boolean,
  dots: Dot[],
  shadows: boolean,
): DocumentFragment {
  const mold = document.createDocumentFragment();
  const outline = pentagon(scale);
  const half: Record<string, string> = faces === "down" ? { transform: "rotate(180)" } : {};
  if (shadows) {
    const transform = `translate(0.9 1.5)${half.transform ?? ""}`;
    mold.append(svg("path", { class: "shadow", d: outline, transform }));
  }
  mold.append(svg("path", { class: "body", d: outline, ...half }));
  if (dots.length > 0) mold.append(svg("path", { class: "dots", d: dotsPath(dots, scale), ...half }));
  // Letters are read upright on both sides; on a man that faces down the room for them is a little higher.
  const lift = upright && faces === "down" ? 2.6 : 0;
  const list = (numbers: number[], by = 0) => numbers.map((n) => round(n - by)).join(" ");
  const place = { x: list(x), y: list(y, lift), "font-size": round(size), ...(upright ? {} : half) };
  mold.append(svg("text", place));
  return mold;
}

/** Where characters stand, one by one: a text with such lists is one element, whatever it says. */
interface Placed {
  x: number[];
  y: number[];
  size: number;
}

/** Kanji stand below one another, letters beside one another. */
function placed(text: string, full: number, dots: boolean): Placed {
  const count = [...text].length;
  const scale = dots ? full * 0.66 : full;
  if (!isWide(text)) {
    const room = dots ? 13 : 24;
    const size = Math.min(20 * scale, (room * full) / Math.max(1, count * 0.74));
    return { x: [0], y: [1.2 + size * 0.35], size };
  }
  // The baseline is 0.38 of the size below the middle of a kanji.
  const kanji = (size: number, ...middles: [number, number][]): Placed => ({
    x: middles.map(([x]) => x * scale),
    y: middles.map(([, y]) => (y + size * 0.38) * scale),
    size: size * scale,
  });
  if (count === 1) return kanji(25, [0, 1.6]);
  if (count === 2) return kanji(16.6, [0, -7], [0, 9.6]);
  if (count === 4) return kanji(12, [6.2, -4.6], [6.2, 8.4], [-6.2, -4.6], [-6.2, 8.4]);
  const size = 34 / count;
  return kanji(size, ...Array.from({ length: count }, (_, i): [number, number] => [0, 1.4 + size * (i + 0.5) - 17]));
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
