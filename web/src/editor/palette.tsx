// The men to put on a board: a click takes one as brush, a mouse can drag it right to its square.
import type { TargetedPointerEvent } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardElement } from "../app/board.tsx";
import { named } from "../app/i18n.ts";
import { Choice } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import type { BoardKind, BoardVariant, Man, Side } from "../board/types.ts";
import { Listed } from "../card/listed.tsx";
import { ManPicture, spokenMan } from "../workshop/man.tsx";
import { t } from "./messages.ts";

export type Brush = Man | "erase" | null;

/** The board as the editor uses it. */
export interface EditorBoard extends BoardElement {
  brush: Brush;
  dragNew(man: Man, event: PointerEvent): void;
}

interface Props {
  variant: BoardVariant;
  brush: Brush;
  onBrush: (brush: Brush) => void;
  board: () => EditorBoard | null;
  /** The game as the server tells it, and its address: then pieces tell how they move. */
  about?: { variant: Variant; slug: string | null } | null;
}

/** From so many kinds on they are searched. */
const MANY = 40;

export function Palette({ variant, brush, onBrush, board, about = null }: Props) {
  const [side, setSide] = useState<Side>("sente");
  const [text, setText] = useState("");
  const kinds = useMemo(() => search(variant.kinds, text), [variant, text]);
  const chooseSide = (next: Side) => {
    setSide(next);
    if (brush && brush !== "erase") onBrush({ ...brush, side: next });
  };
  return (
    <div class="palette">
      <div class="row palette-tools">
        <Choice
          label={t("whose")}
          value={side}
          onChoose={chooseSide}
          choices={[
            { value: "sente", label: t("sente") },
            { value: "gote", label: t("gote") },
          ]}
        />
        <span class="grow" />
        <button type="button" class="tool" aria-pressed={brush === null} onClick={() => onBrush(null)}>
          {t("moveTool")}
        </button>
        <button
          type="button"
          class="tool"
          aria-pressed={brush === "erase"}
          onClick={() => onBrush(brush === "erase" ? null : "erase")}
        >
          {t("eraseTool")}
        </button>
      </div>
      {variant.kinds.length > MANY && (
        <input
          type="search"
          aria-label={t("searchMen")}
          placeholder={t("searchMen")}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Listed variant={about?.variant ?? null} slug={about?.slug ?? null}>
        <div class="palette-men">
          {kinds.map((kind) => (
            <PaletteMan key={kind.code} kind={kind} side={side} brush={brush} onBrush={onBrush} board={board} />
          ))}
        </div>
      </Listed>
    </div>
  );
}

interface ManProps extends Omit<Props, "variant" | "about"> {
  kind: BoardKind;
  side: Side;
}

function PaletteMan({ kind, side, brush, onBrush, board }: ManProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const man: Man = { code: kind.code, side };
  const chosen = brush !== null && brush !== "erase" && brush.code === kind.code && brush.side === side;
  const name = named({ name: kind.name ?? kind.code, nameJa: kind.nameJa });
  const move = (event: TargetedPointerEvent<HTMLButtonElement>) => {
    if (!from.current || event.pointerType === "touch" || event.buttons !== 1) return;
    if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) < 6) return;
    from.current = null;
    board()?.dragNew(man, event);
  };
  return (
    <button
      type="button"
      data-kind={kind.code}
      data-side={side}
      aria-pressed={chosen}
      aria-label={spokenMan(`${t(side)} ${name}`, kind.kanji || kind.code)}
      title={`${name} (${kind.code})`}
      onClick={() => onBrush(chosen ? null : man)}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={move}
    >
      <ManPicture kanji={kind.kanji || kind.code} gote={side === "gote"} promoted={isBack(kind)} />
    </button>
  );
}

function isBack(kind: BoardKind): boolean {
  return kind.code.startsWith("+") || Boolean(kind.demotesTo);
}

function search(kinds: readonly BoardKind[], text: string): BoardKind[] {
  const word = text.normalize("NFKC").trim().toLowerCase();
  const said = (kind: BoardKind) => [kind.code, kind.name, kind.nameJa, kind.kanji].map((s) => (s ?? "").toLowerCase());
  return kinds.filter((kind) => said(kind).some((s) => s.includes(word))).slice(0, word ? 200 : 120);
}
