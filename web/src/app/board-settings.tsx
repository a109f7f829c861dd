// How boards look and behave: the same choices on the page of settings and behind the gear at a board.
import type { Signal } from "@preact/signals";
import { settings } from "./settings.ts";
import { t } from "./settings-messages.ts";
import { Choice, Field, Switch, toast } from "./widgets.tsx";

/** What is seen: faces, marks, coordinates. */
export function BoardLook() {
  const { pieces, coordinates, notation, dots, targets, cards, animation } = settings;
  return (
    <>
      <Choice
        label={t("pieces")}
        value={pieces.value}
        choices={[
          { value: "kanji", label: t("piecesKanji") },
          { value: "twoKanji", label: t("piecesTwoKanji") },
          { value: "letters", label: t("piecesLetters") },
        ]}
        onChoose={(value) => {
          pieces.value = value;
        }}
      />
      <Choice
        label={t("coordinates")}
        value={coordinates.value}
        choices={[
          { value: "japanese", label: t("coordinatesJapanese") },
          { value: "usi", label: t("coordinatesUsi") },
          { value: "numeric", label: t("coordinatesNumeric") },
          { value: "none", label: t("coordinatesNone") },
        ]}
        onChoose={(value) => {
          coordinates.value = value;
        }}
      />
      <Choice
        label={t("notation")}
        value={notation.value}
        choices={[
          { value: "auto", label: t("notationAuto") },
          { value: "japanese", label: t("notationJapanese") },
          { value: "western", label: t("notationWestern") },
        ]}
        onChoose={(value) => {
          notation.value = value;
        }}
      />
      <Kept name="dots" setting={dots} />
      <Kept name="targets" setting={targets} />
      <Kept name="cards" setting={cards} />
      <Kept name="animation" setting={animation} />
    </>
  );
}

/** What happens at a table: sounds, voices, questions. `onVolume` lets a change be heard. */
export function TableWays({ onVolume }: { onVolume?: () => void }) {
  const { volume, confirm, premove, spoken, notify } = settings;
  return (
    <>
      <Field label={t("volume")}>
        {(id) => (
          <div class="row volume">
            <input
              id={id}
              type="range"
              min={0}
              max={100}
              step={10}
              value={volume.value}
              aria-valuetext={volumeWords(volume.value)}
              onInput={(event) => {
                volume.value = event.currentTarget.valueAsNumber;
              }}
              onChange={onVolume}
            />
            <span class="muted">{volumeWords(volume.value)}</span>
          </div>
        )}
      </Field>
      <Choice
        label={t("confirm")}
        value={confirm.value}
        choices={[
          { value: "auto", label: t("confirmAuto") },
          { value: "always", label: t("confirmAlways") },
          { value: "never", label: t("confirmNever") },
        ]}
        onChoose={(value) => {
          confirm.value = value;
        }}
      />
      <Kept name="premove" setting={premove} />
      <Kept name="spoken" setting={spoken} />
      <Switch label={t("notify")} value={notify.value} onChange={(wanted) => void askToNotify(wanted)} />
    </>
  );
}

const volumeWords = (volume: number) => (volume === 0 ? t("volumeOff") : `${volume}%`);

type Name = "dots" | "targets" | "cards" | "animation" | "premove" | "spoken";

function Kept({ name, setting }: { name: Name; setting: Signal<boolean> }) {
  return (
    <Switch
      label={t(name)}
      value={setting.value}
      onChange={(value) => {
        setting.value = value;
      }}
    />
  );
}

/** The browser is asked once it is wanted; where it says no, so does the switch. */
async function askToNotify(wanted: boolean): Promise<void> {
  settings.notify.value = wanted;
  if (!wanted) return;
  const may = typeof Notification === "undefined" ? "denied" : await Notification.requestPermission();
  if (may === "granted") return;
  settings.notify.value = false;
  toast(t("notifyDenied"), "warning");
}
