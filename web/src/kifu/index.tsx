import { t } from "../app/messages.ts";
import { useTitle } from "../app/title.ts";

export default function Page() {
  useTitle(t("kifu"));
  return (
    <div class="page">
      <h1>{t("kifu")}</h1>
    </div>
  );
}
