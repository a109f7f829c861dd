import { t } from "../app/messages.ts";
import { useTitle } from "../app/title.ts";

export default function Page() {
  useTitle(t("workshop"));
  return (
    <div class="page">
      <h1>{t("workshop")}</h1>
    </div>
  );
}
