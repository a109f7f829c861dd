/** The player: board, controls, moves, variations, comments, graphs, and everything one does with a record. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Keys, useKeys } from "../../app/keys.ts";
import { askToLeave } from "../../app/router.ts";
import { Tabs } from "../../app/widgets.tsx";
import { type Analyst, analystOf } from "../analyst.ts";
import { t } from "../messages.ts";
import { enter, goTo, last, leave, seek, step, turn } from "../model/cursor.ts";
import { branches } from "../model/record.ts";
import type { Session } from "../session.ts";
import { About } from "./about.tsx";
import { Actions, copyAs } from "./actions.tsx";
import { AnalysisPanel, engineArrows, useLive } from "./analysis.tsx";
import { BoardPane } from "./board-pane.tsx";
import { Branches } from "./branches.tsx";
import { Comment } from "./comment.tsx";
import { Controls } from "./controls.tsx";
import { KeyHelp } from "./key-help.tsx";
import { LibraryPanel } from "./library-panel.tsx";
import { MoveList } from "./move-list.tsx";
import { Sheet } from "./sheet.tsx";
import { TreeView } from "./tree-view.tsx";
import "../kifu.css";
import "../shared.css";

export function Player({ session, analyse }: { session: Session; analyse?: boolean }) {
  const [help, setHelp] = useState(false);
  const analyst = analystOf(session);
  const [tab, setTab] = useState<Tab>(analyse || analyst.judged.peek().size > 0 ? "analysis" : "moves");
  useKeys(useMemo(() => keysOf(session, analyst, () => setHelp(true)), [session]));
  useLive(analyst);
  useEffect(() => {
    if (analyse || analyst.isCut) void analyst.start();
    return () => analyst.leave();
  }, [analyst]);
  useAutoplay(session);
  useLeaveWarning(session);
  return (
    <div class="player" onPointerUp={giveKeysBack}>
      <section class="player-board" aria-label={t("position")}>
        <Arrowed analyst={analyst} />
        <Controls session={session} onHelp={() => setHelp(true)} />
      </section>
      <aside class="player-side">
        <Actions
          session={session}
          onAnalyse={() => {
            setTab("analysis");
            void analyst.start();
          }}
        />
        <Comment session={session} hasMark={(node) => analyst.hasMark(node)} />
        <Side analyst={analyst} tab={tab} onTab={setTab} />
      </aside>
      <Sheet session={session} />
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

type Tab = "moves" | "tree" | "analysis" | "library" | "about";

/** The board with the engine's arrows: it alone follows them. */
function Arrowed({ analyst }: { analyst: Analyst }) {
  const arrows = engineArrows(analyst);
  const key = JSON.stringify(arrows);
  const node = analyst.session.node.value;
  // The same arrows in the same position are the same value: the board is not drawn again.
  return <BoardPane session={analyst.session} arrows={useMemo(() => arrows, [key, node])} />;
}

function Side({ analyst, tab, onTab }: { analyst: Analyst; tab: Tab; onTab: (tab: Tab) => void }) {
  const { session } = analyst;
  const count = branches(session.record.value);
  return (
    <Tabs<Tab>
      label={t("title")}
      chosen={tab}
      onChoose={onTab}
      tabs={[
        {
          key: "moves",
          label: t("movesList"),
          content: () => (
            <>
              <MoveList session={session} analyst={analyst} />
              <Branches session={session} />
            </>
          ),
        },
        {
          key: "tree",
          label: count > 0 ? `${t("tree")} ${count}` : t("tree"),
          content: () => <TreeView session={session} />,
        },
        { key: "analysis", label: t("analysis"), content: () => <AnalysisPanel analyst={analyst} /> },
        { key: "library", label: t("inLibrary"), content: () => <LibraryPanel session={session} /> },
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

/** The keys to step through a record, and no others. */
export function useReadingKeys(session: Session): void {
  const keys = useMemo(
    (): Keys => ({
      ArrowLeft: () => session.go((cursor) => step(cursor, -1)),
      ArrowRight: () => session.go((cursor) => step(cursor, 1)),
      Home: () => session.go((cursor) => goTo(cursor, 0)),
      End: () => session.go(last),
    }),
    [session],
  );
  useKeys(keys);
}

/** The keys of ShogiHome and lishogi where they agree, else lishogi's. */
function keysOf(session: Session, analyst: Analyst, help: () => void): Keys {
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
    "[": () => session.go((cursor) => seek(cursor, -1, (node) => analyst.hasMark(node))),
    "]": () => session.go((cursor) => seek(cursor, 1, (node) => analyst.hasMark(node))),
    Space: () => session.toggle(),
    f: flip,
    l: () => {
      analyst.live.value = !analyst.live.value;
    },
    x: () => {
      analyst.threat.value = !analyst.threat.value;
    },
    a: () => {
      analyst.arrows.value = !analyst.arrows.value;
    },
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
export function useAutoplay(session: Session): void {
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

/** Asks before a tab with unsaved changes is closed, or another page is shown. */
function useLeaveWarning(session: Session): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (session.isChanged.peek()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    const stop = askToLeave(() => !session.isChanged.peek() || confirm(t("leaveSure")));
    return () => {
      removeEventListener("beforeunload", ask);
      stop();
    };
  }, [session]);
}
