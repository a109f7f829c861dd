import { messages } from "../app/i18n.ts";
import type { FaultReason } from "./model/archive.ts";

const t = messages<FaultReason>({
  broken: { ja: "ZIPファイルが壊れています", en: "The ZIP file is damaged" },
  encrypted: { ja: "パスワード付きのZIPは開けません", en: "The ZIP file has a password" },
  method: { ja: "このZIPの圧縮方式には対応していません", en: "The ZIP file is packed in a way that is not known here" },
  tooMany: { ja: "ZIPファイルが大きすぎます", en: "The ZIP file is too large" },
  tooLarge: { ja: "ファイルが大きすぎます", en: "The file is too large" },
});

/** Why an archive, or a file of it, was not unpacked. */
export const archiveWords = (reason: FaultReason): string => t(reason);
