// Play at one screen.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import { Faces, hasChosenFaces } from "../app/faces.tsx";
import { named } from "../app/i18n.ts";
import { useVariant } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { settings } from "../app/settings.ts";
import { Button, Dialog, Loading, Refused, toast } from "../app/widgets.tsx";
import type { PositionView, Side, Variant } from "../app/wire.ts";
import { FULL, levelOf, usualLevel } from "../engine/level.ts";
import { t as e } from "../engine/messages.ts";
import { sideToMove } from "../kifu/model/record.ts";
import { readSetting } from "./clock.ts";
import { BadNotice, drawn, HintNotice, Unanswered, useWhy } from "./coach.tsx";
import { Computer } from "./computer.ts";
import { EndSentence } from "./ending.tsx";
import { LocalGame } from "./local-game.ts";
import { t } from "./messages.ts";
import { Attacked, Points, SetupNotice } from "./notices.tsx";
import { type ComputerSeat, keep, keptLocal, type LocalRecord, newId } from "./recent.ts";
import { play } from "./sounds.ts";
import { Strip } from "./strip.tsx";
import { Table } from "./table.tsx";
import { openRecord } from "./to-record.ts";
import { useTurn } from "./turn.ts";

/**
 * `/play/shogi?game=…` goes on with a game; `?sfen=`, `?handicap=`, `?moves=` (with spaces), `?clock=`, `?computer=3` (its level)
 * and `?side=gote` (yours) begin one.
 */
export default function LocalPage({ variant: slug }: { variant: string }) {
  const { value: variant, error, retry } = useVariant(slug);
  const { query } = place.value;
  const id = query.get("game");
  // The address holds the game, so that a reload goes on with it.
  useEffect(() => {
    if (!id) go(`/play/${encodeURIComponent(slug)}?${withGame(query)}`, { replace: true });
  }, [id]);
  const record = useMemo(() => (variant && id ? begin(variant, slug, query, id) : null), [variant?.slug, slug, id]);
  if (error) {
    return (
      <div class="page">
        <Refused error={error} retry={retry} />
      </div>
    );
  }
  if (!variant || !record) return <Loading />;
  return <LocalTable key={record.id} record={record} variant={variant} />;
}

function withGame(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set("game", newId());
  return next;
}

/** Who sits where by an address. */
function seatOf(query: URLSearchParams): ComputerSeat | null {
  const level = levelOf(Number(query.get("computer")));
  if (level === null) return null;
  const side = query.get("side") === "gote" ? "sente" : "gote";
  return { side, level, engine: settings.engine.value, tells: true };
}

function begin(variant: Variant, slug: string, query: URLSearchParams, id: string): LocalRecord {
  const old = keptLocal(id);
  if (old && old.variant === slug) return old;
  return {
    kind: "local",
    id,
    variant: slug,
    name: variant.name,
    nameJa: variant.nameJa,
    handicap: query.get("handicap"),
    sfen: query.get("sfen"),
    options: {},
    clock: readSetting(query.get("clock")),
    clocks: null,
    computer: seatOf(query),
    moves: (query.get("moves") ?? "").split(/\s+/).filter(Boolean),
    end: null,
    at: Date.now(),
  };
}

function LocalTable({ record, variant }: { record: LocalRecord; variant: Variant }) {
  const game = useMemo(() => new LocalGame(record), [record]);
  const [seat, setSeat] = useState(record.computer ?? null);
  const computer = useMemo(() => (seat ? new Computer(game, seat) : null), [game, seat]);
  const [flipped, setFlipped] = useState(computer?.human === "gote");
  const [asking, setAsking] = useState(false);
  const [why, showWhy] = useWhy(computer);
  const language = settings.language.value;
  useEffect(() => void game.load(), [game, language]);
  useAtTable(game, computer);
  const look = () => void computer?.look().then(sounds);
  useEffect(() => void computer?.ready(), [computer]);
  /** Koma sits down in place of an engine that cannot play. */
  const replace = () => {
    if (!seat) return;
    record.computer = { ...seat, engine: null };
    game.save();
    setSeat(record.computer);
  };
  useEffect(look, [computer, game.newest.value, game.end.value]);
  const waitsForMe = !game.end.value && computer !== null && game.newest.value?.side === computer.human;
  useTurn(named(variant), waitsForMe);

  const { shown, newest, error, end, cursor, moves, clocks, clocksAt, atNewest } = game;
  if (error.value && !shown.value) {
    return (
      <div class="page">
        <Refused error={error.value} retry={() => game.load()} />
      </div>
    );
  }
  if (!shown.value || !newest.value) return <Loading />;
  const position = shown.value;
  const over = end.value;
  const isMyTurn = !computer || newest.value.side === computer.human;

  const retry = () => {
    if (isMyTurn) void computer?.ready();
    else look();
  };
  const onMove = async (usi: string) => {
    try {
      sounds(await game.play(usi));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      toast(cause.message, "warning");
      await game.load();
    }
  };
  const strip = (side: Side) => (
    <Strip
      side={side}
      handicap={record.handicap !== null}
      name={seatName(seat, side)}
      isTurn={!over && newest.value?.side === side}
      isThinking={computer?.seat.side === side && computer.thinking.value}
      clock={clocks.value?.[side] ?? null}
      setting={record.clock}
      since={clocks.value?.running === side && !over ? clocksAt.value : null}
      mine={computer?.seat.side !== side}
      onFlag={() => {
        game.flag(side);
        play("end");
      }}
    />
  );
  const drawing = drawn(over ? null : computer, why);
  return (
    <>
      <h1 class="hidden-text">{named(variant)}</h1>
      <Table
        variant={variant}
        shown={position}
        reference={game.reference(cursor.value)}
        side={over || !atNewest.value ? null : (computer?.human ?? "both")}
        isMyTurn={isMyTurn}
        arrows={drawing.arrows}
        marks={drawing.marks}
        flipped={flipped}
        onFlip={() => setFlipped(!flipped)}
        onMove={onMove}
        played={newest.value.played}
        cursor={cursor.value}
        onCursor={(plies) => game.show(plies)}
        players={{ sente: strip("sente"), gote: strip("gote") }}
        notices={
          <>
            {over && <Over game={game} computer={computer} />}
            {computer && !over && newest.value.played.length === 0 && <FirstFaces />}
            {computer && !over && <Unanswered computer={computer} retry={retry} replace={replace} />}
            {!over && <SetupNotice variant={variant} position={newest.value} mine={isMyTurn} />}
            {!over && position.inCheck && atNewest.value && (
              <p class="notice check" role="status">
                {t("check")}
              </p>
            )}
            {!over && atNewest.value && <Attacked position={position} variant={variant} />}
            {computer && !over && atNewest.value && <HintNotice computer={computer} variant={variant} />}
            {computer && !over && (atNewest.value || why) && (
              <BadNotice computer={computer} why={why} onWhy={showWhy} />
            )}
            {!atNewest.value && !why && (
              <div class="notice asked">
                <p>{t("looking", { n: cursor.value })}</p>
                <div class="row">
                  <Button onClick={() => game.show(moves.value.length)}>{t("toNow")}</Button>
                  <Button onClick={() => game.takeBack(cursor.value)}>{t("fromHere")}</Button>
                </div>
              </div>
            )}
            <Points position={position} variant={variant} />
          </>
        }
        controls={
          <div class="row buttons">
            {computer && !over && (
              <Button
                disabled={!isMyTurn || !atNewest.value}
                busy={computer.hinting.value}
                onClick={() => void computer.help()}
              >
                {computer.hint.value?.shows === "man" ? t("hintMore") : t("hint")}
              </Button>
            )}
            <Button
              disabled={!moves.value.length}
              onClick={() => (computer ? computer.takeBack() : game.takeBack(moves.value.length - 1))}
            >
              {t("takeback")}
            </Button>
            {!over && (
              <Button disabled={!moves.value.length} onClick={() => setAsking(true)}>
                {t("resign")}
              </Button>
            )}
          </div>
        }
        extra={<More variant={record.variant} sfen={position.sfen} />}
      />
      <Dialog
        open={asking}
        title={t("resignSure")}
        onClose={() => setAsking(false)}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>{t("goOnPlaying")}</Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                game.resign(computer?.human);
                play("end");
              }}
            >
              {t("resign")}
            </Button>
          </>
        }
      >
        <p>{t("resignText")}</p>
      </Dialog>
    </>
  );
}

function sounds(next: PositionView | null): void {
  if (next) play(next.end ? "end" : next.inCheck ? "check" : "move");
}

const strength = (level: number) => (level === FULL ? e("level11") : e("levelN", { n: level }));

function seatName(seat: ComputerSeat | null | undefined, side: Side): string | null {
  if (!seat) return null;
  return seat.side === side ? (seat.engine?.name ?? `${e("computer")} · ${strength(seat.level)}`) : t("you");
}

/** Clocks stand while nobody looks, and nothing is thought about for somebody who has left. */
function useAtTable(game: LocalGame, computer: Computer | null): void {
  useEffect(() => {
    game.resume();
    const hide = () => (document.hidden ? game.leave() : game.resume());
    const leave = () => game.leave();
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", leave);
      computer?.leave();
      game.leave();
    };
  }, [game, computer]);
}

/** The end, and where one goes from there. */
/** Asked before the first move of whoever has not said yet what they can read. */
function FirstFaces() {
  if (hasChosenFaces.value || settings.pieces.value !== "kanji" || settings.dots.value) return null;
  return (
    <div class="notice">
      <Faces />
    </div>
  );
}

function Over({ game, computer }: { game: LocalGame; computer: Computer | null }) {
  const { record } = game;
  const end = game.end.value;
  if (!end) return null;
  const outcome = computer && (end.winner ? (end.winner === computer.human ? "won" : "lost") : "drawn");
  const toRecord = (analyse: boolean) =>
    openRecord({ ...record, moves: game.moves.value, end, headers: names(record.computer) }, analyse).catch((cause) =>
      toast(cause instanceof ApiError ? cause.message : String(cause), "warning"),
    );
  const again = () => {
    const id = newId();
    keep({ ...record, id, clocks: null, moves: [], end: null, at: Date.now() });
    go(`/play/${encodeURIComponent(record.variant)}?game=${id}`);
  };
  return (
    <section class="notice end" aria-label={t("over")}>
      <div role="status" class="stack">
        {outcome && <p class="outcome">{t(outcome)}</p>}
        <p>
          <strong>
            <EndSentence reason={end.reason} winner={end.winner} variant={record.variant} />
          </strong>
        </p>
      </div>
      <div class="row">
        <Button look="primary" onClick={again}>
          {t("again")}
        </Button>
        <Button onClick={() => toRecord(true)}>{t("analyse")}</Button>
        <Button onClick={() => toRecord(false)}>{t("toRecord")}</Button>
      </div>
    </section>
  );
}

/** The players of a record, as records write them. */
function names(seat: ComputerSeat | null | undefined): Record<string, string> {
  if (!seat) return {};
  const computer = seat.engine?.name ?? `Koma ${strength(seat.level)}`;
  return seat.side === "sente" ? { 先手: computer, 後手: t("you") } : { 先手: t("you"), 後手: computer };
}

/** Where the position can be taken from here. */
export function More({ variant, sfen, children }: { variant: string; sfen: string; children?: ComponentChildren }) {
  const query = new URLSearchParams({ sfen });
  return (
    <details class="more-ways">
      <summary>{t("more")}</summary>
      <div class="row">
        {children}
        <Button
          look="quiet"
          href={`/play/${encodeURIComponent(variant)}?${new URLSearchParams({ sfen, computer: usualLevel(), side: sideToMove(sfen) })}`}
        >
          {t("computerFromHere")}
        </Button>
        <Button look="quiet" href={`/editor/${encodeURIComponent(variant)}?${query}`}>
          {t("gotoEditor")}
        </Button>
        <Button look="quiet" href={`/library?${new URLSearchParams({ variant, sfen })}`}>
          {t("findInLibrary")}
        </Button>
        <Button look="quiet" href={`/variants/${encodeURIComponent(variant)}`}>
          {t("rules")}
        </Button>
      </div>
    </details>
  );
}
