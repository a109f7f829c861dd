// Something long that goes on while people are on other pages; the frame shows how far it is.
import { signal } from "@preact/signals";

export interface Task {
  words: string;
  done: number;
  all: number;
  /** Where more is said about it. */
  href: string;
  isOver?: boolean;
}

export const task = signal<Task | null>(null);

// Whoever closes the page would stop it.
if (typeof addEventListener === "function") {
  addEventListener("beforeunload", (event) => {
    if (task.value && !task.value.isOver) event.preventDefault();
  });
}
