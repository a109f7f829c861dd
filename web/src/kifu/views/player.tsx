/** The player: board, controls, moves, variations, comments, graphs, and everything one does with a record. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Keys, useKeys } from "../../app/keys.ts";
import { Tabs } from "../../app/widgets.tsx";
import { t } from "../messages.ts";
import { enter, goTo, last, leave, seek, step, turn } from "../model/cursor.ts";
import { branches } from "../model/record.ts";
import { isMarked } from "../model/remarks.ts";
import type { Session } from "../session.ts";
import { About } from "./about.tsx";
import { Actions, copyAs } from "./actions.tsx";
import { BoardPane } from "./board-pane.tsx";
import { Branches } from "./branches.tsx";
import { Comment } from "./comment.tsx";
import { Controls } from "./controls.tsx";
import { EvaluationChart, TimeChart } from "./graphs.tsx";
import { KeyHelp } from "./key-help.tsx";
import { MoveList } from "./move-list.tsx";
import { TreeView } from "./tree-view.tsx";
import "../kifu.css";
import "../shared.css";

export function Player({ session }: { session: Session }) {
  const [help, setHelp] = useState(false);
  useKeys(useMemo(() => keysOf(session, () => setHelp(true)), [session]));
  useAutoplay(session);
  useLeaveWarning(session);
  return (
    <div class="player" onPointerUp={giveKeysBack}>
      <section class="player-board" aria-label={t("position")}>
        <BoardPane session={session} />
        <Controls session={session} onHelp={() => setHelp(true)} />
      </section>
      <aside class="player-side">
        <Actions session={session} />
        <Comment session={session} />
        <Side session={session} />
      </aside>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

function Side({ session }: { session: Session }) {
  const count = branches(session.record.value);
  return (
    <Tabs
      label={t("title")}
      tabs={[
        {
          key: "moves",
          label: t("movesList"),
          content: () => (
            <>
              <MoveList session={session} />
              <Branches session={session} />
            </>
          ),
        },
        {
          key: "tree",
          label: count > 0 ? `${t("tree")} ${count}` : t("tree"),
          content: () => <TreeView session={session} />,
        },
        {
          key: "graphs",
          label: t("graphs"),
          content: () => (
            <div class="stack">
              <EvaluationChart session={session} />
              <TimeChart session={session} />
            </div>
          ),
        },
        { key: "about", label: t("info"), content: () => <About session={session} /> },
      ]}
    />
  );
}

/**
 * What was clicked keeps the focus, and with it the arrow keys and Space. A reader who uses the mouse and the keys together
 * means the game: fields, dialogs and a choice on the board keep their focus, all else gives it up.
 */
function giveKeysBack(): void {
  setTimeout(() => {
    const active = document.activeElement;
    const inside = active?.shadowRoot?.activeElement ?? null;
    const isGrid = inside?.closest("[role=grid]") != null;
    const isPlain =
      active?.matches(".player button:not([aria-haspopup], [role=menuitem]), .player [type=range]") ?? false;
    if (isGrid || isPlain) (active as HTMLElement).blur();
  });
}

/** The keys of ShogiHome and lishogi where they agree, else lishogi's. */
function keysOf(session: Session, help: () => void): Keys {
  const back = () => session.go((cursor) => step(cursor, -1));
  const forward = () => session.go((cursor) => step(cursor, 1));
  const first = () => session.go((cursor) => goTo(cursor, 0));
  const end = () => session.go(last);
  const flip = () => {
    session.flipped.value = !session.flipped.value;
  };
  return {
    ArrowLeft: back,
    ArrowRight: forward,
    k: back,
    j: forward,
    Home: first,
    End: end,
    "0": first,
    $: end,
    PageUp: () => session.go((cursor) => step(cursor, -10)),
    PageDown: () => session.go((cursor) => step(cursor, 10)),
    ArrowUp: () => session.go((cursor) => turn(cursor, -1)),
    ArrowDown: () => session.go((cursor) => turn(cursor, 1)),
    "Shift+ArrowLeft": () => session.go(leave),
    "Shift+ArrowRight": () => session.go(enter),
    "[": () => session.go((cursor) => seek(cursor, -1, isMarked)),
    "]": () => session.go((cursor) => seek(cursor, 1, isMarked)),
    Space: () => session.toggle(),
    f: flip,
    "?": help,
    "Ctrl+z": () => session.undo(),
    "Ctrl+y": () => session.redo(),
    "Ctrl+Z": () => session.redo(),
    "Ctrl+c": () => {
      // A selection is what the reader wants to copy; without one it is the record.
      const selected = String(getSelection() ?? "");
      if (selected) void navigator.clipboard.writeText(selected);
      else void copyAs(session, "kif");
    },
  };
}

/** Plays on by itself at the chosen speed. */
function useAutoplay(session: Session): void {
  useSignalEffect(() => {
    if (!session.playing.value) return;
    const timer = setInterval(() => session.tick(), session.speed.value);
    return () => clearInterval(timer);
  });
  useEffect(
    () => () => {
      session.playing.value = false;
    },
    [session],
  );
}

/** Asks before a tab with unsaved changes is closed. */
function useLeaveWarning(session: Session): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (session.isChanged.peek()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [session]);
}
