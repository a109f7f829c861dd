import { useEffect } from "preact/hooks";

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Koma 駒` : "Koma 駒";
  }, [title]);
}
