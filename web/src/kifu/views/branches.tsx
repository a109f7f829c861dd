/** The moves one can choose from: instead of the current one, and after it where there are several. */
import { useMemo } from "preact/hooks";
import { Button } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { alternatives, continuations, goToNode, inVariation, leave } from "../model/cursor.ts";
import { branches, type GameRecord, nodeAt } from "../model/record.ts";
import type { Session } from "../session.ts";
import { markedWords } from "./words.ts";

export function Branches({ session }: { session: Session }) {
  const cursor = session.cursor.value;
  const here = alternatives(cursor);
  const next = continuations(cursor);
  const isInside = inVariation(cursor);
  const { record } = cursor;
  const hasSome = useMemo(() => branches(record) > 0, [record]);
  if (here.length < 2 && next.length < 2 && !isInside) {
    // Their place stays where there are some elsewhere: the list above does not jump while one steps.
    return hasSome ? <div class="branches" /> : null;
  }
  return (
    <div class="branches">
      {next.length > 1 && (
        <Choice
          session={session}
          label={t("nextMoves")}
          ids={next}
          chosen={cursor.line[cursor.at + 1]}
          record={cursor.record}
        />
      )}
      {here.length > 1 && (
        <Choice
          session={session}
          label={t("insteadOf")}
          ids={here}
          chosen={session.node.value.id}
          record={cursor.record}
        />
      )}
      {isInside && (
        <Button look="quiet" onClick={() => session.go(leave)}>
          ← {t("backToMain")}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  session: Session;
  record: GameRecord;
  label: string;
  ids: readonly number[];
  chosen: number | undefined;
}

function Choice({ session, record, label, ids, chosen }: ChoiceProps) {
  return (
    <div class="choice-of-moves">
      <span class="muted">{label}</span>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => session.go((cursor) => goToNode(cursor, id))}
            >
              {markedWords(record, nodeAt(record, id))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
