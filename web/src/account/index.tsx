// The account: signing in and up, or what is one's own.
import "./account.css";
import { session } from "../app/session.ts";
import { useTitle } from "../app/title.ts";
import { Loading } from "../app/widgets.tsx";
import { t } from "./messages.ts";
import { Own } from "./own.tsx";
import { Entrance } from "./sign-in.tsx";

export default function AccountPage() {
  const view = session.value;
  useTitle(view && !view.name ? t("signIn") : t("account"));
  if (!view) return <Loading />;
  // Whoever signs in as somebody else sees nothing of the one before.
  return view.name ? <Own key={view.csrf} name={view.name} /> : <Entrance canSignUp={view.signUp} />;
}
