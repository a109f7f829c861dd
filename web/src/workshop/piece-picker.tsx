// Choosing a piece: one's own set first, then everything shipped.
import { useMemo, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { getOnce, useResource, useVariants } from "../app/resource.ts";
import { settings } from "../app/settings.ts";
import { Button, Dialog, Field, Loading, Refused, toast } from "../app/widgets.tsx";
import { ManPicture } from "./man.tsx";
import { t } from "./messages.ts";
import { type Piece, pieceFrom } from "./piece.ts";
import { pieceSet } from "./set-store.ts";
import { type ShippedSummary, shipped } from "./wire.ts";

/** How many shipped pieces are shown at once; the search narrows them. */
const SHOWN = 60;

interface Props {
  open: boolean;
  title: string;
  /** Whether "none" may be chosen. */
  none?: boolean;
  onChoose: (piece: Piece | null) => void;
  onClose: () => void;
}

export function PiecePicker({ open, title, none, onChoose, onClose }: Props) {
  return (
    <Dialog open={open} title={title} onClose={onClose} wide>
      {open && <Choices none={none} onChoose={onChoose} />}
    </Dialog>
  );
}

function Choices({ none, onChoose }: Pick<Props, "none" | "onChoose">) {
  const [text, setText] = useState("");
  const games = useVariants().value ?? [];
  const list = useResource(() => getOnce<ShippedSummary[]>("/api/pieces"), [settings.language.value]);
  const own = useMemo(() => search(pieceSet.value, text), [text]);
  const found = useMemo(() => search(list.value ?? [], text), [list.value, text]);
  const choose = async (summary: ShippedSummary) => {
    try {
      onChoose(await shippedPiece(summary));
    } catch (cause) {
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
    }
  };
  return (
    <>
      <Field label={t("searchPieces")}>
        {(id) => (
          <input id={id} type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} autofocus />
        )}
      </Field>
      <div class="row">
        {none && <Button onClick={() => onChoose(null)}>{t("noPiece")}</Button>}
        <Button look="quiet" href="/workshop">
          {t("newPiece")}
        </Button>
      </div>
      {own.length > 0 && (
        <section aria-label={t("set")}>
          <h3>{t("set")}</h3>
          <ul class="pick">
            {own.map((piece) => (
              <Row key={piece.key} piece={piece} onClick={() => onChoose(piece)} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t("shipped")}>
        <h3>
          {t("shipped")} <small class="muted">{t("setCount", { n: found.length })}</small>
        </h3>
        {list.loading && <Loading />}
        {list.error && <Refused error={list.error} retry={list.retry} />}
        <ul class="pick">
          {found.slice(0, SHOWN).map((piece) => (
            <Row
              key={`${piece.file} ${piece.id}`}
              piece={piece}
              from={gameOf(piece.file, games)}
              onClick={() => choose(piece)}
            />
          ))}
        </ul>
        {found.length > SHOWN && <p class="hint">{t("more", { n: found.length - SHOWN })}</p>}
      </section>
    </>
  );
}

/** The game a file of pieces is of, as it is called; files are named after their games, the largest has four. */
function gameOf(file: string, games: readonly { slug: string; name: string; nameJa: string }[]): string | undefined {
  const name = file.replace(/\.yaml$/, "");
  const slug = name === "standard_shogi" ? "shogi" : name.replace(/^(taikyoku)_[a-d]$/, "$1").replaceAll("_", "-");
  const game = games.find((one) => one.slug === slug);
  return game && named(game);
}

interface RowProps {
  piece: { name: string; nameJa: string; kanji: string; betza?: string | null };
  from?: string;
  onClick: () => void;
}

function Row({ piece, from, onClick }: RowProps) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        <ManPicture kanji={piece.kanji} />
        <span>
          <strong>{named(piece)}</strong>
          <small class="muted">{[piece.betza, from].filter(Boolean).join(" · ")}</small>
        </span>
      </button>
    </li>
  );
}

/** The piece of a summary, with how it moves. */
export async function shippedPiece({ file, id }: ShippedSummary): Promise<Piece> {
  const full = await shipped(file, id);
  return pieceFrom(full, { kind: "shipped", file, id }, []);
}

/** Those with every word of the search in a name, the characters or the notation; whole names first. */
export function search<P extends RowProps["piece"]>(pieces: readonly P[], text: string): P[] {
  const words = text.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const names = (piece: P) => [piece.name, piece.nameJa, piece.kanji].map((name) => name.toLowerCase());
  const fits = pieces.filter((piece) => {
    const said = [...names(piece), (piece.betza ?? "").toLowerCase()];
    return words.every((word) => said.some((name) => name.includes(word)));
  });
  const whole = words.join(" ");
  return fits.sort((a, b) => Number(names(b).includes(whole)) - Number(names(a).includes(whole)));
}
