// The pieces collected in this browser.
import { ApiError } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { Button, toast } from "../app/widgets.tsx";
import { download } from "./download.ts";
import { ManPicture } from "./man.tsx";
import { t } from "./messages.ts";
import type { Names, Piece } from "./piece.ts";
import { remove } from "./set.ts";
import { pieceSet } from "./set-store.ts";
import { type Reading, setFile } from "./wire.ts";

export function SetList({ onOpen }: { onOpen: (reading: Reading, names: Names) => void }) {
  const set = pieceSet.value;
  const open = ({ origin, name, nameJa, kanji, betza }: Piece) => {
    const { text, as, dialect } =
      origin.kind === "text" ? origin : { text: betza ?? "", as: "betza" as const, dialect: "strict" as const };
    onOpen({ text, as, dialect }, { name, nameJa, kanji });
    scrollTo({ top: 0 });
  };
  const save = async () => {
    try {
      download("pieces.yaml", await setFile(set));
    } catch (cause) {
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
    }
  };
  return (
    <section class="stack" aria-label={t("set")}>
      <div class="row">
        <h2>{t("set")}</h2>
        <span class="muted">{t("setCount", { n: set.length })}</span>
        <span class="grow" />
        {set.length > 0 && (
          <>
            <Button look="quiet" onClick={save}>
              {t("downloadPieces")}
            </Button>
            <Button href="/workshop/variant">{t("makeVariant")}</Button>
          </>
        )}
      </div>
      {set.length === 0 && <p class="muted">{t("setEmpty")}</p>}
      <ul class="piece-cards">
        {set.map((piece) => (
          <li key={piece.key} class="piece-card">
            <ManPicture kanji={piece.kanji} />
            <div>
              <strong>{named(piece)}</strong>
              <code>{piece.betza}</code>
            </div>
            <Button look="quiet" onClick={() => open(piece)} disabled={piece.origin.kind === "shipped" && !piece.betza}>
              {t("open")}
            </Button>
            <Button
              look="quiet"
              class="icon"
              aria-label={t("removeNamed", { name: named(piece) })}
              onClick={() => {
                pieceSet.value = remove(pieceSet.value, piece.key);
              }}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
