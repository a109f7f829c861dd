/** Men of a board on their way from one square to another. */
import type { ShogiBoard } from "./element.ts";
import { manPicture } from "./hands.ts";
import { type Flight, type Flying, flights, fly } from "./motion.ts";
import type { Man } from "./types.ts";

export class Flights {
  private flying: Flying[] = [];

  constructor(private readonly board: ShogiBoard) {}

  /** Lets men fly whose squares have changed; who was dragged to where it stands does not fly. */
  fly(before: (Man | null)[], men: (Man | null)[], changed: number[], landed: number | null) {
    const isQuick = this.flying.length > 0;
    for (const one of this.flying.splice(0)) one.land();
    // Whoever leafs through a game faster than men fly wants to see positions.
    if (isQuick) return;
    const { kinds } = this.board;
    const related = (a: string, b: string) =>
      a === b || kinds.get(a)?.promotesTo === b || kinds.get(b)?.promotesTo === a;
    for (const flight of flights(before, men, changed, related)) {
      if (flight.to !== landed) this.start(flight);
    }
  }

  private start({ man, from, to }: Flight) {
    const { stage, kinds } = this.board;
    const { drawing, window } = stage;
    if (typeof window.animate !== "function") return;
    const picture = manPicture(man, kinds, { ...this.board.fullLook(), shadows: false });
    const flying = fly(picture, stage.spot(from), stage.spot(to), () => {
      drawing?.hide(to, false);
      this.flying = this.flying.filter((one) => one !== flying);
    });
    this.flying.push(flying);
    drawing?.hide(to, true, true);
    window.append(flying.element);
    flying.start();
  }
}
