/** Zoom and pan of a large board: which part of the whole is seen. Pure; the element turns it into a CSS transform. */

/** `zoom` 1 shows all; `x`, `y` is the top left corner of what is seen, as parts of the whole (0..1). */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

export const WHOLE: View = { zoom: 1, x: 0, y: 0 };

/** No closer than this many pixels a cell. */
const MOST_CELL = 96;
/** Cells smaller than this are hard to hit: the board then opens zoomed. */
const LEAST_CELL = 30;
const COMFORTABLE_CELL = 42;

export const mostZoom = (cell: number) => Math.max(1, MOST_CELL / cell);

/**
 * Where a board whose cells would be `cell` pixels wide opens: whole, or closer in on the near side. `front` is how far down the
 * near camp begins (0..1): of a deep camp its first rank is seen, and the ground before it, because those behind cannot move yet.
 */
export function openingView(cell: number, front = 1): View {
  if (cell >= LEAST_CELL || cell <= 0) return WHOLE;
  const view = zoomedAt(WHOLE, COMFORTABLE_CELL / cell, { x: 0.5, y: 1 }, cell);
  return clamped({ ...view, y: Math.min(view.y, front - 0.25 / view.zoom) }, cell);
}

/** How far down the camp nearest to the reader begins, as a part of the board; 1 where there is none. */
export function frontOf(men: readonly unknown[], size: { files: number; ranks: number }, flipped: boolean): number {
  const { files, ranks } = size;
  const isFull = (row: number) => {
    const start = (flipped ? ranks - 1 - row : row) * files;
    return men.slice(start, start + files).filter(Boolean).length * 2 > files;
  };
  for (let row = Math.ceil(ranks / 2); row < ranks; row++) if (isFull(row)) return row / ranks;
  return 1;
}

/** Nothing beside the board is ever seen. */
export function clamped(view: View, cell: number): View {
  const zoom = Math.min(Math.max(view.zoom, 1), mostZoom(cell));
  const most = 1 - 1 / zoom;
  const keep = (at: number) => Math.min(Math.max(at, 0), most);
  return { zoom, x: keep(view.x), y: keep(view.y) };
}

/** Zooms so that the part of the board under `focus` (parts of the window, 0..1) stays there. */
export function zoomedAt(view: View, factor: number, focus: { x: number; y: number }, cell: number): View {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), mostZoom(cell));
  const keep = (at: number, focus: number) => at + focus / view.zoom - focus / zoom;
  return clamped({ zoom, x: keep(view.x, focus.x), y: keep(view.y, focus.y) }, cell);
}

/** Moves the board by parts of the window: positive to the right and down, as a finger does. */
export function panned(view: View, dx: number, dy: number, cell: number): View {
  return clamped({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom }, cell);
}

/** Puts a point of the board (0..1) in the middle. */
export function centredOn(view: View, at: { x: number; y: number }, cell: number): View {
  return clamped({ ...view, x: at.x - 0.5 / view.zoom, y: at.y - 0.5 / view.zoom }, cell);
}

/** Moves no more than needed to see a box of the board (0..1) with a little room around it. */
export function revealing(
  view: View,
  box: { x: number; y: number; width: number; height: number },
  cell: number,
): View {
  const seen = 1 / view.zoom;
  const keep = (at: number, start: number, length: number) =>
    Math.max(Math.min(at, start - length), start + 2 * length - seen);
  return clamped({ ...view, x: keep(view.x, box.x, box.width), y: keep(view.y, box.y, box.height) }, cell);
}

export const transformOf = ({ zoom, x, y }: View) =>
  `translate(${-x * zoom * 100}%, ${-y * zoom * 100}%) scale(${zoom})`;
