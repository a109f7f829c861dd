import { t } from "../app/messages.ts";
import { useTitle } from "../app/title.ts";

export default function Page() {
  useTitle(t("editor"));
  return (
    <div class="page">
      <h1>{t("editor")}</h1>
    </div>
  );
}
