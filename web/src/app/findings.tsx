import type { Finding } from "./api.ts";
import { sentence } from "./i18n.ts";
import { t } from "./messages.ts";

interface Props {
  findings: readonly Finding[];
  /** Called with the finding whose place was chosen, to bring the text there into view. */
  onPlace?: (finding: Finding) => void;
}

/** What is to be said about a text: where, the words, the cause, the help. Everything is set as text. */
export function Findings({ findings, onPlace }: Props) {
  if (!findings.length) return null;
  return (
    <ul class="findings">
      {findings.map((finding, index) => (
        <li key={index} class={finding.severity}>
          <span class="severity">{t(finding.severity)}</span>
          {finding.line != null &&
            (onPlace ? (
              <button type="button" class="where" onClick={() => onPlace(finding)}>
                {where(finding)}
              </button>
            ) : (
              <span class="where">{where(finding)}</span>
            ))}
          <span class="message">{sentence(finding.message)}</span>
          {finding.text && !finding.message.includes(`\`${finding.text}\``) && <code>{finding.text}</code>}
          {finding.help && <p class="help">{sentence(finding.help)}</p>}
        </li>
      ))}
    </ul>
  );
}

function where({ line, column }: Finding): string {
  if (column == null) return t("atLine", { line: line ?? 0 });
  return t("at", { line: line ?? 0, column });
}
