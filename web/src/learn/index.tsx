// Learn: short lessons with one board each, and from there to the first games.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { Board, type BoardElement } from "../app/board.tsx";
import { Faces, hasChosenFaces } from "../app/faces.tsx";
import { sentence } from "../app/i18n.ts";
import { useVariant } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { recall, remember, settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Loading, Refused } from "../app/widgets.tsx";
import type { PositionView, Variant } from "../app/wire.ts";
import { explain, positionOf } from "../play/positions.ts";
import { play } from "../play/sounds.ts";
import { LESSONS, type Lesson } from "./lessons.ts";
import { t } from "./messages.ts";
import { isStuck, judge, myTurn } from "./task.ts";
import "./learn.css";

const KEPT = "learn";

function readDone(): ReadonlySet<string> {
  const kept = recall(KEPT);
  return new Set(Array.isArray(kept) ? kept.filter((id) => LESSONS.some((lesson) => lesson.id === id)) : []);
}

export default function LearnPage() {
  useTitle(t("title"));
  const { value: variant, error, retry } = useVariant("shogi");
  const [done, setDone] = useState(readDone);
  const asked = place.value.query.get("lesson");
  // Where one came in: a lesson that is done stays on the board until one goes on.
  const [first] = useState(() => LESSONS.find(({ id }) => !done.has(id)) ?? LESSONS[0]!);
  const lesson = LESSONS.find(({ id }) => id === asked) ?? first;
  const finish = (id: string) => {
    const now = new Set([...done, id]);
    setDone(now);
    remember(KEPT, [...now]);
  };
  const next = LESSONS[LESSONS.indexOf(lesson) + 1] ?? null;
  // On a phone the lessons are a row that scrolls: the one on the board stays in it.
  const row = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = row.current?.querySelector("[aria-current]");
    if (!row.current || !here) return;
    row.current.scrollLeft += here.getBoundingClientRect().left - row.current.getBoundingClientRect().left;
  }, [lesson]);
  if (error) {
    return (
      <div class="page">
        <Refused error={error} retry={retry} />
      </div>
    );
  }
  return (
    <div class="page learn">
      <header class="stack">
        <h1>{t("title")}</h1>
        <p>{t("lead")}</p>
        <Faces />
      </header>
      <div class="learn-table">
        <nav class="learn-list" aria-label={t("lessons")}>
          <p class="muted">{t("progress", { n: done.size, all: LESSONS.length })}</p>
          <ol ref={row}>
            {LESSONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`/learn?lesson=${id}`} aria-current={id === lesson.id ? "step" : undefined}>
                  <span class={done.has(id) ? "learn-mark done" : "learn-mark"} aria-hidden="true" />
                  {title[settings.language.value]}
                  {done.has(id) && <span class="hidden-text">{t("isDone")}</span>}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {variant ? (
          <LessonBoard
            key={lesson.id}
            variant={variant}
            lesson={lesson}
            onDone={() => finish(lesson.id)}
            onNext={next && (() => go(`/learn?lesson=${next.id}`))}
          />
        ) : (
          <Loading />
        )}
      </div>
      <section class="card stack" aria-labelledby="way">
        <h2 id="way">{t("way")}</h2>
        <p>{t("wayLead")}</p>
        <div class="row">
          {(["dobutsu", "minishogi", "shogi"] as const).map((slug) => (
            <Button key={slug} href={`/play/${slug}?computer=1`} onClick={chooseEasyFaces}>
              {t(slug)}
            </Button>
          ))}
        </div>
      </section>
    </div>
  );
}

/**
 * Who goes on from here to a first game and never chose what is drawn on the pieces is a beginner: how a piece moves is marked on
 * it, and who does not read Japanese gets letters.
 */
export function chooseEasyFaces(): void {
  if (hasChosenFaces.value || recall("pieces") !== null || recall("dots") !== null) return;
  hasChosenFaces.value = true;
  settings.pieces.value = settings.language.value === "ja" ? "kanji" : "letters";
  settings.dots.value = true;
}

interface LessonProps {
  variant: Variant;
  lesson: Lesson;
  onDone: () => void;
  onNext: (() => void) | null;
}

function LessonBoard({ variant, lesson, onDone, onNext }: LessonProps) {
  const [sfen, setSfen] = useState(lesson.sfen);
  const [turn, setTurn] = useState(0);
  const [view, setView] = useState<PositionView | null>(null);
  const [said, setSaid] = useState<"done" | "again" | "stuck" | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const language = settings.language.value;
  const reference = { variant: "shogi", sfen, moves: [] as string[] };
  useEffect(() => {
    let wanted = true;
    setError(null);
    positionOf(reference).then(
      (position) => {
        if (!wanted) return;
        setView(position);
        if (isStuck(lesson.goal, position)) setSaid("stuck");
      },
      (cause) => {
        if (wanted && cause instanceof ApiError) setError(cause);
      },
    );
    return () => {
      wanted = false;
    };
  }, [sfen, turn, language]);
  const restart = () => {
    setSaid(null);
    setSfen(lesson.sfen);
    setTurn(turn + 1);
  };
  const onMove = async (usi: string) => {
    play("move");
    const after = await positionOf({ ...reference, moves: [usi] });
    const verdict = judge(lesson.goal, after);
    if (verdict === "goesOn") {
      setSaid(null);
      setSfen(myTurn(after.sfen));
      return;
    }
    setView({ ...after, moves: [] });
    setSaid(verdict);
    if (verdict === "done") {
      play("end");
      onDone();
    }
  };
  const refuse = async ({ usi }: { usi: string }, board: BoardElement) => {
    const why = usi ? await explain(reference, usi).catch(() => null) : null;
    if (why && !why.legal) board.refuse(sentence(why.message ?? ""), why.squares);
  };
  const isOver = said === "done" || said === "again";
  // Where nothing is dropped, the trays are only in the way.
  const board = useMemo(
    () => (lesson.goal === "take" || lesson.goal === "promote" ? { ...variant, hasHands: false } : variant),
    [variant, lesson],
  );
  return (
    <section class="learn-lesson" aria-labelledby="lesson">
      <div class="learn-words stack">
        <h2 id="lesson">{lesson.title[language]}</h2>
        <p>{lesson.text[language]}</p>
        <p class="learn-task">
          <strong>{lesson.task[language]}</strong>
        </p>
        {error && <Refused error={error} retry={restart} />}
      </div>
      <div class="learn-foot">
        <p role="status" class={said === "done" ? "learn-said good" : "learn-said"}>
          {said && t(said)}
        </p>
        <div class="row">
          {onNext && (
            <Button look={said === "done" ? "primary" : undefined} onClick={onNext}>
              {t("next")}
            </Button>
          )}
          <Button look="quiet" onClick={restart}>
            {t("restart")}
          </Button>
        </div>
      </div>
      <div class="learn-board">
        {view ? (
          <Board
            variant={board}
            sfen={view.sfen}
            moves={isOver ? null : view.moves}
            captures={view.captures}
            lastMove={view.lastMove?.usi ?? null}
            checked={view.checked}
            side={isOver ? null : "sente"}
            about={{ variant, slug: "shogi" }}
            onMove={onMove}
            onRefused={refuse}
            label={lesson.title[language]}
          />
        ) : (
          <Loading />
        )}
      </div>
    </section>
  );
}
