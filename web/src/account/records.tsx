// One's own records: who sees them, and how they go.
import { useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import type { RecordAddress, RecordList, SightName, SummaryView } from "../app/api-types.ts";
import { Button, CopyButton, Loading, Refused, toast } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import { attempt, Sure } from "./own.tsx";

const SIGHTS: SightName[] = ["public", "unlisted", "private"];

export function Records() {
  const [records, setRecords] = useState<SummaryView[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [doomed, setDoomed] = useState<SummaryView | null>(null);
  const load = async (cursor: string | null) => {
    setError(null);
    try {
      const query = { mine: true, sort: "lastAdded", limit: 20, cursor };
      const part = await api.get<RecordList>("/api/kifu", { query });
      setRecords((before) => [...(cursor ? (before ?? []) : []), ...part.records]);
      setNext(part.next ?? null);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
    }
  };
  useEffect(() => void load(null), []);
  const show = (record: SummaryView, sight: SightName) =>
    attempt(async () => {
      const path = `/api/kifu/${encodeURIComponent(record.id)}/sight`;
      const now = await api.put<RecordAddress>(path, { sight });
      const changed = { ...record, ...now };
      setRecords((all) => all?.map((one) => (one.id === record.id ? changed : one)) ?? null);
      toast(t("sightChanged"));
    });
  const remove = async ({ id }: SummaryView) => {
    await attempt(async () => {
      await api.delete(`/api/kifu/${encodeURIComponent(id)}`);
      setRecords((all) => all?.filter((one) => one.id !== id) ?? null);
      toast(t("deleted"));
    });
    setDoomed(null);
  };
  return (
    <section class="card stack" aria-labelledby="records">
      <h2 id="records">{t("records")}</h2>
      {error && <Refused error={error} retry={() => void load(next)} />}
      {!records && !error && <Loading />}
      {records?.length === 0 && <p class="muted">{t("noRecords")}</p>}
      <ul class="own-list">
        {records?.map((record) => (
          <Row key={record.id} record={record} onShow={show} onDelete={() => setDoomed(record)} />
        ))}
      </ul>
      {next && <Button onClick={() => load(next)}>{t("more")}</Button>}
      <Sure
        open={doomed !== null}
        title={t("deleteRecord")}
        hint={t("deleteRecordHint")}
        onClose={() => setDoomed(null)}
        onSure={() => doomed && remove(doomed)}
      />
    </section>
  );
}

interface RowProps {
  record: SummaryView;
  onShow: (record: SummaryView, sight: SightName) => Promise<void>;
  onDelete: () => void;
}

function Row({ record, onShow, onDelete }: RowProps) {
  const { id, sente, gote, date, event, moves, sight } = record;
  const name = `☗${sente || t("noName")} ☖${gote || t("noName")}`;
  const about = [date?.slice(0, 10), event, t("movesN", { n: moves })].filter(Boolean);
  const address = `/kifu/${encodeURIComponent(id)}`;
  return (
    <li>
      <a href={address}>{name}</a>
      <span class="muted">{about.join(" · ")}</span>
      <span class="row">
        <select
          aria-label={t("sightOf", { name })}
          value={sight}
          onChange={(changed) => {
            const select = changed.currentTarget;
            // Until the server agrees, it is as it was.
            void onShow(record, select.value as SightName).finally(() => {
              select.value = record.sight;
            });
          }}
        >
          {SIGHTS.map((one) => (
            <option key={one} value={one}>
              {t(one)}
            </option>
          ))}
        </select>
        {sight === "unlisted" && (
          <CopyButton look="quiet" text={() => `${location.origin}${address}`}>
            {t("copyLink")}
          </CopyButton>
        )}
        <Button look="quiet" aria-label={t("deleteName", { name })} onClick={onDelete}>
          {t("delete")}
        </Button>
      </span>
    </li>
  );
}
