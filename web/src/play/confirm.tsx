// A move that is asked about before it is played: on large boards one tap may take eighteen pieces, seven of them one's own.
import { useEffect, useRef } from "preact/hooks";
import { named } from "../app/i18n.ts";
import { settings } from "../app/settings.ts";
import { Button } from "../app/widgets.tsx";
import type { PositionView, Variant } from "../app/wire.ts";
import { readSfen } from "../board/sfen.ts";
import { readUsi } from "../board/usi.ts";
import { squareText } from "../board/words.ts";
import { t } from "./messages.ts";

/** Whether a move on this board is asked about. */
export function asksFirst({ files, ranks }: { files: number; ranks: number }, isTouch = touches()): boolean {
  const { value } = settings.confirm;
  return value === "always" || (value === "auto" && isTouch && files * ranks > 144);
}

const touches = () => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** A move that is not played yet, in words: `Lion 7g → 7e · takes 2`. */
export function plainly(usi: string, shown: PositionView, variant: Variant): string {
  const move = readUsi(usi, variant);
  if (!move || move.type === "pass") return usi;
  const { men } = readSfen(shown.sfen, variant).position;
  const language = settings.language.value;
  const kindOf = (code: string) => variant.kinds.find((kind) => kind.code === code);
  const square = (at: number) => squareText(at, variant, language);
  const way = move.type === "drop" ? [move.to] : [move.from, ...move.steps];
  const kind = kindOf(move.type === "drop" ? move.code : (men[move.from]?.code ?? ""));
  const taken =
    shown.captures[usi]?.length ??
    (move.type === "board" ? move.steps.filter((at) => at !== move.from && men[at]).length : 0);
  const words = [`${kind ? named(kind) : ""} ${way.map(square).join(" → ")}`.trim()];
  if (move.type === "board" && move.promotes) words.push(t("promotes"));
  if (taken > 0) words.push(t("takesN", { n: taken }));
  return words.join(" · ");
}

/** The question, at the bottom of the window, where it covers no button. */
export function Confirm({ words, onPlay, onCancel }: { words: string; onPlay: () => void; onCancel: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={bar}
      class="confirm-move"
      role="alertdialog"
      aria-label={t("confirmMove")}
      aria-describedby="confirm-words"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id="confirm-words">{words}</p>
      <div class="row">
        <Button onClick={onCancel}>{t("notThis")}</Button>
        <Button look="primary" onClick={onPlay}>
          {t("playThis")}
        </Button>
      </div>
    </div>
  );
}
