import { t } from "../app/messages.ts";
import { useTitle } from "../app/title.ts";

export default function Page() {
  useTitle(t("play"));
  return (
    <div class="page">
      <h1>{t("play")}</h1>
    </div>
  );
}
