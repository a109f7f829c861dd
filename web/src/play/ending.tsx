// How a game ended, in the server's words.
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import type { EndView } from "../app/api-types.ts";
import { settings } from "../app/settings.ts";
import type { End } from "../app/wire.ts";

/** The sentence for an ending in the language of the page. It is empty until the server has said it. */
export function EndSentence({ reason, winner, variant }: End & { variant: string }) {
  const [sentence, setSentence] = useState("");
  const language = settings.language.value;
  useEffect(() => {
    let wanted = true;
    api.get<EndView>("/api/ending", { query: { reason, winner, variant } }).then(
      (end) => wanted && setSentence(end.sentence),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [reason, winner, variant, language]);
  return <>{sentence}</>;
}
