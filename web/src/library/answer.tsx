/** What was played in a position, how it ended, and the games. */
import type { MoveStatistics, PositionStatistics } from "../app/api-types.ts";
import { notated } from "../app/i18n.ts";
import { GameTable } from "./games.tsx";
import { t } from "./messages.ts";
import { bar, newestFirst } from "./search.ts";

export function Answer({ found, onPlay }: { found: PositionStatistics; onPlay: (usi: string) => void }) {
  return (
    <>
      <header>
        <h2>{found.total === 1 ? t("reachedOne") : t("reached", { n: found.total.toLocaleString() })}</h2>
        <Bar {...found} />
      </header>
      {found.moves.length > 0 ? (
        <table class="next-moves">
          <thead>
            <tr>
              <th>{t("nextMoves")}</th>
              <th class="number">{t("count")}</th>
              <th>{t("results")}</th>
            </tr>
          </thead>
          <tbody>
            {found.moves.map((move) => (
              <Next key={move.usi} move={move} total={found.total} onPlay={() => onPlay(move.usi)} />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="muted">{t("noNext")}</p>
      )}
      {found.records.length > 0 && (
        <>
          <h2>{t("withPosition")}</h2>
          <GameTable records={newestFirst(found.records)} />
        </>
      )}
    </>
  );
}

function Next({ move, total, onPlay }: { move: MoveStatistics; total: number; onPlay: () => void }) {
  const share = total > 0 ? Math.round((move.count / total) * 100) : 0;
  return (
    <tr>
      <td>
        <button type="button" class="jump" onClick={onPlay}>
          {notated(move)}
        </button>
      </td>
      <td class="number">
        {move.count.toLocaleString()} <span class="muted">{share}%</span>
      </td>
      <td>
        <Bar {...move} />
      </td>
    </tr>
  );
}

/** Sente's wins from the left, gote's from the right, draws between. */
function Bar({ sente, gote, draws }: { sente: number; gote: number; draws: number }) {
  const [a, b, d] = bar(sente, gote, draws);
  if (a + b + d === 0) return null;
  const words = t("bar", { a, b, d });
  return (
    <div class="bar" role="img" aria-label={words} title={words}>
      <span class="sente" style={{ width: `${a}%` }}>
        {a >= 15 ? `${a}%` : ""}
      </span>
      <span class="draws" style={{ width: `${d}%` }} />
      <span class="gote" style={{ width: `${b}%` }}>
        {b >= 15 ? `${b}%` : ""}
      </span>
    </div>
  );
}
