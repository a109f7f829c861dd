/** Registers `<shogi-board>`. */
import { ShogiBoard } from "./element.ts";

export { ShogiBoard } from "./element.ts";
export type { Arrow, BoardKind, BoardVariant, Coordinates, Dot, Language, Man, Mark, Side } from "./types.ts";

if (!customElements.get("shogi-board")) customElements.define("shogi-board", ShogiBoard);

declare global {
  interface HTMLElementTagNameMap {
    "shogi-board": ShogiBoard;
  }
}
