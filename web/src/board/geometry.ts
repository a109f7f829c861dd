/**
 * Where things are drawn. The board is drawn in units: a cell is 40 wide and 44 high, as real boards are a little higher
 * than wide; the origin is the top left corner of the grid as it is seen.
 */
import type { Size } from "./squares.ts";

export const CELL_WIDTH = 40;
export const CELL_HEIGHT = 44;

export interface Point {
  x: number;
  y: number;
}

/** Boards up to 20x20 are drawn with shadows and shading; on larger ones they would be too small to see, and cost time. */
export const isFine = ({ files, ranks }: Size) => files * ranks <= 400;

export const boardWidth = ({ files }: Size) => files * CELL_WIDTH;
export const boardHeight = ({ ranks }: Size) => ranks * CELL_HEIGHT;

/** The square where one is drawn, and the reverse: a half turn is its own inverse. */
export const turned = (square: number, size: Size, flipped: boolean) =>
  flipped ? size.files * size.ranks - 1 - square : square;

/** The top left corner of a square as drawn. */
export function corner(square: number, size: Size, flipped: boolean): Point {
  const place = turned(square, size, flipped);
  return { x: (place % size.files) * CELL_WIDTH, y: Math.floor(place / size.files) * CELL_HEIGHT };
}

export function centre(square: number, size: Size, flipped: boolean): Point {
  const { x, y } = corner(square, size, flipped);
  return { x: x + CELL_WIDTH / 2, y: y + CELL_HEIGHT / 2 };
}

/** The square at a point of the drawing, or -1 beside the board. */
export function squareAtPoint({ x, y }: Point, size: Size, flipped: boolean): number {
  const [column, row] = [Math.floor(x / CELL_WIDTH), Math.floor(y / CELL_HEIGHT)];
  const inside = column >= 0 && column < size.files && row >= 0 && row < size.ranks;
  return inside ? turned(row * size.files + column, size, flipped) : -1;
}

/** All lines within the frame as one path. */
export function gridPath(size: Size): string {
  const [width, height] = [boardWidth(size), boardHeight(size)];
  let path = "";
  for (let file = 1; file < size.files; file++) path += `M${file * CELL_WIDTH} 0V${height}`;
  for (let rank = 1; rank < size.ranks; rank++) path += `M0 ${rank * CELL_HEIGHT}H${width}`;
  return path;
}

/** 星: the dots where the promotion zones end, a third of the board from its sides. */
export function starPoints(size: Size, zoneRanks: number): Point[] {
  if (zoneRanks <= 0 || zoneRanks * 2 >= size.ranks || size.files < 6) return [];
  const file = Math.round(size.files / 3);
  return [zoneRanks, size.ranks - zoneRanks].flatMap((rank) =>
    [file, size.files - file].map((column) => ({ x: column * CELL_WIDTH, y: rank * CELL_HEIGHT })),
  );
}

/** How many whole ranks Sente's promotion zone has, from the far side. */
export function zoneRanks(squares: string[] | undefined, size: Size): number {
  if (!squares || squares.length === 0 || squares.length % size.files !== 0) return 0;
  return squares.length / size.files;
}

/** The outline of a man, five corners, around the origin; `scale` 1 fills a cell. */
export function pentagon(scale: number): string {
  const at = (x: number, y: number) => `${round(x * scale)} ${round(y * scale)}`;
  return `M${at(0, -19.6)}L${at(12.1, -14.2)}L${at(16.4, 19)}L${at(-16.4, 19)}L${at(-12.1, -14.2)}Z`;
}

/** An arrow between the centres of two squares: shaft and head as one outline. */
export function arrowPath(from: Point, to: Point, width: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return "";
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(width * 3.2, length * 0.6);
  const at = (along: number, across: number) =>
    `${round(from.x + ux * along - uy * across)} ${round(from.y + uy * along + ux * across)}`;
  const [half, start, neck, end] = [width / 2, Math.min(8, length * 0.2), length - head, length];
  return `M${at(start, half)}L${at(neck, half)}L${at(neck, width * 1.5)}L${at(end, 0)}L${at(neck, -width * 1.5)}L${at(neck, -half)}L${at(start, -half)}Z`;
}

export const round = (n: number) => Math.round(n * 100) / 100;
