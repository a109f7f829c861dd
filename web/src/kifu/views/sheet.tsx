/** A record on paper: who played, the position on the board, and all moves of the line with what was said about them. */
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../messages.ts";
import { nodeAt, ROOT } from "../model/record.ts";
import { personal } from "../model/remarks.ts";
import type { Session } from "../session.ts";
import { header, markedWords, players } from "./words.ts";
import "../print.css";

/** How wide the diagram is on paper, in pixels of the page. */
const DIAGRAM = 420;

/** Is made when somebody prints, and only then: a long game has hundreds of moves. */
export function Sheet({ session }: { session: Session }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const board = () => element.closest(".player")?.querySelector<HTMLElement>("shogi-board") ?? null;
    const begin = () => {
      render(<Written session={session} />, element);
      const shown = board();
      if (!shown) return;
      // Ink is dear: the board is light on paper, and no larger than a diagram.
      shown.dataset.theme = "light";
      shown.style.setProperty("zoom", String(Math.min(1, DIAGRAM / shown.clientWidth)));
    };
    const end = () => {
      render(null, element);
      const shown = board();
      if (!shown) return;
      delete shown.dataset.theme;
      shown.style.removeProperty("zoom");
    };
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, [session]);
  return <div class="sheet" ref={box} />;
}

function Written({ session }: { session: Session }) {
  const record = session.record.peek();
  const { at, line } = session.cursor.peek();
  const { sente, gote } = players(record);
  const facts = [
    header(record, "棋戦", "event"),
    header(record, "開始日時", "対局日", "date"),
    header(record, "場所", "site"),
  ];
  const first = personal(nodeAt(record, ROOT));
  return (
    <>
      <p class="sheet-caption">
        {at === 0 ? t("start") : t("diagramAfter", { n: at, move: markedWords(record, session.node.peek()) })}
      </p>
      <header>
        <h1>
          ☗ {sente || t("noName")}　☖ {gote || t("noName")}
        </h1>
        <p>{facts.filter(Boolean).join(" · ")}</p>
      </header>
      {first && <p class="sheet-said">{first}</p>}
      <ol>
        {line.slice(1).map((id, n) => {
          const node = nodeAt(record, id);
          const said = personal(node);
          return (
            <li key={id}>
              <span class="sheet-number">{node.end ? "" : n + 1}</span>
              {markedWords(record, node)}
              {said && <p class="sheet-said">{said}</p>}
            </li>
          );
        })}
      </ol>
    </>
  );
}
