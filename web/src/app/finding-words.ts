// The server's sentences about texts are English; their codes are stable. An area has one Japanese sentence for each code.
import type { Finding } from "./api.ts";
import type { FindingJson } from "./api-types.ts";
import { settings } from "./settings.ts";

/** By code: a sentence, or what makes one of the English sentence and its advice. */
export type Sentences = Record<string, string | ((message: string, help: string) => string)>;

/** What the server's sentence has in marks (`name` or "name"), in Japanese ones; `or` where it has nothing. */
export function marked(said: string, or = ""): string {
  const words = [...said.matchAll(/[`"]([^`"]+)[`"]/g)].map(([, word]) => `「${word}」`);
  return words.join("") || or;
}

/** What the server's sentence has in numbers, in its order. */
export function numbers(said: string): string[] {
  return said.match(/\d+/g) ?? [];
}

/** Findings in the language of the page. What has no sentence keeps the server's; the words they concern stay as they are. */
export function translated(findings: readonly FindingJson[], sentences: Sentences): Finding[] {
  return findings.map((finding) => {
    const severity = finding.severity as Finding["severity"];
    const sentence = settings.language.value === "ja" ? sentences[finding.code] : undefined;
    if (!sentence) return { ...finding, severity };
    const said = typeof sentence === "string" ? sentence : sentence(finding.message, finding.help ?? "");
    const times = /\((\d+) times\)/.exec(finding.message)?.[1];
    const meant = /^did you mean [`"](.+)[`"]\?$/.exec(finding.help ?? "")?.[1];
    return {
      ...finding,
      severity,
      message: times ? `${said}（${times}か所）` : said,
      help: meant ? `「${meant}」でしょうか` : null,
    };
  });
}
