// Keys of a page: `useKeys({ ArrowLeft: back, f: flip, "Shift+ArrowRight": enter })`.
import { useEffect, useRef } from "preact/hooks";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

/** The name of a pressed key as the tables write it. Shift is named only for keys that print nothing. */
export function keyName(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key;
  const held = [
    event.ctrlKey || event.metaKey ? "Ctrl+" : "",
    event.altKey ? "Alt+" : "",
    event.shiftKey && key.length > 1 ? "Shift+" : "",
  ].join("");
  return held + key;
}

/** Whether the key belongs to what has the focus: a text, a choice, a dialog, or the board's own grid. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return true;
  if (document.querySelector("dialog[open]")) return true;
  return event.key === " " && target.closest("button, a, summary, [role=tab], input") !== null;
}

/** Listens while the component is there. Keys typed into fields and open dialogs are left alone. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTaken(event)) return;
      const action = current.current[keyName(event)];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
