/** Tags of games, which are collections; and what is done with several games at once. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../app/api.ts";
import type { SummaryView, TagView } from "../app/api-types.ts";
import { Button, Dialog, Field, toast } from "../app/widgets.tsx";
import { deleteGame, listTags, setTags } from "./calls.ts";
import { t } from "./messages.ts";

const known = signal<TagView[]>([]);

async function lookAgain(): Promise<void> {
  known.value = await listTags().catch(() => known.peek());
}

/** The tags there are, with how many games have each. */
export function useTags(): TagView[] {
  useEffect(() => void lookAgain(), []);
  return known.value;
}

interface Props {
  chosen: SummaryView[];
  onClear: () => void;
  /** The list has changed. */
  onDone: () => void;
}

/** The bar over a list of which some games are chosen. */
export function ChosenBar({ chosen, onClear, onDone }: Props) {
  const [dialog, setDialog] = useState<"tag" | "delete" | null>(null);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const tags = useTags();
  const common = [...new Set(chosen.flatMap((game) => game.tags ?? []))].sort();
  /** Does something with each game; what others own stays as it is, and that is said. */
  const each = async (what: (game: SummaryView) => Promise<unknown>, done: "tagged" | "untagged" | "deletedN") => {
    setBusy(true);
    let refused = 0;
    for (const game of chosen) {
      try {
        await what(game);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        if (cause.status !== 401 && cause.status !== 403) {
          toast(cause.message, "warning");
          break;
        }
        refused += 1;
      }
    }
    setBusy(false);
    setDialog(null);
    if (chosen.length > refused) toast(t(done, { n: chosen.length - refused }));
    if (refused > 0) toast(t("notYours", { n: refused }), "warning");
    void lookAgain();
    onDone();
  };
  const add = (event: Event) => {
    event.preventDefault();
    const tag = name.trim();
    if (!tag) return;
    void each((game) => setTags(game.id, [...new Set([...(game.tags ?? []), tag])]), "tagged");
  };
  const takeOff = (tag: string) =>
    void each(
      (game) =>
        setTags(
          game.id,
          (game.tags ?? []).filter((one) => one !== tag),
        ),
      "untagged",
    );
  return (
    <section class="row chosen-games" aria-label={t("chosen", { n: chosen.length })}>
      <strong role="status">{t("chosen", { n: chosen.length })}</strong>
      <Button onClick={() => setDialog("tag")}>{t("addTag")}…</Button>
      {common.slice(0, 4).map((tag) => (
        <Button key={tag} look="quiet" busy={busy} onClick={() => takeOff(tag)}>
          {t("tagsOff", { name: tag })}
        </Button>
      ))}
      <Button look="danger" onClick={() => setDialog("delete")}>
        {t("deleteGames")}…
      </Button>
      <Button look="quiet" onClick={onClear}>
        {t("clearChosen")}
      </Button>
      <Dialog
        open={dialog === "tag"}
        title={t("addTagTo", { n: chosen.length })}
        onClose={() => setDialog(null)}
        foot={
          <>
            <Button onClick={() => setDialog(null)}>{t("cancel")}</Button>
            <Button look="primary" type="submit" form="tag-form" busy={busy} disabled={!name.trim()}>
              {t("addTag")}
            </Button>
          </>
        }
      >
        <form id="tag-form" class="stack" onSubmit={add}>
          <Field label={t("tagName")} hint={t("tagHint")}>
            {(id) => (
              <input
                id={id}
                list="known-tags"
                maxLength={60}
                autocomplete="off"
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <datalist id="known-tags">
            {tags.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </form>
      </Dialog>
      <Dialog
        open={dialog === "delete"}
        title={t("deleteSure", { n: chosen.length })}
        onClose={() => setDialog(null)}
        foot={
          <>
            <Button onClick={() => setDialog(null)}>{t("cancel")}</Button>
            <Button look="danger" busy={busy} onClick={() => void each((game) => deleteGame(game.id), "deletedN")}>
              {t("deleteGames")}
            </Button>
          </>
        }
      >
        <p>{t("deleteText")}</p>
      </Dialog>
    </section>
  );
}
