import { t } from "../app/messages.ts";
import { useTitle } from "../app/title.ts";

export default function Page() {
  useTitle(t("library"));
  return (
    <div class="page">
      <h1>{t("library")}</h1>
    </div>
  );
}
