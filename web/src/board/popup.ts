/** What appears at a square for a moment: the promotion choice, and why a move was refused. */
import { manPicture } from "./hands.ts";
import type { Kinds, Look } from "./men.ts";
import type { Language, Man } from "./types.ts";
import { say } from "./words.ts";

export interface Option {
  usi: string;
  man: Man | null;
  label: string;
  /** A word under the picture. */
  word?: string;
  /** What the piece is called then. */
  name?: string;
}

/** Where to stand: a square in parts of the window (0..1), and the size of a cell there in pixels. */
export interface Anchor {
  x: number;
  y: number;
  cell: number;
}

/** The choice at a square, what is turned over first. `Enter` takes the first, `n` the second, `Esc` none. */
export class Choice {
  readonly element = document.createElement("div");

  constructor(private readonly chosen: (usi: string | null) => void) {
    this.element.className = "choice";
    this.element.hidden = true;
    this.element.setAttribute("role", "dialog");
    this.element.addEventListener("keydown", (event) => this.key(event));
    // The board below must not take a click on the choice for one on a square.
    this.element.addEventListener("pointerdown", (event) => event.stopPropagation());
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(options: Option[], title: string, at: Anchor, kinds: Kinds, look: Look, language: Language) {
    this.element.setAttribute("aria-label", title);
    const buttons = options.map((option) => this.button(option, kinds, look));
    if (options.length === 1)
      buttons.push(this.button({ usi: "", man: null, label: say("cancel", language) }, kinds, look));
    this.element.replaceChildren(...buttons);
    this.element.hidden = false;
    const size = Math.max(at.cell, 46);
    this.element.style.setProperty("--choice", `${size}px`);
    const window = this.element.parentElement?.getBoundingClientRect();
    if (window) {
      const box = this.element.getBoundingClientRect();
      const within = (middle: number, length: number, room: number) =>
        Math.min(Math.max(middle - length / 2, 2), Math.max(2, room - length - 2));
      this.element.style.left = `${within(at.x * window.width, box.width, window.width)}px`;
      this.element.style.top = `${within(at.y * window.height, box.height, window.height)}px`;
    }
    buttons[0]?.focus({ preventScroll: true });
  }

  close() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  private button({ usi, man, label, word, name }: Option, kinds: Kinds, look: Look): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.usi = usi;
    button.title = label;
    if (man) {
      // It is called what is read on it, and then by its piece: no label of its own, so that a voice can ask for it.
      if (!word) button.setAttribute("aria-label", label);
      button.append(manPicture(man, kinds, look));
      if (word) {
        const text = document.createElement("span");
        text.className = "word";
        text.textContent = word;
        button.append(text);
        if (name && name !== word) {
          const more = document.createElement("span");
          more.className = "more";
          more.textContent = `: ${name}`;
          button.append(more);
        }
      }
    } else {
      button.textContent = label;
      button.className = "wide";
    }
    button.addEventListener("click", () => this.chosen(usi || null));
    return button;
  }

  private key(event: KeyboardEvent) {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(this.element.getRootNode() instanceof ShadowRoot ? active(this.element) : buttons[0]!);
    const take = (button: HTMLButtonElement | undefined) => this.chosen(button?.dataset.usi || null);
    const keys: Record<string, () => void> = {
      Enter: () => take(buttons[Math.max(0, at)]),
      " ": () => take(buttons[Math.max(0, at)]),
      n: () => take(buttons[1]),
      N: () => take(buttons[1]),
      Escape: () => this.chosen(null),
      ArrowLeft: () => buttons[Math.max(0, at - 1)]?.focus(),
      ArrowRight: () => buttons[Math.min(buttons.length - 1, at + 1)]?.focus(),
      Tab: () => buttons[(at + 1) % buttons.length]?.focus(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}

const active = (element: HTMLElement) => (element.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement;

/** Why something was refused, at its square, for a few seconds. */
export class Bubble {
  readonly element = document.createElement("div");
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly gone: () => void) {
    this.element.className = "bubble";
    this.element.hidden = true;
    this.element.setAttribute("role", "alert");
  }

  show(text: string, at: Anchor) {
    this.element.textContent = text;
    this.element.hidden = false;
    const window = this.element.parentElement?.getBoundingClientRect();
    if (window) {
      const box = this.element.getBoundingClientRect();
      const middle = at.x * window.width - box.width / 2;
      this.element.style.left = `${Math.min(Math.max(middle, 4), Math.max(4, window.width - box.width - 4))}px`;
      const above = at.y * window.height - at.cell * 0.65 - box.height;
      const top = above > 0 ? above : at.y * window.height + at.cell * 0.65;
      this.element.style.top = `${Math.min(top, window.height - box.height)}px`;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), Math.max(2400, 1200 + text.length * 70));
  }

  hide() {
    clearTimeout(this.timer);
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.gone();
  }
}
