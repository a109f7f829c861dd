// Who is signed in. Asked once when the page opens; requests that change anything wait for the answer, because those of a
// session must carry its word.
import { signal } from "@preact/signals";
import { api, bindSession } from "./api.ts";
import type { SessionView } from "./api-types.ts";

/** Null until it is known. */
export const session = signal<SessionView | null>(null);

let asked: Promise<void> | null = null;

/** Asks the server who is signed in. Where it does not answer, nobody is, as far as we know. */
export function askSession(): Promise<void> {
  asked = api.get<SessionView>("/api/session").then(
    (view) => {
      session.value = view;
    },
    () => {},
  );
  return asked;
}

/** Asks now, and tells requests from now on. */
export function openSession(): void {
  bindSession({
    word: async () => {
      await (asked ?? askSession());
      return session.value?.csrf ?? null;
    },
    renew: askSession,
  });
  void askSession();
}

/** What the server said when somebody signed in or out. */
export function setSession(view: SessionView): void {
  session.value = view;
}
