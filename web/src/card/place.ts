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

/** The left upper corner of a card of some size for a piece in a box. Right of it, left of it, below or above it, else at the foot. */
export function placeCard(box: Box, card: Size, view: Size): { left: number; top: number } {
  const within = (at: number, length: number, room: number) => Math.max(EDGE, Math.min(at, room - length - EDGE));
  const beside = within(box.y + box.height / 2 - card.height / 3, card.height, view.height);
  const right = box.x + box.width + GAP;
  if (right + card.width + EDGE <= view.width) return { left: right, top: beside };
  const left = box.x - GAP - card.width;
  if (left >= EDGE) return { left, top: beside };
  const middle = within(box.x + box.width / 2 - card.width / 2, card.width, view.width);
  const below = box.y + box.height + GAP;
  if (below + card.height + EDGE <= view.height) return { left: middle, top: below };
  const above = box.y - GAP - card.height;
  if (above >= EDGE) return { left: middle, top: above };
  // No room beside it: at the side of the window that is farther from it.
  const isLow = box.y + box.height / 2 > view.height / 2;
  return { left: middle, top: isLow ? EDGE : Math.max(EDGE, view.height - card.height - EDGE) };
}
