// Telling somebody who looks elsewhere that it is their move: the name of the tab, a notification, a hum.
import { useEffect } from "preact/hooks";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { t } from "./messages.ts";

/** Names the tab by the game; `isMine`: it is the move of whoever sits here. */
export function useTurn(game: string, isMine: boolean): void {
  useTitle(game && isMine ? `● ${t("yourTurn")} · ${game}` : game);
  useEffect(() => {
    if (!isMine || !document.hidden) return;
    navigator.vibrate?.(120);
    if (settings.notify.value) notify(t("yourTurn"), game);
  }, [isMine]);
}

function notify(title: string, body: string): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    // One at a time: the newest takes the place of the one before.
    const shown = new Notification(title, { body, tag: "koma-turn", icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones allow only what a service worker shows; they hum.
  }
}
