/** What is known about the game: headers to read and change, findings of the file. */
import type { Finding } from "../../app/api.ts";
import { Findings } from "../../app/findings.tsx";
import { named, shapeName } from "../../app/i18n.ts";
import { useVariant } from "../../app/resource.ts";
import { Button } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { goToNode } from "../model/cursor.ts";
import { setHeader } from "../model/edit.ts";
import type { Session } from "../session.ts";
import { handicapWords, hasHandicapNames, resultWords } from "./words.ts";

export function About({ session }: { session: Session }) {
  const record = session.record.value;
  const variant = useVariant(record.variant).value;
  const { imported } = session;
  const isHandicap = hasHandicapNames(record);
  const main: [string, string][] = [
    [isHandicap ? "下手" : "先手", t(isHandicap ? "shitate" : "sente")],
    [isHandicap ? "上手" : "後手", t(isHandicap ? "uwate" : "gote")],
    ["棋戦", t("event")],
    ["開始日時", t("date")],
    ["場所", t("site")],
  ];
  const others = Object.keys(record.headers).filter((key) => !main.some(([known]) => known === key));
  return (
    <div class="about stack">
      <div class="headers">
        {[...main, ...others.map((key): [string, string] => [key, key])].map(([key, label]) => (
          <label key={key}>
            <span>{label}</span>
            <input
              value={record.headers[key] ?? ""}
              onChange={(event) => {
                const { value } = event.currentTarget;
                session.edit((now) => setHeader(now, key, value));
              }}
            />
          </label>
        ))}
      </div>
      <dl class="facts">
        <Fact name={t("variant")} value={variant ? named(variant) : record.variant} />
        <Fact name={t("handicap")} value={handicapWords(record.handicap, variant)} />
        <Fact name={t("result")} value={imported && resultWords(imported)} />
        <Fact name={t("format")} value={imported?.format?.toUpperCase()} />
        <Fact name={t("encoding")} value={imported?.format ? imported.encoding : null} />
      </dl>
      <Shapes session={session} />
      {imported && (
        <section class="stack">
          <h3>{t("findings")}</h3>
          {session.findings.length === 0 && <p class="muted">{t("noFindings")}</p>}
          <Findings findings={session.findings} onPlace={(finding) => show(session, finding)} />
        </section>
      )}
    </div>
  );
}

/** Openings, castles and tesuji: a click goes to the move that made them. */
function Shapes({ session }: { session: Session }) {
  const shapes = (session.imported?.shapes ?? []).filter(({ kind }) => kind !== "family");
  if (shapes.length === 0) return null;
  return (
    <section class="stack">
      <h3>{t("shapes")}</h3>
      <ul class="shapes">
        {shapes.map((shape) => (
          <li key={`${shape.id} ${shape.side ?? ""}`}>
            <Button look="quiet" onClick={() => goToPly(session, shape.number)}>
              {shape.side
                ? t(shape.side === "sente" ? "senteOf" : "goteOf", { name: shapeName(shape) })
                : shapeName(shape)}
              {shape.side && <span class="muted"> {t("plyNo", { n: shape.number })}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Goes to a move of the main line. */
function goToPly(session: Session, ply: number): void {
  const node = session.record.peek().nodes.find((one) => one?.number === ply);
  if (node) session.go((cursor) => goToNode(cursor, node.id));
}

function Fact({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Goes to the move a finding is about, by its line in the file or its number. */
function show(session: Session, finding: Finding): void {
  const { line, ply } = finding as Finding & { ply?: number | null };
  const nodes = session.record.peek().nodes;
  const node =
    nodes.find((one) => one && line != null && one.line === line) ??
    nodes.find((one) => one && ply != null && one.number === ply);
  if (node) session.go((cursor) => goToNode(cursor, node.id));
}
