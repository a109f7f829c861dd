// What was taken where nothing comes back, and who has more left.
import { named } from "../app/i18n.ts";
import type { GameReference, Kind, Side, Variant } from "../app/wire.ts";
import { readSfen } from "../board/sfen.ts";
import { t } from "./messages.ts";

export interface Taken {
  kind: Kind;
  count: number;
}

/** Where the game began. */
export function startOf({ sfen, handicap }: Pick<GameReference, "sfen" | "handicap">, variant: Variant): string {
  return sfen || variant.handicaps.find(({ slug }) => slug === handicap)?.sfen || variant.startSfen;
}

/** What each side has taken, dearest first, and how much more its pieces on the board are worth than the other's. */
export function takenOf(start: string, now: string, variant: Variant) {
  const kinds = new Map(variant.kinds.map((kind) => [kind.code, kind]));
  // A promoted piece is the piece it was.
  const front = (code: string) => kinds.get(code)?.demotesTo ?? code;
  const count = (sfen: string, side: Side) => {
    const counts = new Map<string, number>();
    for (const man of readSfen(sfen, variant).position.men) {
      if (man?.side === side) counts.set(front(man.code), (counts.get(front(man.code)) ?? 0) + 1);
    }
    return counts;
  };
  const worth = (side: Side) => {
    const men = readSfen(now, variant).position.men.filter((man) => man?.side === side);
    const value = (kind: Kind | undefined) => (!kind || kind.isRoyal ? 0 : kind.value);
    return men.reduce((sum, man) => sum + value(kinds.get(man?.code ?? "")), 0);
  };
  const lostBy = (side: Side): Taken[] => {
    const left = count(now, side);
    return [...count(start, side)]
      .flatMap(([code, had]) => {
        const kind = kinds.get(code);
        const lost = had - (left.get(code) ?? 0);
        return kind && lost > 0 ? [{ kind, count: lost }] : [];
      })
      .sort((a, b) => b.kind.value - a.kind.value);
  };
  const ahead = worth("sente") - worth("gote");
  return {
    sente: { taken: lostBy("gote"), ahead },
    gote: { taken: lostBy("sente"), ahead: -ahead },
  };
}

/** The pieces one side has taken. Its line is there from the start: it must not push the board when the first one is taken. */
export function Captured({ side, name, all }: { side: Side; name: string; all: ReturnType<typeof takenOf> }) {
  const { taken, ahead } = all[side];
  const sum = taken.reduce((n, { count }) => n + count, 0);
  return (
    <div class="captured">
      {taken.length > 0 && (
        // A long list is scrolled by keyboard, too.
        <ul aria-label={t("capturedBy", { side: name, n: sum })} tabIndex={taken.length > 8 ? 0 : undefined}>
          {taken.map(({ kind, count }) => (
            <li key={kind.code} data-kind={kind.code} data-side={side === "sente" ? "gote" : "sente"}>
              <span aria-hidden="true" lang="ja">
                {kind.kanji}
              </span>
              <span class="hidden-text">{named(kind)}</span>
              {count > 1 && <small>×{count}</small>}
            </li>
          ))}
        </ul>
      )}
      {ahead > 0 && (
        <strong title={t("ahead")}>
          <span class="hidden-text">{t("ahead")} </span>+{Math.round(ahead / 100)}
        </strong>
      )}
    </div>
  );
}
