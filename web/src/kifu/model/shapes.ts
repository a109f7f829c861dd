/**
 * Arrows and rings of a move, kept in its comment as a line of their own: `#marks 7g7f:green 5e:red`. Every format that holds
 * comments holds them, and so do links and the library.
 */
import { takeSquare } from "../../board/squares.ts";
import type { Arrow, Mark } from "../../board/types.ts";

export interface Shapes {
  arrows: Arrow[];
  marks: Mark[];
}

const LINE = /^#marks(?: |$)/;
export const COLOURS = ["green", "red", "blue", "yellow"] as const;

/** The shapes of a comment. What is none of them in their line is passed over. */
export function shapesOf(comment: string): Shapes {
  const line = comment.split("\n").find((one) => LINE.test(one)) ?? "";
  const shapes: Shapes = { arrows: [], marks: [] };
  for (const word of line.split(/\s+/).slice(1)) {
    const [squares = "", said = ""] = word.split(":");
    const colour = COLOURS.find((one) => one === said) ?? "green";
    const first = takeSquare(squares);
    if (!first) continue;
    const from = squares.slice(0, squares.length - first.rest.length);
    if (first.rest === "") shapes.marks.push({ square: from, colour });
    else if (takeSquare(first.rest)?.rest === "") shapes.arrows.push({ from, to: first.rest, colour });
  }
  return shapes;
}

/** The line of shapes of a comment, without its mark. */
export function marksLine(comment: string): string {
  return (comment.split("\n").find((one) => LINE.test(one)) ?? "").replace(LINE, "");
}

/** What people and engines wrote, without the line of shapes. */
export function withoutShapes(comment: string): string {
  return comment
    .split("\n")
    .filter((line) => !LINE.test(line))
    .join("\n");
}

/** The comment with these shapes instead of those it had. */
export function withShapes(comment: string, { arrows, marks }: Shapes): string {
  const words = [
    ...arrows.map(({ from, to, colour = "green" }) => `${from}${to}:${colour}`),
    ...marks.map(({ square, colour = "green" }) => `${square}:${colour}`),
  ];
  const line = words.length > 0 ? `#marks ${words.join(" ")}` : "";
  return [withoutShapes(comment), line].filter((text) => text !== "").join("\n");
}
