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

  constructor() {
    this.element.className = "ghost";
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
}

/** A square in the window: its middle in parts of the window (0..1), and how large a cell is there. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Lets a picture of a man fly from one place of the window to another; `done` is called in any case. All is told in parts of
 * the window, so that nothing has to be measured: asking the browser for a size after drawing would make it lay out at once.
 */
export function fly(picture: Element, from: Spot, to: Spot, done: () => void): Flying {
  const element = document.createElement("div");
  element.className = "ghost flying";
  element.setAttribute("aria-hidden", "true");
  element.append(picture);
  const part = (value: number) => `${value * 100}%`;
  element.style.width = part(to.width);
  element.style.left = part(to.x - to.width / 2);
  element.style.top = part(to.y - to.height / 2);
  // A percentage of `translate` is one of the man's own size, which is a cell's.
  const away = `translate(${part((from.x - to.x) / to.width)}, ${part((from.y - to.y) / to.height)})`;
  const land = () => {
    if (!element.isConnected) return;
    element.remove();
    done();
  };
  return {
    element,
    start: () => {
      const flight = element.animate({ transform: [away, "none"] }, { duration: FLIGHT_MS, easing: "ease-out" });
      flight.onfinish = land;
      flight.oncancel = land;
    },
    land,
  };
}

/** A man on its way. */
export interface Flying {
  element: HTMLElement;
  start: () => void;
  /** Ends the flight at once. */
  land: () => void;
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
