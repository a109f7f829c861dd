import { useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { go } from "../app/router.ts";
import { toast } from "../app/widgets.tsx";
import { usualLevel } from "../engine/level.ts";
import { keepMade } from "./made-store.ts";
import { t } from "./messages.ts";
import { storeVariant } from "./wire.ts";

interface Text {
  text: string;
  format: "yaml" | "ini";
  /** The section of an ini file. */
  name?: string;
  /** What the variant is called, for the list of those made in this browser. */
  called?: { name: string; nameJa: string };
}

/** Storing a variant, once for a text: to play it, or to give others its address. */
export function useStore() {
  const ids = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const store = async (what: Text): Promise<string | null> => {
    const key = JSON.stringify(what);
    const known = ids.current.get(key);
    if (known) return known;
    setBusy(true);
    try {
      const id = await storeVariant(what.text, what.format, what.name);
      ids.current.set(key, id);
      keepMade({ id, name: what.called?.name ?? what.name ?? "", nameJa: what.called?.nameJa ?? "" });
      return id;
    } catch (cause) {
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
      return null;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    /** To the table, for both sides or against the computer. */
    play: async (what: Text, computer = false) => {
      const id = await store(what);
      if (id) go(computer ? `/play/${id}?computer=${usualLevel()}` : `/play/${id}`);
    },
    /** The address of its rules page, for others. */
    share: async (what: Text): Promise<string | null> => {
      const id = await store(what);
      if (!id) return null;
      const address = `${location.origin}/variants/${id}`;
      try {
        await navigator.clipboard.writeText(address);
        toast(t("linkCopied"));
      } catch {
        // No clipboard: the address is shown, and can be selected there.
      }
      return address;
    },
  };
}
