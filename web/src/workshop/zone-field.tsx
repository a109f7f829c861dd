// A zone: so many ranks, far ones or one's own, or squares painted one by one. The other side's is the same turned round.
import { useId } from "preact/hooks";
import { squareName } from "../board/squares.ts";
import { campRanks, type Zone } from "./draft.ts";
import { zoneSquares } from "./draft-board.ts";
import { t } from "./messages.ts";

interface Props {
  label: string;
  zone: Zone | null;
  files: number;
  ranks: number;
  /** The whole board is a choice too. */
  whole?: boolean;
  /** One's own ranks are a choice too: where pieces are placed. */
  own?: boolean;
  onChange: (zone: Zone | null) => void;
}

export function ZoneField({ label, zone, files, ranks, whole, own, onChange }: Props) {
  const id = useId();
  const size = { files, ranks };
  const squares = new Set(zone ? zoneSquares(zone, size) : []);
  const kind = zone?.kind ?? "whole";
  const choose = (next: string) => {
    if (next === "whole") onChange(null);
    if (next === "ranks" || next === "own") onChange({ kind: next, ranks: campRanks(ranks) });
    if (next === "squares") onChange({ kind: "squares", squares: [...squares] });
  };
  const paint = (square: string) => {
    if (!squares.delete(square)) squares.add(square);
    onChange({ kind: "squares", squares: [...squares] });
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="row zone-row">
        <select id={id} value={kind} onChange={(event) => choose(event.currentTarget.value)}>
          {own && <option value="own">{t("ownRanks")}</option>}
          {whole && <option value="whole">{t("wholeBoard")}</option>}
          <option value="ranks">{t("farRanks")}</option>
          <option value="squares">{t("painted")}</option>
        </select>
        {zone && zone.kind !== "squares" && (
          <input
            type="number"
            aria-label={t(zone.kind === "own" ? "ownRanks" : "farRanks")}
            min={1}
            max={ranks}
            value={zone.ranks}
            onChange={(event) => {
              const wanted = Math.round(event.currentTarget.valueAsNumber) || 1;
              onChange({ kind: zone.kind, ranks: Math.min(Math.max(wanted, 1), ranks) });
            }}
          />
        )}
      </div>
      {zone?.kind === "squares" && (
        <>
          <p class="hint">{t("paintHint")}</p>
          <div class="painter" style={{ "--files": String(files) }}>
            {Array.from({ length: files * ranks }, (_, index) => {
              const square = squareName(index, size);
              return (
                <button
                  type="button"
                  key={square}
                  aria-label={square}
                  aria-pressed={squares.has(square)}
                  onClick={() => paint(square)}
                />
              );
            })}
          </div>
        </>
      )}
    </div>
  );
}
