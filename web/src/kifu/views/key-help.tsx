import { Dialog } from "../../app/widgets.tsx";
import { t } from "../messages.ts";

/** The keys of the player. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const rows: [string[], string][] = [
    [["←", "→"], t("key_step")],
    [["Home", "End"], t("key_ends")],
    [["Space"], t("key_play")],
    [["↑", "↓"], t("key_branch")],
    [["Shift ←", "Shift →"], t("key_variation")],
    [["[", "]"], t("key_marks")],
    [["f"], t("key_flip")],
    [["l", "x"], t("key_live")],
    [["a"], t("key_arrows")],
    [["h"], t("key_hand")],
    [["Ctrl C"], t("key_copy")],
    [["Ctrl Z", "Ctrl Y"], t("key_undo")],
    [["?"], t("key_help")],
    [[t("key_wheel")], t("key_step")],
  ];
  return (
    <Dialog open={open} title={t("keys")} onClose={onClose}>
      <dl class="key-help">
        {rows.map(([keys, does]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
