// The switch "attacked squares": what each side attacks in the position that is shown.
import { useEffect, useState } from "preact/hooks";
import { toast } from "../app/widgets.tsx";
import type { Side } from "../board/types.ts";
import { attacksIn, type RulesRef } from "./calls.ts";
import { t } from "./messages.ts";

/** The attacked squares of a position while they are wanted; null until they are known. */
export function useAttacks(wanted: boolean, rules: RulesRef, sfen: string): Record<Side, string[]> | null {
  const [found, setFound] = useState<{ sfen: string; squares: Record<Side, string[]> } | null>(null);
  const options = JSON.stringify(rules.options ?? {});
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    attacksIn(rules, sfen, stop.signal).then(
      (squares) => setFound({ sfen, squares }),
      () => {
        if (!stop.signal.aborted) toast(t("attacksFailed"), "warning");
      },
    );
    return () => stop.abort();
  }, [wanted, rules.variant, options, sfen]);
  return wanted && found?.sfen === sfen ? found.squares : null;
}
