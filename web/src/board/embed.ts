/** What other sites get in one file: the board, and game records. */
import { ShogiKifu } from "./kifu.ts";

export * from "./index.ts";
export { ShogiKifu };

if (!customElements.get("shogi-kifu")) customElements.define("shogi-kifu", ShogiKifu);
