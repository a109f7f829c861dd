/** A link that carries the game. */
import { useState } from "preact/hooks";
import { useResource } from "../../app/resource.ts";
import { Button, CopyButton, Dialog, Field, Loading, Refused, Switch } from "../../app/widgets.tsx";
import { cannotHold, writeRecord } from "../calls.ts";
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
  const packed = useResource(() => packRecord(session, ply), [record, ply, id]);
  const carried = packed.value && `${location.origin}/kifu/view#${packed.value.fragment}`;
  const stored = id && `${location.origin}/kifu/${id}${ply > 0 ? `#ply=${ply}` : ""}`;
  return (
    <Dialog open title={t("share")} onClose={onClose}>
      <Switch label={t("sharePly")} value={isHere} onChange={setHere} />
      {packed.error && <Refused error={packed.error} retry={packed.retry} />}
      {packed.loading && !packed.value && <Loading />}
      {carried && (
        <Link label={t("link")} hint={packed.value?.isWhole ? t("shareLead") : t("shareMoves")} address={carried} />
      )}
      {stored && <Link label={t("showSaved")} address={stored} />}
      {(stored || packed.value?.isWhole) && (
        <Link label={t("embedCode")} address={frameCode((stored || carried) ?? "")} />
      )}
      {!packed.loading && !packed.value?.isWhole && !stored && (
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

/** What is pasted into another page. */
function frameCode(address: string): string {
  const src = address.replace("/kifu/", "/embed/kifu/").replaceAll("&", "&amp;");
  return `<iframe src="${src}" width="760" height="600" loading="lazy"></iframe>`;
}

/** The whole game where an address can hold it, else its main line; none where even that is too long. */
async function packRecord(session: Session, ply: number): Promise<{ fragment: string; isWhole: boolean } | null> {
  for (const format of ["kif", "usi"] as const) {
    try {
      const { text } = await writeRecord(session.record.peek(), sourceOf(session), format);
      const fragment = await pack({ text: text ?? "", ply });
      if (text && fits(fragment)) return { fragment, isWhole: format === "kif" };
    } catch (error) {
      if (!cannotHold(error)) throw error;
    }
  }
  return null;
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
