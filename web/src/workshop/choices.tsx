// What words in doubt may mean, as buttons with little boards.
import { sentence } from "../app/i18n.ts";
import { Button } from "../app/widgets.tsx";
import { Diagram } from "./diagram.tsx";
import { t } from "./messages.ts";
import type { Parsed } from "./wire.ts";

interface Props {
  parsed: Pick<Parsed, "choices" | "findings">;
  onChoose: (text: string) => void;
}

export function Choices({ parsed: { choices, findings }, onChoose }: Props) {
  return (
    <>
      {choices.map(({ finding, candidates }) => (
        <section key={finding} class="card meant" aria-labelledby={`meant-${finding}`}>
          <h2 id={`meant-${finding}`}>{t(candidates.length > 1 ? "whatIsMeant" : "isThisMeant")}</h2>
          {findings[finding] && <p class="muted">{sentence(findings[finding].message)}</p>}
          <ul>
            {candidates.map(({ text, betza, words, diagram }) => (
              <li key={text}>
                <button type="button" onClick={() => onChoose(text)}>
                  <Diagram svg={diagram} alt="" />
                  <span>{words}</span>
                  {betza && <code>{betza}</code>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The choice made for these words before, and the way back. */
export function Chosen({ text, onForget }: { text: string; onForget: () => void }) {
  return (
    <p class="row chosen" role="status">
      <span class="grow">{t("readAsChosen", { text })}</span>
      <Button look="quiet" onClick={onForget}>
        {t("askAgain")}
      </Button>
    </p>
  );
}
