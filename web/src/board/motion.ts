/** A man in the air: under the finger while it is dragged, or on its way after a move. */
import { manPicture } from "./hands.ts";
import type { Kinds, Look } from "./men.ts";
import type { Man } from "./types.ts";

export const FLIGHT_MS = 130;

export const wantsStillness = () =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Points are in pixels of the frame; they are where the middle of the man is. */
export class Ghost {
  readonly element = document.createElement("div");

  constructor(className = "") {
    this.element.className = `ghost ${className}`;
    this.element.hidden = true;
    this.element.setAttribute("aria-hidden", "true");
  }

  show(man: Man, cell: number, kinds: Kinds, look: Look) {
    this.element.replaceChildren(manPicture(man, kinds, look));
    this.element.style.width = `${cell}px`;
    this.element.hidden = false;
  }

  place(x: number, y: number, cell: number) {
    this.element.style.transform = `translate(${x - cell / 2}px, ${y - cell * 0.55}px)`;
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Flies through points and is gone; `done` is called in any case. */
  fly(points: { x: number; y: number }[], cell: number, done: () => void) {
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x - cell / 2}px, ${y - cell * 0.55}px)` }));
    const flight = this.element.animate(frames, {
      duration: FLIGHT_MS * Math.sqrt(points.length - 1),
      easing: "ease-out",
    });
    const land = () => {
      this.element.remove();
      done();
    };
    flight.onfinish = land;
    flight.oncancel = land;
  }
}

export interface Flight {
  man: Man;
  from: number;
  to: number;
}

/** Which men went from where to where between two positions; empty where too much differs to be a move. */
export function flights(
  before: (Man | null)[],
  after: (Man | null)[],
  changed: number[],
  related: (a: string, b: string) => boolean,
): Flight[] {
  if (changed.length > 12) return [];
  const left = changed.filter((square) => before[square] && !same(before[square], after[square]));
  const found: Flight[] = [];
  for (const to of changed) {
    const man = after[to];
    if (!man || same(before[to], man)) continue;
    const from = left.find((square) => {
      const old = before[square];
      return square !== to && old && old.side === man.side && !same(after[square], old) && related(old.code, man.code);
    });
    if (from === undefined) continue;
    left.splice(left.indexOf(from), 1);
    found.push({ man, from, to });
  }
  return found.length > 3 ? [] : found;
}

const same = (a: Man | null | undefined, b: Man | null | undefined) => a?.code === b?.code && a?.side === b?.side;
