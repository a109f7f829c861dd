// Signing in, and making an account.
import { useState } from "preact/hooks";
import { ApiError, api } from "../app/api.ts";
import type { SessionView } from "../app/api-types.ts";
import { setSession } from "../app/session.ts";
import { Button, Field, Refused, Tabs } from "../app/widgets.tsx";
import { t } from "./messages.ts";

export function Entrance({ canSignUp }: { canSignUp: boolean }) {
  return (
    <div class="page narrow">
      <h1>{t("account")}</h1>
      <p>{t("lead")}</p>
      <section class="card">
        <Tabs
          label={t("account")}
          tabs={[
            { key: "in", label: t("signIn"), content: () => <Credentials key="in" isNew={false} /> },
            {
              key: "up",
              label: t("signUp"),
              content: () => (canSignUp ? <Credentials key="up" isNew={true} /> : <p>{t("closed")}</p>),
            },
          ]}
        />
      </section>
    </div>
  );
}

/** Name and password, for an account that is there or a new one. */
function Credentials({ isNew }: { isNew: boolean }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const body = { name: name.trim(), password };
      setSession(await api.post<SessionView>(isNew ? "/api/accounts" : "/api/session", body));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={send}>
      <Field label={t("name")} hint={isNew && t("nameHint")}>
        {(id) => (
          <input
            id={id}
            required
            maxLength={40}
            autocomplete="username"
            autocapitalize="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <PasswordField label={t("password")} isNew={isNew} value={password} onChange={setPassword} />
      {error && <Refused error={error} />}
      {isNew && <p class="hint">{t("noRecovery")}</p>}
      <div class="row">
        <Button look="primary" type="submit" busy={busy}>
          {t(isNew ? "signUp" : "signIn")}
        </Button>
      </div>
    </form>
  );
}

interface PasswordProps {
  label: string;
  /** To be chosen, not to be remembered. */
  isNew: boolean;
  value: string;
  onChange: (value: string) => void;
}

export function PasswordField({ label, isNew, value, onChange }: PasswordProps) {
  return (
    <Field label={label} hint={isNew && t("passwordHint")}>
      {(id) => (
        <input
          id={id}
          type="password"
          required
          minLength={isNew ? 8 : undefined}
          maxLength={200}
          autocomplete={isNew ? "new-password" : "current-password"}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
