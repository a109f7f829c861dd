// A player's strip: whose side it is, the name, and the clock.
import { useEffect, useRef, useState } from "preact/hooks";
import { SideMark } from "../app/widgets.tsx";
import type { Side } from "../app/wire.ts";
import { t as e } from "../engine/messages.ts";
import { after, type ClockSetting, type Face, face, later, type SideClock } from "./clock.ts";
import { t } from "./messages.ts";
import { play } from "./sounds.ts";
import { countAloud } from "./voice.ts";

interface Props {
  side: Side;
  /** 下手 and 上手 in handicap games. */
  handicap: boolean;
  name?: string | null;
  online?: boolean | null;
  isTurn: boolean;
  /** The computer is at it. */
  isThinking?: boolean;
  clock: SideClock | null;
  setting: ClockSetting;
  /** When `clock` was right, on the scale of `performance.now()`; null while it stands. */
  since: number | null;
  /** Warn by sound when time is low. */
  mine?: boolean;
  onFlag?: () => void;
}

export function sideName(side: Side, handicap: boolean): string {
  if (handicap) return side === "sente" ? t("shitate") : t("uwate");
  return t(side);
}

export function Strip({
  side,
  handicap,
  name,
  online,
  isTurn,
  isThinking,
  clock,
  setting,
  since,
  mine,
  onFlag,
}: Props) {
  return (
    <div class={isTurn ? "strip turn" : "strip"}>
      <SideMark side={side} />
      <span class="who">
        <strong>{sideName(side, handicap)}</strong>
        {name != null && <span class="name"> {name}</span>}
        {online != null && (
          <span class={online ? "presence on" : "presence"} title={online ? t("online") : t("away")}>
            <span class="hidden-text">{online ? t("online") : t("away")}</span>
          </span>
        )}
      </span>
      {isTurn && <span class="hidden-text">{t("toMove", { side: sideName(side, handicap) })}</span>}
      {isThinking && (
        <span class="thinking" role="status">
          {e("thinking")}
        </span>
      )}
      {clock && (
        <ClockFace
          label={t("clockOf", { side: sideName(side, handicap) })}
          clock={clock}
          setting={setting}
          since={since}
          mine={mine}
          onFlag={onFlag}
        />
      )}
    </div>
  );
}

interface FaceProps {
  label: string;
  clock: SideClock;
  setting: ClockSetting;
  since: number | null;
  mine?: boolean;
  onFlag?: () => void;
}

/** Shows what is left. It is computed from the moment the clock was right, each time: it cannot drift. */
function ClockFace({ label, clock, setting, since, mine, onFlag }: FaceProps) {
  const [shown, setShown] = useState<Face>(() => face(clock));
  const flag = useRef(onFlag);
  flag.current = onFlag;
  useEffect(() => {
    if (since === null) {
      setShown(face(clock));
      return;
    }
    let timer = 0;
    let warned = Number.POSITIVE_INFINITY;
    const count = mine ? countAloud(setting) : null;
    const tick = () => {
      const now = after(clock, performance.now() - since, setting);
      const next = face(now);
      setShown(next);
      if (!now) {
        flag.current?.();
        return;
      }
      const second = Math.ceil(Number(next.text));
      count?.(now);
      if (mine && next.urgent && second < warned && (second === 10 || second <= 5)) play("low");
      if (next.urgent) warned = Math.min(warned, second);
      timer = window.setTimeout(tick, Math.max(16, next.next));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock, since, setting, mine]);
  const more = later(setting, shown);
  const look = ["clock", since !== null ? "running" : "", shown.urgent ? "urgent" : "", shown.byoyomi ? "byoyomi" : ""];
  return (
    <span class={look.join(" ")} role="timer" aria-label={label}>
      {shown.text}
      {more && (
        <small>
          {" "}
          {t("thenSeconds", { n: more.seconds })}
          {more.periods > 1 && ` ×${more.periods}`}
        </small>
      )}
      {!more && shown.periods > 1 && <small title={t("periodsLeft", { n: shown.periods })}> ×{shown.periods}</small>}
    </span>
  );
}
