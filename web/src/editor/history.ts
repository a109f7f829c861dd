// Undo and redo of any value that is replaced, not changed.

/** Values one after another, and which of them is the present one. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** How many steps back are kept. */
export const MOST_STEPS = 200;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** The next value; what had been undone is gone. A value equal to the present one is no step. */
export function push<T>(history: History<T>, next: T, same: (a: T, b: T) => boolean = Object.is): History<T> {
  if (same(history.present, next)) return history;
  return { past: [...history.past, history.present].slice(-MOST_STEPS), present: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const [present] = history.past.slice(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future };
}
