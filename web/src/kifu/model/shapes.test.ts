import { expect, test } from "vitest";
import { BLANK } from "./record.ts";
import { isMarked, personal } from "./remarks.ts";
import { shapesOf, withoutShapes, withShapes } from "./shapes.ts";

const shapes = {
  arrows: [
    { from: "7g", to: "7f", colour: "green" },
    { from: "12l", to: "10aj", colour: "red" },
  ],
  marks: [{ square: "5e", colour: "blue" }],
};

test("arrows and rings are a line of the comment, and come back from it", () => {
  const comment = withShapes("a good move\nindeed", shapes);
  expect(comment).toBe("a good move\nindeed\n#marks 7g7f:green 12l10aj:red 5e:blue");
  expect(shapesOf(comment)).toEqual(shapes);
  expect(withoutShapes(comment)).toBe("a good move\nindeed");
  expect(withShapes(comment, { arrows: [], marks: [] })).toBe("a good move\nindeed");
  expect(withShapes("", { arrows: [], marks: [] })).toBe("");
});

test("what is no shape is passed over, and no other line is taken for theirs", () => {
  expect(shapesOf("#marks 7g7f:pink 99 5e:red oops 7g7f7e")).toEqual({
    arrows: [{ from: "7g", to: "7f", colour: "green" }],
    marks: [{ square: "5e", colour: "red" }],
  });
  expect(shapesOf("#marksman 7g7f\nsee #marks 5e")).toEqual({ arrows: [], marks: [] });
});

test("nobody reads the line as words; the move is worth a jump", () => {
  const node = { ...BLANK, comment: withShapes("", shapes) };
  expect(personal(node)).toBe("");
  expect(isMarked(node)).toBe(true);
  expect(personal({ ...BLANK, comment: withShapes("*評価 1\nnice", shapes), analysis: [{ score: 1 }] })).toBe("nice");
});
