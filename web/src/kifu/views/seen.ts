/** What is seen of a box that scrolls, as the browser tells it. To ask it while stepping would lay out the page at once. */
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Seen {
  left: number;
  top: number;
  wide: number;
  high: number;
}

/** Follows the box; `changed` is called when it has another size. Nothing is known (`high` 0) before the first frame. */
export function useSeen(box: { current: HTMLElement | null }, changed: () => void): { current: Seen } {
  const seen = useRef<Seen>({ left: 0, top: 0, wide: 0, high: 0 });
  const now = useRef(changed);
  now.current = changed;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver !== "function") return;
    const scrolled = () => {
      seen.current = { ...seen.current, left: element.scrollLeft, top: element.scrollTop };
    };
    const sizes = new ResizeObserver(() => {
      seen.current = {
        left: element.scrollLeft,
        top: element.scrollTop,
        wide: element.clientWidth,
        high: element.clientHeight,
      };
      now.current();
    });
    sizes.observe(element);
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, []);
  return seen;
}
