/** The move of a board that was made in advance: made when the turn has come, shown until then. */
import type { ShogiBoard } from "./element.ts";
import type { Context, InputEvent } from "./input.ts";
import { type Premove, premoveStep, stands } from "./premove.ts";
import { squareName } from "./squares.ts";
import type { Arrow, Mark } from "./types.ts";
import { say, squareText } from "./words.ts";

export class Ahead {
  /** The move that is made when the turn has come. */
  premove: Premove | null = null;

  constructor(private readonly board: ShogiBoard) {}

  /** The turn has come, or the game has gone another way: what was made in advance is made now, or forgotten. */
  look() {
    const { board, premove } = this;
    if (!premove || (board.premoves && board.context().waits && stands(premove, board.position))) return;
    this.premove = null;
    board.drawLights();
    if (!board.premoves || premove.to === null || !board.mayMove() || board.position.side !== premove.man.side) return;
    if (!stands(premove, board.position)) {
      board.refuse(say("premoveGone", board.language), [squareName(premove.to, board.variant)]);
      return;
    }
    board.send({ type: "pick", origin: premove.origin });
    if (board.input.mode === "chosen") board.send({ type: "square", square: premove.to });
  }

  /** A press out of turn; tells whether it was about a move in advance. */
  press(event: InputEvent, { waits }: Context): boolean {
    const { board } = this;
    if (!board.premoves || !waits || (board.side !== "sente" && board.side !== "gote")) return false;
    const next = premoveStep(this.premove, event, board.position, board.side);
    if (next === undefined) return false;
    this.premove = next;
    board.bubble.hide();
    if (next?.to != null) {
      const words = [
        board.kinds.name(next.man.code, board.language),
        squareText(next.to, board.variant, board.language),
      ];
      board.say([...words, say("premoved", board.language)].join(" "));
    }
    board.emit("premove", next?.to == null ? null : { to: squareName(next.to, board.variant) });
    board.touch("input");
    board.update();
    return true;
  }

  /** How it is seen: an arrow, or a ring where a man in hand will be dropped. */
  shapes(): { arrows: Arrow[]; marks: Mark[] } {
    const { premove } = this;
    const { variant } = this.board;
    if (premove?.to == null) return { arrows: [], marks: [] };
    const to = squareName(premove.to, variant);
    if (premove.origin.type === "hand") return { arrows: [], marks: [{ square: to, colour: "blue" }] };
    return { arrows: [{ from: squareName(premove.origin.square, variant), to, colour: "blue" }], marks: [] };
  }
}
