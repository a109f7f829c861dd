// What the two players say to each other: set phrases that each reads in their own language, and words of their own.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { Line, Saying, SetPhrase } from "../app/api-types.ts";
import { Button, toast } from "../app/widgets.tsx";
import type { Side } from "../app/wire.ts";
import type { Connection } from "./connection.ts";
import type { GameView } from "./live-game.ts";
import { t } from "./messages.ts";
import "./chat.css";

/** The phrases for a moment of the game: hello, while it goes on, goodbye. */
export function phrasesFor(view: Pick<GameView, "state" | "moves">): SetPhrase[] {
  if (view.state === "ended") return ["thanks", "wellPlayed"];
  return view.moves.length < 6 ? ["greeting", "oneMoment"] : ["wellPlayed", "oops", "oneMoment"];
}

/** What was said, in words of the page. */
export const spoken = (said: Saying): string => ("phrase" in said ? t(`say_${said.phrase}`) : said.text);

export function Chat({ connection, view, mine }: { connection: Connection; view: GameView; mine: Side }) {
  const chat = connection.chat.value;
  const [text, setText] = useState("");
  const log = useRef<HTMLOListElement>(null);
  const box = useRef<HTMLElement>(null);
  const heard = useRef<number | null>(null);
  const newest = chat?.lines.at(-1);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
    if (!chat) return;
    const isNews = newest && heard.current !== null && newest.n > heard.current && newest.side !== mine;
    heard.current = newest?.n ?? 0;
    // On a phone the talk is below what one looks at.
    if (isNews && (box.current?.getBoundingClientRect().top ?? 0) > innerHeight - 60) toast(spoken(newest.said));
  }, [chat, newest?.n]);
  if (!chat) return null;
  const isOpen = chat.open.sente && chat.open.gote;
  const say = async (said: Saying) => {
    try {
      await connection.say(said);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      toast(cause.message, "warning");
      return false;
    }
    return true;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await say({ text }))) setText("");
  };
  const isHere = connection.state.value === "open";
  return (
    <section class="chat" aria-label={t("chat")} ref={box}>
      {chat.lines.length > 0 && (
        <div role="log">
          <ol class="chat-lines" ref={log} tabIndex={chat.lines.length > 2 ? 0 : undefined}>
            {chat.lines.map((line: Line) => (
              <li key={line.n} class={line.side === mine ? "mine" : ""}>
                <span class="hidden-text">{line.side === mine ? t("you") : nameOf(view, line.side)}: </span>
                {spoken(line.said)}
              </li>
            ))}
          </ol>
        </div>
      )}
      {isOpen ? (
        <>
          <div class="row phrases">
            {phrasesFor(view).map((phrase) => (
              <Button key={phrase} look="quiet" disabled={!isHere} onClick={() => say({ phrase })}>
                {t(`say_${phrase}`)}
              </Button>
            ))}
          </div>
          <form onSubmit={submit}>
            <input
              value={text}
              maxLength={200}
              aria-label={t("chatMessage")}
              placeholder={t("chatMessage")}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!isHere || !text.trim()}>
              {t("chatSend")}
            </Button>
            <Button
              look="quiet"
              class="icon"
              aria-label={t("chatClose")}
              title={t("chatClose")}
              onClick={() => connection.setChat(false)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 5h16v11H10l-4 4v-4H4ZM9 8l6 5M15 8l-6 5" />
              </svg>
            </Button>
          </form>
        </>
      ) : (
        <div class="row closed">
          <p class="muted" role="status">
            {t(chat.open[mine] ? "chatClosedByOther" : "chatClosed")}
          </p>
          {!chat.open[mine] && (
            <Button look="quiet" onClick={() => connection.setChat(true)}>
              {t("chatOpen")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const nameOf = (view: GameView, side: Side) => view.players[side].name ?? t("anonymous");
