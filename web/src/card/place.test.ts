import { expect, test } from "vitest";
import { placeCard } from "./place.ts";

const card = { width: 300, height: 200 };
const desktop = { width: 1366, height: 850 };
const phone = { width: 390, height: 844 };
const piece = (x: number, y: number) => ({ x, y, width: 40, height: 44 });
const overlaps = (at: { left: number; top: number }, box: ReturnType<typeof piece>) =>
  at.left < box.x + box.width &&
  at.left + card.width > box.x &&
  at.top < box.y + box.height &&
  at.top + card.height > box.y;

test("a card stands beside its piece, on either side, above or below it, and stays in the window", () => {
  for (const view of [desktop, phone, { width: 844, height: 390 }]) {
    for (let x = 0; x <= view.width - 40; x += 25) {
      for (let y = 0; y <= view.height - 44; y += 25) {
        const at = placeCard(piece(x, y), card, view);
        expect(at.left).toBeGreaterThanOrEqual(8);
        expect(at.top).toBeGreaterThanOrEqual(8);
        expect(at.left + card.width).toBeLessThanOrEqual(view.width - 8);
        expect(at.top + card.height).toBeLessThanOrEqual(view.height - 8);
        const hasRoom = view !== phone || y > 220 || y < 580;
        if (hasRoom && view.height > 500) expect(overlaps(at, piece(x, y))).toBe(false);
      }
    }
  }
});

test("a window smaller than the card shows its beginning", () => {
  expect(placeCard(piece(10, 10), card, { width: 200, height: 150 })).toEqual({ left: 8, top: 8 });
});

test("a card stands where it covers the least of what its piece reaches", () => {
  // A rook in the middle of the window: beside it the card would lie on its way.
  const rook = { x: 600, y: 400, width: 40, height: 40 };
  const reach = Array.from({ length: 8 }, (_, at) => ({ x: 660 + 40 * at, y: 420 }));
  const at = placeCard(rook, card, desktop, reach);
  expect(at.left + card.width).toBeLessThanOrEqual(600);
  const cross = [...reach, ...reach.map(({ x }) => ({ x: 1240 - x, y: 420 }))];
  for (const points of [cross, [...cross, ...cross.map(({ x }) => ({ x: 620, y: x - 200 }))]]) {
    const { left, top } = placeCard(rook, card, desktop, points);
    const isUnder = ({ x, y }: { x: number; y: number }) =>
      x > left && x < left + card.width && y > top && y < top + card.height;
    expect(points.filter(isUnder)).toEqual([]);
  }
});
