/** The comment on the current move, read and written; what an engine said about the position. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { goTo, seek } from "../model/cursor.ts";
import { setComment, toggleBookmark } from "../model/edit.ts";
import type { Analysis, RecordNode } from "../model/record.ts";
import { best, personal, wordsOf } from "../model/remarks.ts";
import { shapesOf, withoutShapes, withShapes } from "../model/shapes.ts";
import type { Session } from "../session.ts";
import { Icon } from "./icon.tsx";
import { markedWords } from "./words.ts";

interface Props {
  session: Session;
  /** Which moves are worth a jump. */
  hasMark: (node: RecordNode) => boolean;
  /** Only to be read. */
  isRead?: boolean;
}

export function Comment({ session, hasMark, isRead }: Props) {
  const node = session.node.value;
  const [writing, setWriting] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setWriting(false), [session]);
  // When writing begins, not at every step: the keys stay the game's.
  useEffect(() => area.current?.focus(), [writing]);
  const text = personal(node);
  const said = best(node.analysis);
  const isMarked = node.bookmarks.length > 0;
  const record = session.record.value;
  const isSpacious = useMemo(() => record.nodes.some((one) => one && (one.comment !== "" || one.illegal)), [record]);
  return (
    <section class={`comment ${isSpacious || writing ? "spacious" : ""}`} aria-label={t("comment")}>
      <header>
        <h2>
          <span class="muted">{session.cursor.value.at || ""}</span> {markedWords(record, node)}
        </h2>
        {([-1, 1] as const).map((by) => {
          const label = t(by === 1 ? "nextMark" : "previousMark");
          const isThere = seek(session.cursor.value, by, hasMark) !== session.cursor.value;
          return (
            <Button
              key={by}
              look="quiet"
              class="icon"
              aria-label={label}
              title={label}
              disabled={!isThere}
              onClick={() => session.go((cursor) => seek(cursor, by, hasMark))}
            >
              <Icon name={by === 1 ? "next" : "previous"} />
            </Button>
          );
        })}
        {!isRead && (
          <>
            <Button
              look="quiet"
              class={`icon ${isMarked ? "on" : ""}`}
              aria-label={t("bookmark")}
              aria-pressed={isMarked}
              title={isMarked ? node.bookmarks.join("\n") : t("bookmark")}
              onClick={() => session.edit((record) => toggleBookmark(record, node.id, t("bookmark")))}
            >
              <Icon name="bookmark" />
            </Button>
            <Button
              look="quiet"
              class={`icon ${writing ? "on" : ""}`}
              aria-label={t("editComment")}
              aria-pressed={writing}
              title={t("editComment")}
              onClick={() => setWriting(!writing)}
            >
              <Icon name="edit" />
            </Button>
          </>
        )}
      </header>
      {writing ? (
        <textarea
          key={node.id}
          aria-label={t("comment")}
          rows={4}
          ref={area}
          value={withoutShapes(node.comment)}
          onInput={(event) => {
            const { value } = event.currentTarget;
            const comment = withShapes(value, shapesOf(node.comment));
            session.edit((now) => setComment(now, node.id, comment), `comment ${node.id}`);
          }}
        />
      ) : (
        (node.illegal || said || text) && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          <section class="remarks" key={node.id} tabIndex={0} aria-label={t("comment")}>
            {node.illegal && <p class="offence">{node.illegal.message}</p>}
            {said && <Said said={said} />}
            {text && <Text session={session} text={text} />}
          </section>
        )
      )}
    </section>
  );
}

function Text({ session, text }: { session: Session; text: string }) {
  return (
    <p class="text">
      {wordsOf(text).map((words, index) => {
        const { ply, href } = words;
        if (ply !== undefined) {
          return (
            <button key={index} type="button" class="jump" onClick={() => session.go((cursor) => goTo(cursor, ply))}>
              {words.text}
            </button>
          );
        }
        if (href) {
          return (
            <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
              {words.text}
            </a>
          );
        }
        return words.text;
      })}
    </p>
  );
}

function Said({ said }: { said: Analysis }) {
  const { score, mate, depth, line } = said;
  const value = mate != null ? (mate === 0 ? t("mate") : t("mateIn", { n: Math.abs(mate) })) : signed(score ?? 0);
  return (
    <p class="said">
      <strong class={(mate ?? score ?? 0) < 0 ? "minus" : "plus"}>{value}</strong>
      {depth != null && <span class="muted"> d{depth}</span>}
      {line && <span class="line"> {line}</span>}
    </p>
  );
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score);
}
