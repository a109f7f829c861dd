// Where a card stands: beside its piece, never on it where there is room, and never outside the window.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

interface Point {
  x: number;
  y: number;
}

interface Place {
  left: number;
  top: number;
}

/**
 * The left upper corner of a card of some size for a piece in a box: right of it, left of it, below or above it, at a side of
 * the window, else at its foot. Of these the first that covers the fewest of the squares that matter, given by their middles.
 */
export function placeCard(box: Box, card: Size, view: Size, seen: readonly Point[] = []): Place {
  const within = (at: number, length: number, room: number) => Math.max(EDGE, Math.min(at, room - length - EDGE));
  const beside = within(box.y + box.height / 2 - card.height / 3, card.height, view.height);
  const middle = within(box.x + box.width / 2 - card.width / 2, card.width, view.width);
  const [right, left] = [box.x + box.width + GAP, box.x - GAP - card.width];
  const [below, above] = [box.y + box.height + GAP, box.y - GAP - card.height];
  const [last, foot] = [view.width - card.width - EDGE, Math.max(EDGE, view.height - card.height - EDGE)];
  const isLow = box.y + box.height / 2 > view.height / 2;
  const hasRoom = ({ left, top }: Place) =>
    left >= EDGE && top >= EDGE && left + card.width + EDGE <= view.width && top + card.height + EDGE <= view.height;
  const isClear = ({ left, top }: Place) =>
    left >= box.x + box.width || left + card.width <= box.x || top >= box.y + box.height || top + card.height <= box.y;
  const places = [
    { left: right, top: beside },
    { left, top: beside },
    { left: middle, top: below },
    { left: middle, top: above },
    ...[last, EDGE].flatMap((left) => [beside, foot, EDGE].map((top) => ({ left, top }))),
  ].filter((place) => hasRoom(place) && isClear(place));
  // No room beside it: at the side of the window that is farther from it.
  const [first = { left: middle, top: isLow ? EDGE : foot }, ...others] = places;
  const covered = ({ left, top }: Place) => {
    const [halfWide, halfHigh] = [box.width / 2, box.height / 2];
    const isUnder = ({ x, y }: Point) =>
      x + halfWide > left && x - halfWide < left + card.width && y + halfHigh > top && y - halfHigh < top + card.height;
    return seen.filter(isUnder).length;
  };
  return others.reduce((best, place) => (covered(place) < covered(best) ? place : best), first);
}
