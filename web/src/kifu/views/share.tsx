/** A link that carries the game. */
import { useState } from "preact/hooks";
import { useResource } from "../../app/resource.ts";
import { Button, CopyButton, Dialog, Field, Loading, Refused, Switch } from "../../app/widgets.tsx";
import { writeRecord } from "../calls.ts";
import { t } from "../messages.ts";
import { fits, pack } from "../model/share.ts";
import type { Session } from "../session.ts";
import { sourceOf } from "./actions.tsx";

export function Share({
  session,
  onSave,
  onClose,
}: {
  session: Session;
  onSave: () => Promise<void>;
  onClose: () => void;
}) {
  const { at } = session.cursor.value;
  const [isHere, setHere] = useState(at > 0);
  const record = session.record.value;
  const id = session.isChanged.value ? null : session.id.value;
  const ply = isHere ? at : 0;
  const fragment = useResource(async () => {
    const { text } = await writeRecord(record, sourceOf(session), "kif");
    return pack({ text: text ?? "", ply });
  }, [record, ply, id]);
  const carried = fragment.value && fits(fragment.value) ? `${location.origin}/kifu/view#${fragment.value}` : null;
  const stored = id && `${location.origin}/kifu/${id}${ply > 0 ? `#ply=${ply}` : ""}`;
  return (
    <Dialog open title={t("share")} onClose={onClose}>
      <Switch label={t("sharePly")} value={isHere} onChange={setHere} />
      {fragment.error && <Refused error={fragment.error} retry={fragment.retry} />}
      {fragment.loading && !fragment.value && <Loading />}
      {carried && <Link label={t("link")} hint={t("shareLead")} address={carried} />}
      {stored && <Link label={t("showSaved")} address={stored} />}
      {fragment.value && !carried && !stored && (
        <>
          <p>{t("shareLong")}</p>
          <Button look="primary" onClick={() => void onSave()}>
            {t("save")}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function Link({ label, hint, address }: { label: string; hint?: string; address: string }) {
  return (
    <div class="link">
      <Field label={label} hint={hint}>
        {(id) => <input id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <CopyButton text={address} look="primary" />
    </div>
  );
}
