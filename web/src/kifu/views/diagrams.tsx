/** Sheets of diagrams to print, two to six on a page: for lessons and handouts. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { Board } from "../../app/board.tsx";
import { useVariant } from "../../app/resource.ts";
import { Button, Choice, Dialog, Field, Switch } from "../../app/widgets.tsx";
import type { Variant } from "../../app/wire.ts";
import { t } from "../messages.ts";
import { readPlies, usualPlies } from "../model/plies.ts";
import { lastPosition, nodeAt } from "../model/record.ts";
import { personal } from "../model/remarks.ts";
import { shapesOf } from "../model/shapes.ts";
import type { Session } from "../session.ts";
import { header, markedWords, players } from "./words.ts";
import "../diagrams.css";

const PER_PAGE = ["2", "4", "6"] as const;
/** More than anybody prints; each is a board. */
const MOST = 120;

export function Diagrams({ session, onClose }: { session: Session; onClose: () => void }) {
  const { line, at } = session.cursor.value;
  const record = session.record.value;
  const last = line.findLastIndex((id) => nodeAt(record, id).end === null);
  const marked = line.flatMap((id, ply) => (personal(nodeAt(record, id)) || hasShapes(session, id) ? [ply] : []));
  const [text, setText] = useState(() => usualPlies(marked, last, at).join(", "));
  const [per, setPer] = useState<(typeof PER_PAGE)[number]>("4");
  const [comments, setComments] = useState(true);
  const variant = useVariant(record.variant).value;
  const plies = readPlies(text, last);
  const problem = plies.length === 0 ? t("sheetNone") : plies.length > MOST ? t("sheetMany", { n: MOST }) : null;
  const printAll = () => {
    if (!variant) return;
    onClose();
    void printSheets(
      <Sheets session={session} variant={variant} plies={plies} per={Number(per)} comments={comments} />,
    );
  };
  return (
    <Dialog
      open
      title={t("sheetTitle")}
      onClose={onClose}
      foot={
        <Button look="primary" disabled={problem !== null || !variant} onClick={printAll}>
          {t("printNow")}
        </Button>
      }
    >
      <div class="stack">
        <Field label={t("sheetPlies")} hint={t("sheetPliesHint")} error={problem ?? undefined}>
          {(id) => <input id={id} value={text} onInput={(event) => setText(event.currentTarget.value)} />}
        </Field>
        <Choice
          label={t("sheetPer")}
          value={per}
          choices={PER_PAGE.map((value) => ({ value, label: value }))}
          onChoose={setPer}
        />
        <Switch label={t("sheetComments")} value={comments} onChange={setComments} />
        <p class="muted" role="status">
          {t("sheetCount", { n: plies.length, pages: Math.ceil(plies.length / Number(per)) })}
        </p>
      </div>
    </Dialog>
  );
}

const hasShapes = (session: Session, id: number) => {
  const { arrows, marks } = shapesOf(nodeAt(session.record.peek(), id).comment);
  return arrows.length + marks.length > 0;
};

interface SheetsProps {
  session: Session;
  variant: Variant;
  plies: number[];
  per: number;
  comments: boolean;
}

function Sheets({ session, variant, plies, per, comments }: SheetsProps) {
  const record = session.record.peek();
  const { line } = session.cursor.peek();
  const { sente, gote } = players(record);
  const title = `☗ ${sente || t("noName")}　☖ ${gote || t("noName")}`;
  const facts = [header(record, "棋戦", "event"), header(record, "開始日時", "対局日", "date")]
    .filter(Boolean)
    .join(" · ");
  const pages = Array.from({ length: Math.ceil(plies.length / per) }, (_, n) => plies.slice(n * per, (n + 1) * per));
  return (
    <>
      {pages.map((page) => (
        <section key={page[0]} class={`diagram-page per-${per}`}>
          <header>
            <h2>{title}</h2>
            <p>{facts}</p>
          </header>
          <div class="diagram-grid">
            {page.map((ply) => {
              const node = nodeAt(record, line[ply] ?? 0);
              const { arrows, marks } = shapesOf(node.comment);
              const said = comments ? personal(node) : "";
              return (
                <figure key={ply}>
                  <Board
                    variant={variant}
                    sfen={lastPosition(record, node.id).sfen ?? ""}
                    lastMove={node.usi}
                    flipped={session.flipped.peek()}
                    arrows={arrows}
                    marks={marks}
                    element={(board) => board?.setAttribute("hands", "sides")}
                  />
                  <figcaption>
                    <strong>
                      {ply === 0 ? t("start") : t("diagramAfter", { n: ply, move: markedWords(record, node) })}
                    </strong>
                    {said && <p>{said}</p>}
                  </figcaption>
                </figure>
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

/** Draws the sheets where only paper sees them, prints, and takes them away. */
async function printSheets(sheets: Parameters<typeof render>[0]): Promise<void> {
  const box = document.createElement("div");
  box.className = "diagram-sheets";
  document.body.append(box);
  document.documentElement.classList.add("printing-diagrams");
  render(sheets, box);
  // Effects make the boards, a frame later they are drawn.
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  for (const board of box.querySelectorAll<HTMLElement>("shogi-board")) board.dataset.theme = "light";
  await new Promise(requestAnimationFrame);
  addEventListener(
    "afterprint",
    () => {
      render(null, box);
      box.remove();
      document.documentElement.classList.remove("printing-diagrams");
    },
    { once: true },
  );
  print();
}
