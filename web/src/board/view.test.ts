import { expect, test } from "vitest";
import { Edge } from "./draw.ts";
import { centredOn, clamped, frontOf, mostZoom, openingView, panned, revealing, WHOLE, zoomedAt } from "./view.ts";

/** A taikyoku board 1,000 pixels wide. */
const CELL = 1000 / 36;

test("a shogi board opens whole, a taikyoku board zoomed on the near side", () => {
  expect(openingView(60)).toEqual(WHOLE);
  const view = openingView(CELL);
  expect(view.zoom * CELL).toBeCloseTo(42);
  expect(view.y).toBeCloseTo(1 - 1 / view.zoom);
  expect(view.x + 0.5 / view.zoom).toBeCloseTo(0.5);
});

test("zooming keeps what is under the pointer", () => {
  const focus = { x: 0.25, y: 0.7 };
  const before = clamped({ zoom: 2, x: 0.3, y: 0.3 }, CELL);
  const after = zoomedAt(before, 1.3, focus, CELL);
  const under = (view: typeof before) => [view.x + focus.x / view.zoom, view.y + focus.y / view.zoom];
  expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? 0);
  expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? 0);
});

test("no view shows what is beside the board, or comes too close", () => {
  for (const view of [
    { zoom: 0.1, x: 0, y: 0 },
    { zoom: 100, x: 5, y: -5 },
    { zoom: 2, x: 0.9, y: 0.9 },
  ]) {
    const { zoom, x, y } = clamped(view, CELL);
    expect(zoom).toBeGreaterThanOrEqual(1);
    expect(zoom).toBeLessThanOrEqual(mostZoom(CELL));
    for (const at of [x, y]) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at + 1 / zoom).toBeLessThanOrEqual(1 + 1e-9);
    }
  }
});

test("the board follows a finger", () => {
  const view = panned({ zoom: 2, x: 0.25, y: 0.25 }, 0.1, -0.1, CELL);
  expect(view.x).toBeCloseTo(0.2);
  expect(view.y).toBeCloseTo(0.3);
});

test("revealing a square that is seen changes nothing; another is brought in", () => {
  const view = { zoom: 2, x: 0.25, y: 0.25 };
  const box = (x: number, y: number) => ({ x, y, width: 1 / 36, height: 1 / 36 });
  expect(revealing(view, box(0.5, 0.5), CELL)).toEqual(view);
  const moved = revealing(view, box(0, 0.5), CELL);
  expect(moved.x).toBe(0);
  expect(moved.y).toBe(0.25);
});

test("the minimap centres what is clicked", () => {
  const view = centredOn({ zoom: 4, x: 0, y: 0 }, { x: 0.5, y: 0.25 }, CELL);
  expect(view.x).toBeCloseTo(0.375);
  expect(view.y).toBeCloseTo(0.125);
});

test("no number at the edge is cut in two", () => {
  const edge = new Edge("ranks", { files: 36, ranks: 36 });
  edge.setLabels("japanese");
  const seen = () => [...edge.svg.children].filter((text) => text.getAttribute("visibility") === "visible");
  edge.setView(WHOLE, false, 20);
  expect(seen()).toHaveLength(36);
  // The upper half of the 28th rank lies outside.
  edge.setView({ zoom: 4, x: 0, y: 27.5 / 36 }, false, 60);
  expect(seen()[0]?.textContent).toBe("二十九");
  expect(seen().at(-1)?.textContent).toBe("三十六");
});

test("a deep camp opens with its first rank in sight, and the ground before it", () => {
  const size = { files: 36, ranks: 36 };
  const men = Array.from({ length: 36 * 36 }, (_, at) => {
    const row = Math.floor(at / 36);
    return row < 11 || row > 24 ? "man" : null;
  });
  const front = frontOf(men, size, false);
  expect(front).toBe(25 / 36);
  expect(frontOf(men, size, true)).toBe(25 / 36);
  // A phone: 10 pixels a cell.
  const { y, zoom } = openingView(10, front);
  expect(zoom).toBeGreaterThan(4);
  expect(y).toBeLessThan(front);
  expect(y + 1 / zoom).toBeGreaterThan(front + 2 / 36);
  // Half the board is seen on a large screen: that is the near half.
  expect(openingView(21, front).y).toBeCloseTo(0.5);
  expect(frontOf([], size, false)).toBe(1);
});
