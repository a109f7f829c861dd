// The men of a variant: which pieces, under which letters, with which promoted side.
import { useState } from "preact/hooks";
import { named } from "../app/i18n.ts";
import { Button } from "../app/widgets.tsx";
import { addMan, addPiece, type Draft, isCode, type Man } from "./draft.ts";
import { changeManOnBoard, removeManOnBoard, restart } from "./draft-board.ts";
import { ManPicture, spokenMan } from "./man.tsx";
import { t } from "./messages.ts";
import type { Piece } from "./piece.ts";
import { PiecePicker } from "./piece-picker.tsx";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** What the picker is open for: a new man, or a side of one that is there. */
type Wanted = { for: "new" } | { for: "front" | "back"; code: string } | null;

export function MenForm({ draft, onChange }: Props) {
  const [wanted, setWanted] = useState<Wanted>(null);
  const choose = (piece: Piece | null) => {
    setWanted(null);
    if (!wanted) return;
    if (wanted.for === "new") {
      if (piece) onChange(restart(draft, addMan(draft, piece)));
    } else if (piece) {
      const { draft: next, key } = addPiece(draft, piece);
      onChange(changeManOnBoard(next, wanted.code, wanted.for === "back" ? { promoted: key } : { piece: key }));
    } else if (wanted.for === "back") onChange(changeManOnBoard(draft, wanted.code, { promoted: null }));
  };
  return (
    <div class="stack">
      {draft.men.length === 0 && <p class="muted">{t("noMen")}</p>}
      <ul class="men">
        {draft.men.map((man) => (
          <ManRow key={man.code} draft={draft} man={man} onChange={onChange} onPick={setWanted} />
        ))}
      </ul>
      <div class="row">
        <Button look="primary" onClick={() => setWanted({ for: "new" })}>
          {t("addMan")}
        </Button>
      </div>
      <PiecePicker
        open={wanted !== null}
        title={wanted?.for === "back" ? t("pickPromoted") : t("pickPiece")}
        none={wanted?.for === "back"}
        onChoose={choose}
        onClose={() => setWanted(null)}
      />
    </div>
  );
}

interface RowProps extends Props {
  man: Man;
  onPick: (wanted: Wanted) => void;
}

function ManRow({ draft, man, onChange, onPick }: RowProps) {
  const [code, setCode] = useState(man.code);
  const front = draft.pieces.find(({ key }) => key === man.piece);
  const back = draft.pieces.find(({ key }) => key === man.promoted);
  const name = front ? named(front) : man.code;
  const taken = draft.men.some((other) => other !== man && other.code === code);
  const said = [
    man.royal && t("royal"),
    man.mostPerFile !== null && t("nifu"),
    man.noDropMate && t("noDropMate"),
  ].filter(Boolean);
  const change = (some: Partial<Man>) => onChange(changeManOnBoard(draft, man.code, some));
  const rename = (typed: string) => {
    const wanted = typed.toUpperCase();
    setCode(wanted);
    const free = !draft.men.some((other) => other !== man && other.code === wanted);
    if (isCode(wanted) && free && wanted !== man.code) change({ code: wanted });
  };
  return (
    <li class="card">
      <div class="man-row">
        <button
          type="button"
          class="face"
          data-kind={man.code}
          onClick={() => onPick({ for: "front", code: man.code })}
          aria-label={spokenMan(t("changePiece", { name }), front?.kanji ?? man.code)}
        >
          <ManPicture kanji={front?.kanji ?? man.code} />
        </button>
        <span class="arrow" aria-hidden="true">
          →
        </span>
        <button
          type="button"
          class="face"
          data-kind={back ? `+${man.code}` : undefined}
          onClick={() => onPick({ for: "back", code: man.code })}
          aria-label={
            back ? spokenMan(t("changePromoted", { name: named(back) }), back.kanji) : t("setPromoted", { name })
          }
        >
          {back ? <ManPicture kanji={back.kanji} promoted /> : <span class="no-face">＋</span>}
        </button>
        <div class="man-name">
          <strong>{name}</strong>
          <small class="muted">{back ? t("promotesTo", { name: named(back) }) : t("promotesNot")}</small>
        </div>
        <label class="code">
          <span class="hidden-text">{t("codeOf", { name })}</span>
          <input
            value={code}
            maxLength={4}
            aria-invalid={!isCode(code) || taken}
            onInput={(event) => rename(event.currentTarget.value)}
            onBlur={() => setCode(man.code)}
          />
        </label>
        <Button
          look="quiet"
          class="icon"
          aria-label={t("removeNamed", { name })}
          onClick={() => onChange(removeManOnBoard(draft, man.code))}
        >
          ✕
        </Button>
      </div>
      <details class="man-more">
        <summary>{[t("options"), ...said].join(" · ")}</summary>
        <div class="man-flags">
          <Flag label={t("royal")} value={man.royal} onChange={(royal) => change({ royal })} />
          {draft.drops && (
            <>
              <Flag
                label={t("nifu")}
                value={man.mostPerFile !== null}
                onChange={(on) => change({ mostPerFile: on ? 1 : null })}
              />
              <Flag label={t("noDropMate")} value={man.noDropMate} onChange={(noDropMate) => change({ noDropMate })} />
            </>
          )}
        </div>
      </details>
    </li>
  );
}

interface FlagProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function Flag({ label, value, onChange }: FlagProps) {
  return (
    <label class="flag">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
