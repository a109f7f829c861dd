// The rules of a variant besides its men: promotion, drops, set-up with choice groups, endings.
import { named } from "../app/i18n.ts";
import { Button, Field, Switch } from "../app/widgets.tsx";
import { codes, type Draft, emptyDraft, type Group, MOST_GROUPS, type Outcome } from "./draft.ts";
import { usualSetup } from "./draft-board.ts";
import { ManPicture } from "./man.tsx";
import { Flag } from "./men-form.tsx";
import { t } from "./messages.ts";
import { ZoneField } from "./zone-field.tsx";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

const WHEN = ["starts_or_ends_in_zone", "ends_in_zone", "touches_zone", "enters_or_captures"] as const;
const OUTCOMES = ["loss", "win", "draw"] as const;

/** The usual rules, to come back to when a part is switched on again. */
const usual = (draft: Draft) => emptyDraft(draft.files, draft.ranks);

export function MovesForm({ draft, onChange }: Props) {
  const { promotion, drops } = draft;
  const { files, ranks } = draft;
  return (
    <div class="stack">
      <section class="card stack" aria-label={t("promotion")}>
        <Switch
          label={t("promotion")}
          value={promotion !== null}
          onChange={(on) => onChange({ ...draft, promotion: on ? usual(draft).promotion : null })}
        />
        {promotion && (
          <>
            <ZoneField
              label={t("promotionZone")}
              zone={promotion.zone}
              files={files}
              ranks={ranks}
              onChange={(zone) => zone && onChange({ ...draft, promotion: { ...promotion, zone } })}
            />
            <Field label={t("promotionWhen")}>
              {(id) => (
                <select
                  id={id}
                  value={promotion.when}
                  onChange={(event) => {
                    const when = WHEN.find((word) => word === event.currentTarget.value);
                    if (when) onChange({ ...draft, promotion: { ...promotion, when } });
                  }}
                >
                  {WHEN.map((when) => (
                    <option key={when} value={when}>
                      {t(`when-${when}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Flag
              label={t("forced")}
              value={promotion.forced}
              onChange={(forced) => onChange({ ...draft, promotion: { ...promotion, forced } })}
            />
          </>
        )}
      </section>
      <section class="card stack" aria-label={t("drops")}>
        <Switch
          label={t("drops")}
          value={drops !== null}
          onChange={(on) => onChange({ ...draft, drops: on ? usual(draft).drops : null })}
        />
        {drops && (
          <>
            <ZoneField
              label={t("dropZone")}
              zone={drops.zone}
              files={files}
              ranks={ranks}
              whole
              own
              onChange={(zone) => onChange({ ...draft, drops: { ...drops, zone } })}
            />
            <Flag
              label={t("capturesToHand")}
              value={drops.capturesToHand}
              onChange={(capturesToHand) => onChange({ ...draft, drops: { ...drops, capturesToHand } })}
            />
            <Flag
              label={t("staysPromoted")}
              value={drops.staysPromoted}
              onChange={(staysPromoted) => onChange({ ...draft, drops: { ...drops, staysPromoted } })}
            />
            <Flag
              label={t("dropsCheck")}
              value={drops.mayCheck}
              onChange={(mayCheck) => onChange({ ...draft, drops: { ...drops, mayCheck } })}
            />
          </>
        )}
      </section>
    </div>
  );
}

export function SetupForm({ draft, onChange }: Props) {
  const { setup, groups } = draft;
  const { files, ranks } = draft;
  const changeGroup = (at: number, some: Partial<Group>) =>
    onChange({ ...draft, groups: groups.map((group, i) => (i === at ? { ...group, ...some } : group)) });
  return (
    <div class="stack">
      <section class="card stack" aria-label={t("setup")}>
        <Switch
          label={t("setup")}
          value={setup !== null}
          onChange={(on) => onChange({ ...draft, setup: on ? usualSetup(draft) : null })}
        />
        <p class="hint">{t("setupHint")}</p>
        {setup && (
          <>
            <CodeChoice
              label={t("setupKinds")}
              draft={draft}
              chosen={setup.kinds}
              onChange={(kinds) => onChange({ ...draft, setup: { ...setup, kinds } })}
            />
            <ZoneField
              label={t("setupZone")}
              zone={setup.zone}
              files={files}
              ranks={ranks}
              whole
              own
              onChange={(zone) => onChange({ ...draft, setup: { ...setup, zone } })}
            />
            <Flag
              label={t("setupMustDrop")}
              value={setup.mustDrop}
              onChange={(mustDrop) => onChange({ ...draft, setup: { ...setup, mustDrop } })}
            />
          </>
        )}
      </section>
      <section class="card stack" aria-label={t("groups")}>
        <h3>{t("groups")}</h3>
        <p class="hint">{t("groupsHint")}</p>
        {groups.map((group, at) => (
          <fieldset class="group" key={`group ${at + 1}`}>
            <legend>{t("group", { n: at + 1 })}</legend>
            <CodeChoice
              label={t("groupOptions")}
              draft={draft}
              chosen={group.options}
              onChange={(options) => changeGroup(at, { options })}
            />
            <div class="row">
              <label class="row">
                {t("groupLimit")}
                <input
                  type="number"
                  min={1}
                  max={1296}
                  value={group.limit}
                  onChange={(event) => {
                    const limit = Math.round(event.currentTarget.valueAsNumber) || 1;
                    changeGroup(at, { limit: Math.min(Math.max(limit, 1), 1296) });
                  }}
                />
              </label>
              <label class="row">
                {t("lockUnused")}
                <select
                  value={group.lockUnused}
                  onChange={(event) => {
                    const value = event.currentTarget.value;
                    changeGroup(at, { lockUnused: value === "setup" || value === "game" ? value : "no" });
                  }}
                >
                  {(["no", "setup", "game"] as const).map((word) => (
                    <option key={word} value={word}>
                      {t(`lock-${word}`)}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <Flag label={t("required")} value={group.required} onChange={(required) => changeGroup(at, { required })} />
            <div class="row">
              <Button look="quiet" onClick={() => onChange({ ...draft, groups: groups.filter((_, i) => i !== at) })}>
                {t("removeGroup", { n: at + 1 })}
              </Button>
            </div>
          </fieldset>
        ))}
        <div class="row">
          <Button
            disabled={groups.length >= MOST_GROUPS}
            onClick={() => {
              const group: Group = { options: [], limit: 1, required: setup !== null, lockUnused: "no" };
              onChange({ ...draft, groups: [...groups, group] });
            }}
          >
            {t("addGroup")}
          </Button>
        </div>
      </section>
    </div>
  );
}

export function EndingsForm({ draft, onChange }: Props) {
  const { repetition, goal } = draft;
  return (
    <div class="card stack">
      <Field label={t("wins")}>
        {(id) => (
          <select
            id={id}
            value={String(draft.checkRules)}
            onChange={(event) => onChange({ ...draft, checkRules: event.currentTarget.value === "true" })}
          >
            <option value="true">{t("byMate")}</option>
            <option value="false">{t("byCapture")}</option>
          </select>
        )}
      </Field>
      <OutcomeField label={t("noMove")} value={draft.noMove} onChange={(noMove) => onChange({ ...draft, noMove })} />
      <Switch
        label={t("repetition")}
        value={repetition !== null}
        onChange={(on) => onChange({ ...draft, repetition: on ? usual(draft).repetition : null })}
      />
      {repetition && (
        <div class="row inset">
          <label class="row">
            {t("times")}
            <input
              type="number"
              min={2}
              max={255}
              value={repetition.times}
              onChange={(event) => {
                const times = Math.round(event.currentTarget.valueAsNumber) || 4;
                onChange({ ...draft, repetition: { ...repetition, times: Math.min(Math.max(times, 2), 255) } });
              }}
            />
          </label>
          <OutcomeField
            label={t("repetitionIs")}
            value={repetition.outcome}
            onChange={(outcome) => onChange({ ...draft, repetition: { ...repetition, outcome } })}
          />
        </div>
      )}
      <Switch
        label={t("goal")}
        value={goal !== null}
        onChange={(on) => {
          const men = draft.men.filter((man) => man.royal).map((man) => man.code);
          onChange({ ...draft, goal: on ? { men, zone: { kind: "ranks", ranks: 1 } } : null });
        }}
      />
      {goal && (
        <div class="stack inset">
          <CodeChoice
            label={t("goalMen")}
            draft={draft}
            chosen={goal.men}
            onChange={(men) => onChange({ ...draft, goal: { ...goal, men } })}
          />
          <ZoneField
            label={t("goalZone")}
            zone={goal.zone}
            files={draft.files}
            ranks={draft.ranks}
            onChange={(zone) => zone && onChange({ ...draft, goal: { ...goal, zone } })}
          />
        </div>
      )}
      <Field label={t("impasse")}>
        {(id) => (
          <select
            id={id}
            value={draft.impasse}
            onChange={(event) => {
              const value = event.currentTarget.value;
              onChange({ ...draft, impasse: value === "27-point" || value === "24-point" ? value : "none" });
            }}
          >
            <option value="none">{t("impasseNone")}</option>
            <option value="27-point">{t("impasse27")}</option>
            <option value="24-point">{t("impasse24")}</option>
          </select>
        )}
      </Field>
    </div>
  );
}

interface OutcomeProps {
  label: string;
  value: Outcome;
  onChange: (value: Outcome) => void;
}

function OutcomeField({ label, value, onChange }: OutcomeProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const outcome = OUTCOMES.find((word) => word === event.currentTarget.value);
            if (outcome) onChange(outcome);
          }}
        >
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t(`outcome-${outcome}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CodeChoiceProps {
  label: string;
  draft: Draft;
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Some of the men, each a toggle. */
function CodeChoice({ label, draft, chosen, onChange }: CodeChoiceProps) {
  const faces = new Map(
    draft.men.flatMap((man) => [
      [man.code, man.piece] as const,
      ...(man.promoted === null ? [] : [[`+${man.code}`, man.promoted] as const]),
    ]),
  );
  const men = codes(draft).map((code) => {
    const piece = draft.pieces.find(({ key }) => key === faces.get(code));
    return { code, kanji: piece?.kanji ?? code, name: piece ? named(piece) : code };
  });
  return (
    <fieldset class="code-choice">
      <legend>{label}</legend>
      {men.map(({ code, kanji, name }) => (
        <label key={code} title={code}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={(event) => {
              const others = chosen.filter((other) => other !== code);
              onChange(event.currentTarget.checked ? [...others, code] : others);
            }}
          />
          <span>
            <ManPicture kanji={kanji} promoted={code.startsWith("+")} />
            {name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
