// What is one's own: games, records, variants, sessions, the password, all of it as a file, the end of it.
import { useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import type { AccountView, OwnGame, OwnVariant, SessionInfo, SessionView } from "../app/api-types.ts";
import { named } from "../app/i18n.ts";
import { useResource, useVariants } from "../app/resource.ts";
import { setSession } from "../app/session.ts";
import { settings } from "../app/settings.ts";
import { Button, Dialog, Loading, Refused, toast } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import { Records } from "./records.tsx";
import { PasswordField } from "./sign-in.tsx";

/** A time in the words of the language. */
export function when(at: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Date(at).toLocaleString(settings.language.value === "ja" ? "ja-JP" : "en-GB", style);
}

/** A day in the words of the language. */
function day(at: number): string {
  return new Date(at).toLocaleDateString(settings.language.value === "ja" ? "ja-JP" : "en-GB", { dateStyle: "medium" });
}

/** Does something the server may refuse, and says so. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    toast(cause.message, "warning");
  }
}

/** Signs out here; nobody is signed in any more. */
async function signOut(): Promise<void> {
  await attempt(async () => setSession(await api.delete<SessionView>("/api/session")));
}

export function Own({ name }: { name: string }) {
  const { value, error, retry } = useResource((signal) => api.get<AccountView>("/api/account", { signal }), []);
  return (
    <div class="page narrow account">
      <header class="row">
        <h1 class="grow">{t("signedInAs", { name })}</h1>
        {value && <span class="muted">{t("since", { date: day(value.created) })}</span>}
        <Button onClick={signOut}>{t("signOut")}</Button>
      </header>
      {error && <Refused error={error} retry={retry} />}
      {!value && !error && <Loading />}
      {value && (
        <>
          <Games games={value.games} />
          <Records />
          <Variants variants={value.variants} onChange={retry} />
          <Sessions sessions={value.sessions} onChange={retry} />
          <NewPassword onChange={retry} />
          <section class="card stack" aria-labelledby="data">
            <h2 id="data">{t("data")}</h2>
            <p>{t("dataHint")}</p>
            <div class="row">
              <a class="button" href="/api/account/export" download="koma-account.zip">
                {t("download")}
              </a>
            </div>
          </section>
          <DeleteAccount />
        </>
      )}
    </div>
  );
}

/** How many of a list are shown before one asks for more. */
const PART = 10;

function Games({ games }: { games: OwnGame[] }) {
  const [shown, setShown] = useState(PART);
  const variants = useVariants().value;
  const kind = (slug: string) => {
    const known = variants?.find((variant) => variant.slug === slug);
    return known ? named(known) : slug;
  };
  const who = ({ joined, opponent }: OwnGame) => {
    if (!joined) return t("waiting");
    return opponent ? t("against", { name: opponent }) : t("againstGuest");
  };
  return (
    <section class="card stack" aria-labelledby="games">
      <h2 id="games">{t("games")}</h2>
      {games.length === 0 && <p class="muted">{t("noGames")}</p>}
      <ul class="own-list">
        {games.slice(0, shown).map((game) => (
          <li key={`${game.id} ${game.side}`}>
            <a href={`/games/${encodeURIComponent(game.id)}`}>
              {kind(game.variant)} · {who(game)}
            </a>
            <span class="muted">
              {[t(game.side), ...(game.joined ? [t(game.over ? "over" : "playing")] : []), when(game.at)].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {shown < games.length && <Button onClick={() => setShown(shown + 50)}>{t("more")}</Button>}
    </section>
  );
}

function Variants({ variants, onChange }: { variants: OwnVariant[]; onChange: () => void }) {
  const [doomed, setDoomed] = useState<OwnVariant | null>(null);
  const remove = async ({ id }: OwnVariant) => {
    await attempt(async () => {
      await api.delete(`/api/variants/${encodeURIComponent(id)}`);
      toast(t("deleted"));
      onChange();
    });
    setDoomed(null);
  };
  return (
    <section class="card stack" aria-labelledby="variants">
      <h2 id="variants">{t("variants")}</h2>
      {variants.length === 0 && <p class="muted">{t("noVariants")}</p>}
      <ul class="own-list">
        {variants.map((variant) => (
          <li key={variant.id}>
            <a href={`/variants/${encodeURIComponent(variant.id)}`}>{variant.name}</a>
            <span class="muted">{when(variant.added)}</span>
            <Button
              look="quiet"
              aria-label={t("deleteName", { name: variant.name })}
              onClick={() => setDoomed(variant)}
            >
              {t("delete")}
            </Button>
          </li>
        ))}
      </ul>
      <Sure
        open={doomed !== null}
        title={t("deleteVariant")}
        hint={t("deleteVariantHint")}
        onClose={() => setDoomed(null)}
        onSure={() => doomed && remove(doomed)}
      />
    </section>
  );
}

interface SureProps {
  open: boolean;
  title: string;
  hint: string;
  onClose: () => void;
  onSure: () => void;
}

/** Asks before something is gone. */
export function Sure({ open, title, hint, onClose, onSure }: SureProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      foot={
        <Button look="danger" onClick={onSure}>
          {t("delete")}
        </Button>
      }
    >
      <p>{hint}</p>
    </Dialog>
  );
}

function Sessions({ sessions, onChange }: { sessions: SessionInfo[]; onChange: () => void }) {
  const end = ({ id }: SessionInfo) =>
    attempt(async () => {
      await api.delete(`/api/account/sessions/${encodeURIComponent(id)}`);
      toast(t("sessionEnded"));
      onChange();
    });
  return (
    <section class="card stack" aria-labelledby="sessions">
      <h2 id="sessions">{t("sessions")}</h2>
      <ul class="own-list">
        {sessions.map((one) => (
          <li key={one.id}>
            <span>
              {t("begun", { date: when(one.begun) })}
              {one.current && <span class="chip">{t("thisOne")}</span>}
            </span>
            <span class="muted">{t("expires", { date: when(one.expires) })}</span>
            {!one.current && (
              <Button look="quiet" onClick={() => end(one)}>
                {t("endSession")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewPassword({ onChange }: { onChange: () => void }) {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const change = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await api.put("/api/account/password", { old, new: next });
      setOld("");
      setNext("");
      toast(t("passwordChanged"));
      onChange();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
    }
    setBusy(false);
  };
  return (
    <section class="card" aria-labelledby="password">
      <form class="stack" onSubmit={change}>
        <h2 id="password">{t("changePassword")}</h2>
        <PasswordField label={t("oldPassword")} isNew={false} value={old} onChange={setOld} />
        <PasswordField label={t("newPassword")} isNew={true} value={next} onChange={setNext} />
        {error && <Refused error={error} />}
        <div class="row">
          <Button type="submit" busy={busy}>
            {t("changePassword")}
          </Button>
        </div>
      </form>
    </section>
  );
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const remove = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await api.delete("/api/account", { body: { password } });
      toast(t("accountDeleted"));
      // The cookie of a session that is over goes, too.
      await signOut();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
      setBusy(false);
    }
  };
  const close = () => {
    setOpen(false);
    setPassword("");
    setError(null);
  };
  return (
    <section class="card stack" aria-labelledby="end">
      <h2 id="end">{t("deleteAccount")}</h2>
      <p>{t("deleteAccountHint")}</p>
      <div class="row">
        <Button look="danger" onClick={() => setOpen(true)}>
          {t("deleteAccount")}
        </Button>
      </div>
      <Dialog open={isOpen} title={t("deleteAccount")} onClose={close}>
        <form class="stack" onSubmit={remove}>
          <p>{t("deleteAccountSure")}</p>
          <PasswordField label={t("password")} isNew={false} value={password} onChange={setPassword} />
          {error && <Refused error={error} />}
          <div class="row">
            <Button look="danger" type="submit" busy={busy}>
              {t("deleteAccount")}
            </Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}
