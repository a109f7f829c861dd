// A game by link: wait for the other player, join, play, watch.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import { named } from "../app/i18n.ts";
import { useResource, useVariant } from "../app/resource.ts";
import { go, place } from "../app/router.ts";
import { recall, remember, settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, CopyButton, Dialog, Field, Loading, Refused, toast } from "../app/widgets.tsx";
import type { PositionView, Side, Variant } from "../app/wire.ts";
import { Chat } from "./chat.tsx";
import { Connection, reference } from "./connection.ts";
import { EndSentence } from "./ending.tsx";
import type { Command, GameEvent, GameView, Proposal } from "./live-game.ts";
import { More } from "./local.tsx";
import { t } from "./messages.ts";
import { clockWords, Share as ShareSwitch } from "./new-game.tsx";
import { Attacked, Points, SetupNotice } from "./notices.tsx";
import { positionOf } from "./positions.ts";
import { keep, keptLive, type LiveRecord } from "./recent.ts";
import { play } from "./sounds.ts";
import { Strip, sideName } from "./strip.tsx";
import { Table } from "./table.tsx";
import { useTurn } from "./turn.ts";

/** `/games/ID`; an invitation stands after `#`, where no server logs it. */
export default function LivePage({ id }: { id: string }) {
  const [seat, setSeat] = useState<LiveRecord | null>(() => keptLive(id));
  const [watch, setWatch] = useState(false);
  const invite = new URLSearchParams(place.value.fragment).get("invite");
  if (!seat && invite && !watch) {
    return <Invitation id={id} invite={invite} onSeat={setSeat} onWatch={() => setWatch(true)} />;
  }
  return <LiveGame key={`${id} ${seat?.secret ?? ""}`} id={id} seat={seat} onSeat={setSeat} />;
}

interface InvitationProps {
  id: string;
  invite: string;
  onSeat: (seat: LiveRecord) => void;
  onWatch: () => void;
}

function Invitation({ id, invite, onSeat, onWatch }: InvitationProps) {
  const address = `/api/games/${encodeURIComponent(id)}`;
  const { value: game, error, retry } = useResource(() => api.get<GameView>(address), [id]);
  const [name, setName] = useState(() => String(recall("name") ?? ""));
  const [share, setShare] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const variant = useVariant(game?.variant ?? "shogi");
  const isOpen = game?.state === "waiting";
  useTitle(t(isOpen || !game ? "invited" : "taken"));
  if (error) {
    return (
      <div class="page narrow">
        <Refused error={error} retry={retry} />
      </div>
    );
  }
  if (!game || !variant.value) return <Loading />;
  const { name: english, nameJa } = variant.value;
  const creator = game.players.sente.seated ? game.players.sente : game.players.gote;
  const mine: Side = game.players.sente.seated ? "gote" : "sente";
  const join = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    remember("name", name);
    try {
      const body = { invite, name: name.trim() || null, share };
      const taken = await api.post<{ side: Side; secret: string }>(`${address}/join`, body);
      const seat: LiveRecord = {
        kind: "live",
        id,
        variant: game.variant,
        name: english,
        nameJa,
        invite: null,
        at: Date.now(),
        ...taken,
      };
      keep(seat);
      go(`/games/${id}`, { replace: true });
      onSeat(seat);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setRefused(cause);
      setBusy(false);
    }
  };
  return (
    <div class="page narrow">
      <section class="card stack invitation" aria-labelledby="invited">
        <h1 id="invited">{t(isOpen ? "invited" : "taken")}</h1>
        <span class="paper">
          <img
            src={`/api/variants/${encodeURIComponent(game.variant)}/picture.svg?lang=${settings.language.value}`}
            alt=""
            width="220"
            height="220"
          />
        </span>
        <p>
          <strong>{named(variant.value)}</strong> · {clockWords(game.clock)}
          {isOpen && ` · ${t("yourSide")}: ${sideName(mine, game.handicap != null)}`}
          {isOpen && creator.name && <> · {creator.name}</>}
        </p>
        {isOpen ? (
          <form class="stack" onSubmit={join}>
            <Field label={t("yourName")} hint={t("nameHint")}>
              {(field) => (
                <input
                  id={field}
                  maxLength={40}
                  autocomplete="nickname"
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                />
              )}
            </Field>
            <ShareSwitch value={share} onChange={setShare} />
            {refused && <Refused error={refused} />}
            <div class="row">
              <Button look="primary" type="submit" busy={busy}>
                {t("join")}
              </Button>
              <Button onClick={onWatch}>{t("watchOnly")}</Button>
              <Button look="quiet" href={`/variants/${encodeURIComponent(game.variant)}`}>
                {t("rules")}
              </Button>
            </div>
          </form>
        ) : (
          <Button look="primary" onClick={onWatch}>
            {t("watchOnly")}
          </Button>
        )}
      </section>
    </div>
  );
}

interface LiveProps {
  id: string;
  seat: LiveRecord | null;
  onSeat: (seat: LiveRecord) => void;
}

function LiveGame({ id, seat, onSeat }: LiveProps) {
  const [connection, setConnection] = useState<Connection | null>(null);
  useEffect(() => {
    const made = new Connection(id, seat?.secret ?? null);
    setConnection(made);
    return () => made.close();
  }, [id, seat?.secret]);
  if (!connection) return <Loading />;
  if (connection.state.value === "missing") {
    return (
      <div class="page narrow">
        <h1>{t("gameMissing")}</h1>
        <Button look="primary" href="/">
          {t("newGame")}
        </Button>
      </div>
    );
  }
  const view = connection.view.value;
  if (!view) return <Loading />;
  return <WithVariant connection={connection} view={view} seat={seat} onSeat={onSeat} />;
}

interface TableProps {
  connection: Connection;
  view: GameView;
  seat: LiveRecord | null;
  onSeat: (seat: LiveRecord) => void;
}

function WithVariant(props: TableProps) {
  const { value: variant, error, retry } = useVariant(props.view.variant);
  // Whoever looks at another tab sees in its name that it is their turn.
  const isMine =
    props.view.state === "playing" && props.connection.position.value?.side === props.connection.role.value;
  useTurn(variant ? named(variant) : "", isMine);
  if (error) {
    return (
      <div class="page">
        <Refused error={error} retry={retry} />
      </div>
    );
  }
  if (!variant || !props.connection.position.value) return <Loading />;
  return <LiveTable {...props} variant={variant} newest={props.connection.position.value} />;
}

const other = (side: Side): Side => (side === "sente" ? "gote" : "sente");

function LiveTable({
  connection,
  view,
  seat,
  variant,
  newest,
  onSeat,
}: TableProps & { variant: Variant; newest: PositionView }) {
  const role = connection.role.value;
  const mine: Side | null = role === "spectator" ? null : role;
  const [turned, setTurned] = useState(false);
  const flipped = turned !== (mine === "gote");
  const [asking, setAsking] = useState<"resign" | "declare" | null>(null);
  // Where the person looks back to; null follows the game.
  const [back, setBack] = useState<number | null>(null);
  const [older, setOlder] = useState<PositionView | null>(null);
  const cursor = back ?? newest.played.length;
  const language = settings.language.value;
  useEffect(() => {
    setOlder(null);
    if (back === null) return;
    let wanted = true;
    positionOf(reference(view, back)).then(
      (position) => wanted && setOlder(position),
      () => wanted && setBack(null),
    );
    return () => {
      wanted = false;
    };
  }, [back, view.id, language]);

  useEffect(() => {
    connection.onEvent = (event) => hear(event, mine);
    return () => {
      connection.onEvent = () => {};
    };
  }, [connection, mine]);
  const checked = newest.inCheck;
  useEffect(() => {
    if (checked && newest.ply > 1) play("check");
  }, [checked, newest.ply]);

  // A game that is over is none to go on with.
  useEffect(() => {
    if (!view.end || !seat || !mine || seat.end) return;
    keep({ ...seat, end: view.end as LiveRecord["end"], opponent: view.players[other(mine)].name ?? null });
  }, [view.end, seat, mine]);

  // The rematch has the same keys; the sides have changed.
  useEffect(() => {
    if (!view.next || !seat || !mine) return;
    const next: LiveRecord = {
      ...seat,
      id: view.next,
      side: other(mine),
      invite: null,
      end: null,
      opponent: null,
      at: Date.now(),
    };
    keep(next);
    onSeat(next);
    go(`/games/${view.next}`);
  }, [view.next]);

  const send = async (command: Command) => {
    try {
      await connection.send(command);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      toast(cause.message, "warning");
      return false;
    }
    return true;
  };
  const [board, setBoardTurn] = useState(0);
  const onMove = async (usi: string) => {
    play("move");
    // A refused move is put back by drawing the board anew from the position that stands.
    if (!(await send({ type: "move", usi }))) setBoardTurn((n) => n + 1);
  };
  const shown = back === null ? newest : (older ?? newest);
  const playing = view.state === "playing" && connection.state.value === "open";
  const strip = (side: Side) => {
    const player = view.players[side];
    const name = player.name ?? (side === mine ? t("you") : !player.seated ? null : t("anonymous"));
    return (
      <Strip
        side={side}
        handicap={view.handicap != null}
        name={name}
        online={view.state === "waiting" || connection.state.value === "lost" ? null : player.online}
        isTurn={view.state === "playing" && newest.side === side}
        clock={view.clocks?.[side] ?? null}
        setting={view.clock}
        since={view.state === "playing" && view.clocks?.running === side ? connection.clocksAt.value : null}
        mine={side === mine}
      />
    );
  };
  return (
    <>
      <h1 class="hidden-text">{named(variant)}</h1>
      <Table
        key={board}
        isWaiting={view.state === "waiting"}
        variant={variant}
        shown={shown}
        reference={reference(view, cursor)}
        side={playing && back === null ? mine : null}
        isMyTurn={newest.side === mine}
        flipped={flipped}
        onFlip={() => setTurned(!turned)}
        onMove={onMove}
        played={newest.played}
        cursor={cursor}
        onCursor={(plies) => setBack(plies >= newest.played.length ? null : plies)}
        players={{ sente: strip("sente"), gote: strip("gote") }}
        notices={
          <>
            {connection.state.value === "lost" && (
              <p class="notice lost" role="alert">
                {t("offline")}
              </p>
            )}
            {view.state === "waiting" && mine && <Share view={view} seat={seat} />}
            {mine && <Offers view={view} mine={mine} send={send} />}
            <EndNotice view={view} mine={mine} send={send} />
            {view.state === "playing" && (
              <SetupNotice variant={variant} position={newest} mine={newest.side === mine} />
            )}
            {view.state === "playing" && newest.inCheck && (
              <p class="notice check" role="status">
                {t("check")}
              </p>
            )}
            {view.state === "playing" && <Attacked position={newest} variant={variant} />}
            {view.state === "playing" && mine && !view.players[other(mine)].online && (
              <Away
                goneAt={connection.goneAt.value[other(mine)]}
                claimMs={newest.side === mine ? null : (view.claimMs ?? null)}
                hasClock={view.clock.kind !== "none"}
                send={send}
              />
            )}
            {back !== null && (
              <div class="notice asked">
                <p>{t("looking", { n: back })}</p>
                <div class="row">
                  <Button onClick={() => setBack(null)}>{t("toNow")}</Button>
                </div>
              </div>
            )}
            {!mine && (
              <p class="muted" role="status">
                {t("watching")}
                {connection.spectators.value > 1 && ` · ${t("spectators", { n: connection.spectators.value })}`}
              </p>
            )}
            <Points position={newest} variant={variant} />
          </>
        }
        chat={mine && <Chat connection={connection} view={view} mine={mine} />}
        controls={
          mine && view.state === "playing" ? (
            <div class="row buttons">
              <Button
                disabled={!playing || !view.moves.length || view.offers[mine].includes("takeback")}
                onClick={() => send({ type: "offer", what: "takeback" })}
              >
                {t("takeback")}
              </Button>
              <Button disabled={!playing} onClick={() => setAsking("resign")}>
                {t("resign")}
              </Button>
              {newest.canDeclare && newest.side === mine && (
                <Button look="primary" disabled={!playing} onClick={() => setAsking("declare")}>
                  {t("declare")}
                </Button>
              )}
            </div>
          ) : null
        }
        extra={
          <More variant={view.variant} sfen={shown.sfen}>
            {mine && playing && newest.points && newest.points.sente + newest.points.gote > 0 && (
              <Button look="quiet" onClick={() => send({ type: "offer", what: "impasse" })}>
                {t("offerImpasse")}
              </Button>
            )}
            {mine && playing && view.clock.kind !== "none" && (
              <Button look="quiet" onClick={() => send({ type: "addTime", ms: 60_000 })}>
                {t("giveTime")}
              </Button>
            )}
          </More>
        }
      />
      <Dialog
        open={asking !== null}
        title={t(asking === "declare" ? "declareSure" : "resignSure")}
        onClose={() => setAsking(null)}
        foot={
          <>
            <Button onClick={() => setAsking(null)}>{t("goOnPlaying")}</Button>
            <Button
              look={asking === "declare" ? "primary" : "danger"}
              onClick={() => {
                if (asking) void send({ type: asking });
                setAsking(null);
              }}
            >
              {t(asking === "declare" ? "declare" : "resign")}
            </Button>
          </>
        }
      >
        <p>{t(asking === "declare" ? "declareText" : "resignText")}</p>
      </Dialog>
    </>
  );
}

interface AwayProps {
  goneAt: number | null;
  /** How long the other player must be gone; null where the game cannot be ended for that. */
  claimMs: number | null;
  hasClock: boolean;
  send: (command: Command) => Promise<boolean>;
}

/** The other player is not there; after a while one need not wait any longer. */
function Away({ goneAt, claimMs, hasClock, send }: AwayProps) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [goneAt]);
  if (goneAt === null || claimMs === null) {
    return (
      <p class="notice" role="status">
        {t("awayPlayer")}
      </p>
    );
  }
  const left = Math.ceil((goneAt + claimMs - now) / 1000);
  if (left > 0) {
    return <p class="notice">{t("goneSoon", { n: left })}</p>;
  }
  return (
    <section class="notice asked" role="alert">
      <p>{t("goneNow")}</p>
      <div class="row">
        {hasClock && (
          <Button look="primary" onClick={() => send({ type: "claim", what: "win" })}>
            {t("claimWin")}
          </Button>
        )}
        <Button onClick={() => send({ type: "claim", what: "noResult" })}>{t("callOff")}</Button>
      </div>
    </section>
  );
}

/** What an event sounds like, and what is to be said about it. */
function hear(event: GameEvent, mine: Side | null): void {
  if (event.type === "moved" && event.side !== mine) {
    play("move");
  }
  if (event.type === "ended") play("end");
  if (event.type === "offered" && event.side !== mine) play("offer");
  if (event.type === "joined") play("offer");
  if (event.type === "declined" && event.side !== mine) toast(t("declined"));
}

/** Whether an address means the machine it is typed on. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

function Share({ view, seat }: { view: GameView; seat: LiveRecord | null }) {
  const link = seat?.invite ? `${location.origin}/games/${view.id}#invite=${seat.invite}` : "";
  const share = useMemo(() => typeof navigator.share === "function", []);
  return (
    <section class="notice stack share" aria-label={t("inviteLink")}>
      <p role="status">
        <strong>{t("waiting")}…</strong>
      </p>
      {link && (
        <>
          <p>{t("shareText")}</p>
          <input
            readOnly
            value={link}
            aria-label={t("inviteLink")}
            class="mono"
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class="row">
            <CopyButton text={link} look="primary">
              {t("copyLink")}
            </CopyButton>
            {share && (
              <Button onClick={() => navigator.share({ url: link }).catch(() => undefined)}>{t("share")}</Button>
            )}
            <CopyButton text={`${location.origin}/games/${view.id}`} look="quiet">
              {t("watchLink")}
            </CopyButton>
          </div>
          {isLoopback(location.hostname) && <p class="muted">{t("onlyHere")}</p>}
        </>
      )}
    </section>
  );
}

interface EndProps {
  view: GameView;
  mine: Side | null;
  send: (command: Command) => Promise<boolean>;
}

function EndNotice({ view, mine, send }: EndProps) {
  const { end } = view;
  if (!end) return null;
  const outcome =
    !end.winner && end.reason === "abandoned"
      ? t("calledOff")
      : !end.winner || end.winner === "draw"
        ? t("drawn")
        : end.winner === mine
          ? t("won")
          : mine
            ? t("lost")
            : t("over");
  return (
    <section class="notice end" aria-label={t("over")}>
      <div role="status">
        <strong class="outcome">{outcome}</strong>
        <p>
          <EndSentence reason={end.reason} winner={end.winner} variant={view.variant} />
        </p>
      </div>
      <div class="row">
        {mine &&
          end.reason !== "aborted" &&
          !view.offers[mine].includes("rematch") &&
          !view.offers[other(mine)].includes("rematch") && (
            <Button look="primary" onClick={() => send({ type: "offer", what: "rematch" })}>
              {t("rematch")}
            </Button>
          )}
        {view.record && <Button href={`/kifu/${view.record}?analyse`}>{t("analyse")}</Button>}
        {view.record && <Button href={`/kifu/${view.record}#ply=${view.moves.length}`}>{t("toRecord")}</Button>}
        <Button href={`/variants/${encodeURIComponent(view.variant)}`}>{t("newGame")}</Button>
      </div>
    </section>
  );
}

function Offers({ view, mine, send }: { view: GameView; mine: Side; send: EndProps["send"] }) {
  const theirs = view.offers[other(mine)];
  const own = view.offers[mine].filter((what) => !theirs.includes(what));
  return (
    <>
      {theirs.map((what: Proposal) => (
        <section key={what} class="notice asked" role="alert">
          <p>
            <strong>{t(`offered_${what}`)}</strong>
          </p>
          <div class="row">
            <Button look="primary" onClick={() => send({ type: "accept", what })}>
              {t("accept")}
            </Button>
            <Button onClick={() => send({ type: "decline", what })}>{t("decline")}</Button>
          </div>
        </section>
      ))}
      {own.map((what: Proposal) => (
        <div key={what} class="notice asked" role="status">
          <p>{t(`asked_${what}`)}</p>
          <div class="row">
            <Button onClick={() => send({ type: "decline", what })}>{t("withdraw")}</Button>
          </div>
        </div>
      ))}
    </>
  );
}
