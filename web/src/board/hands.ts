/** 駒台: the men in hand beside the board, with their counts. */
import { drawMan, type Kinds, type Look, svg } from "./men.ts";
import type { Hand, Language, Side } from "./types.ts";
import { handLabel, say } from "./words.ts";

export class HandView {
  readonly element = document.createElement("div");
  private shown = "";

  constructor(readonly side: Side) {
    this.element.className = "hand";
    this.element.dataset.side = side;
    this.element.setAttribute("role", "group");
  }

  /** Draws the hand; nothing is touched where nothing differs. */
  update(hand: Hand, kinds: Kinds, look: Look, language: Language, selected: string | null, cursor: string | null) {
    const state = JSON.stringify([[...hand], look, language, selected, cursor]);
    if (state === this.shown) return;
    this.shown = state;
    this.element.setAttribute("aria-label", say(this.side === "sente" ? "senteHand" : "goteHand", language));
    const held = [...hand].filter(([, count]) => count > 0);
    held.sort(([a], [b]) => kinds.order.indexOf(a) - kinds.order.indexOf(b));
    this.element.replaceChildren(
      ...held.map(([code, count]) => {
        const slot = document.createElement("button");
        slot.type = "button";
        slot.className = "slot";
        slot.tabIndex = -1;
        slot.dataset.code = code;
        slot.dataset.side = this.side;
        slot.classList.toggle("selected", code === selected);
        slot.classList.toggle("cursor", code === cursor);
        slot.setAttribute("aria-label", handLabel({ code, side: this.side }, count, kinds, language));
        slot.setAttribute("aria-pressed", String(code === selected));
        slot.append(manPicture({ code, side: this.side }, kinds, look));
        if (count > 1) {
          const number = document.createElement("span");
          number.className = "count";
          // Drawn by the style sheet: as text it would stand beside the kanji, which the label does not have.
          number.dataset.count = String(count);
          slot.append(number);
        }
        return slot;
      }),
    );
  }

  /** Draws anew even where the men are the same: another variant. */
  forget() {
    this.shown = "";
  }
}

/** A man as a picture of its own, one cell large. */
export function manPicture(man: { code: string; side: Side }, kinds: Kinds, look: Look): SVGSVGElement {
  const group = svg("g");
  drawMan(group, man, kinds, look);
  return svg("svg", { viewBox: "-20 -22 40 44", "aria-hidden": "true", class: "picture" }, group);
}
