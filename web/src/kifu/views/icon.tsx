const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7Z",
  back: "M16 5l-9 7 9 7Z",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7Z",
  last: "M18 5v14M5 5l9 7-9 7Z",
  flip: "M7 4v14M3 14l4 4 4-4M17 20V6M13 10l4-4 4 4",
  fork: "M6 20V4M6 9c0 5 3 7 8 7h4M15 12l4 4-4 4",
  edit: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
  pen: "M4 20l2-6L16 4l4 4L10 18ZM13 7l4 4M4 20h4",
  bookmark: "M7 3h10v18l-5-4-5 4Z",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10",
  previous: "M14 6l-6 6 6 6M20 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0",
  next: "M10 6l6 6-6 6M8 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0",
} as const;

/** A small drawing; the button it is in has the name. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
