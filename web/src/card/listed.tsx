// Asking about a piece in a list or a palette: by resting on it, holding it, the right button, or `i`. What is asked about
// has `data-kind`, the code of the piece, and perhaps `data-side`.
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { settings } from "../app/settings.ts";
import type { Variant } from "../app/wire.ts";
import type { AskedBy, Inspected } from "../board/inspect.ts";
import "./card.css";

/** As on a board. */
const REST_MS = 450;
const HOLD_MS = 480;

interface Props {
  variant: Variant | null;
  /** The address of the variant; null where it has none, and so no pictures. */
  slug: string | null;
  children: ComponentChildren;
}

type Shown = ComponentType<{
  variant: Variant;
  slug: string | null;
  inspected: Inspected;
  reach: null;
  isListed: boolean;
  onClose: () => void;
}>;

/** A list whose pieces tell how they move. */
export function Listed({ variant, slug, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const held = useRef(false);
  const [inspected, setInspected] = useState<Inspected | null>(null);
  const [Card, setCard] = useState<Shown | null>(null);
  const isRunning = inspected !== null;
  useEffect(() => {
    if (!isRunning || Card) return;
    void import("./piece-card.tsx").then((module) => setCard(() => module.default));
  }, [isRunning]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const itemOf = (event: Event) => (event.target as Element).closest<HTMLElement>("[data-kind]");
  const open = (item: HTMLElement, by: AskedBy) => {
    const { x, y, width, height } = item.getBoundingClientRect();
    const side = item.dataset.side === "gote" ? "gote" : "sente";
    setInspected({ code: item.dataset.kind ?? "", side, square: null, by, box: { x, y, width, height } });
  };
  const wait = (item: HTMLElement, by: AskedBy, ms: number, then?: () => void) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      then?.();
      open(item, by);
    }, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setInspected(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside has the focus, and `i` asks there
    <div
      class="listed"
      ref={box}
      onPointerOver={(event) => {
        const item = itemOf(event);
        if (event.pointerType !== "mouse") return;
        if (inspected?.by === "hover") setInspected(null);
        clearTimeout(timer.current);
        if (item && settings.cards.value && inspected?.by !== "press") wait(item, "hover", REST_MS);
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current);
        if (inspected?.by === "hover") setInspected(null);
      }}
      onPointerDown={(event) => {
        const item = itemOf(event);
        clearTimeout(timer.current);
        held.current = false;
        if (inspected?.by === "hover") setInspected(null);
        if (item && event.pointerType !== "mouse") {
          wait(item, "press", HOLD_MS, () => {
            held.current = true;
          });
        }
      }}
      onPointerUp={() => clearTimeout(timer.current)}
      onPointerCancel={() => clearTimeout(timer.current)}
      onClickCapture={(event) => {
        // Lifting the finger that asked chooses nothing.
        if (!held.current) return;
        held.current = false;
        event.preventDefault();
        event.stopPropagation();
      }}
      onContextMenu={(event) => {
        const item = itemOf(event);
        if (!item) return;
        event.preventDefault();
        open(item, "press");
      }}
      onKeyDown={(event) => {
        const item = itemOf(event);
        if (item && event.key === "i" && !event.ctrlKey && !event.metaKey) open(item, "key");
      }}
    >
      {children}
      {inspected && variant && Card && (
        <Card variant={variant} slug={slug} inspected={inspected} reach={null} isListed onClose={close} />
      )}
    </div>
  );
}
