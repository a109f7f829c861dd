// Play at one screen.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { useVariant } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Dialog, Loading, Refused, toast } from "../app/widgets.tsx";
import type { Side, Variant } from "../app/wire.ts";
import { pack } from "../kifu/model/share.ts";
import { readSetting } from "./clock.ts";
import { EndSentence } from "./ending.tsx";
import { LocalGame } from "./local-game.ts";
import { t } from "./messages.ts";
import { Attacked, Points, SetupNotice } from "./notices.tsx";
import { keptLocal, type LocalRecord, newId } from "./recent.ts";
import { play } from "./sounds.ts";
import { Strip } from "./strip.tsx";
import { Table } from "./table.tsx";

/** `/play/shogi?game=…` goes on with a game; `?sfen=`, `?handicap=`, `?moves=` (with spaces), `?clock=` begin one. */
export default function LocalPage({ variant: slug }: { variant: string }) {
  const { value: variant, error, retry } = useVariant(slug);
  useTitle(variant ? named(variant) : "");
  const { query } = place.value;
  const id = query.get("game");
  const record = useMemo(() => (variant ? begin(variant, slug, query, id) : null), [variant?.slug, slug, id]);
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

function begin(variant: Variant, slug: string, query: URLSearchParams, id: string | null): LocalRecord {
  const old = id ? keptLocal(id) : null;
  if (old && old.variant === slug) return old;
  return {
    kind: "local",
    id: id ?? newId(),
    variant: slug,
    name: variant.name,
    nameJa: variant.nameJa,
    handicap: query.get("handicap"),
    sfen: query.get("sfen"),
    options: {},
    clock: readSetting(query.get("clock")),
    clocks: null,
    moves: (query.get("moves") ?? "").split(/\s+/).filter(Boolean),
    end: null,
    at: Date.now(),
  };
}

function LocalTable({ record, variant }: { record: LocalRecord; variant: Variant }) {
  const game = useMemo(() => new LocalGame(record), [record]);
  const [flipped, setFlipped] = useState(false);
  const [asking, setAsking] = useState(false);
  const language = settings.language.value;
  useEffect(() => void game.load(), [game, language]);
  useEffect(() => {
    game.resume();
    const hide = () => (document.hidden ? game.leave() : game.resume());
    const leave = () => game.leave();
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", leave);
      game.leave();
    };
  }, [game]);

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

  const onMove = async (usi: string) => {
    try {
      const next = await game.play(usi);
      if (next) play(next.end ? "end" : next.inCheck ? "check" : "move");
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
      isTurn={!over && newest.value?.side === side}
      clock={clocks.value?.[side] ?? null}
      setting={record.clock}
      since={clocks.value?.running === side && !over ? clocksAt.value : null}
      mine
      onFlag={() => {
        game.flag(side);
        play("end");
      }}
    />
  );
  const toRecord = () =>
    openRecord(game).catch((cause) => toast(cause instanceof ApiError ? cause.message : String(cause), "warning"));
  const again = () => {
    const query = new URLSearchParams({ game: newId() });
    for (const key of ["handicap", "sfen"] as const) if (record[key]) query.set(key, record[key]);
    const clock = place.value.query.get("clock");
    if (clock) query.set("clock", clock);
    go(`/play/${encodeURIComponent(record.variant)}?${query}`);
  };
  return (
    <>
      <h1 class="hidden-text">{named(variant)}</h1>
      <Table
        variant={variant}
        shown={position}
        reference={game.reference(cursor.value)}
        side={over || !atNewest.value ? null : "both"}
        flipped={flipped}
        onFlip={() => setFlipped(!flipped)}
        onMove={onMove}
        played={newest.value.played}
        cursor={cursor.value}
        onCursor={(plies) => game.show(plies)}
        players={{ sente: strip("sente"), gote: strip("gote") }}
        notices={
          <>
            {over && (
              <section class="notice end" aria-label={t("over")}>
                <p role="status">
                  <strong>
                    <EndSentence reason={over.reason} winner={over.winner} />
                  </strong>
                </p>
                <div class="row">
                  <Button look="primary" onClick={again}>
                    {t("again")}
                  </Button>
                  <Button onClick={toRecord}>{t("toRecord")}</Button>
                </div>
              </section>
            )}
            {!over && <SetupNotice variant={variant} position={newest.value} mine />}
            {!over && position.inCheck && atNewest.value && (
              <p class="notice check" role="status">
                {t("check")}
              </p>
            )}
            {!over && atNewest.value && <Attacked position={position} variant={variant} />}
            {!atNewest.value && (
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
            <Button disabled={!moves.value.length} onClick={() => game.takeBack(moves.value.length - 1)}>
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
                game.resign();
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

/** Where the position can be taken from here. */
export function More({ variant, sfen, children }: { variant: string; sfen: string; children?: ComponentChildren }) {
  const query = new URLSearchParams({ sfen });
  return (
    <details class="more-ways">
      <summary>{t("more")}</summary>
      <div class="row">
        {children}
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

/** Opens the game as a record: it travels in the address and is stored nowhere. */
async function openRecord(game: LocalGame): Promise<void> {
  const { variant, options, handicap, sfen } = game.record;
  const end = game.end.value;
  const tree = game.moves.value.map((usi, i) => ({ id: i + 1, parent: i, usi }) as Record<string, unknown>);
  const last = tree.length;
  if (end) tree.push({ id: last + 1, parent: last, termination: end.reason, winner: end.winner ?? "draw" });
  const start = sfen ? { initialSfen: sfen } : { handicap };
  const { text } = await api.post<{ text: string }>("/api/kifu/edit", {
    record: { variant, options, ...start, headers: {}, tree },
    // The one format that holds every ending of every game.
    to: "json",
  });
  go(`/kifu/view#${await pack({ text, ply: 0 })}`);
}
