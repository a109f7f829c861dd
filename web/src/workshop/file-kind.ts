export type FileKind = "ini" | "variant" | "pieces";

/** What a text seems to be: a `variants.ini`, a variant file, or a piece file. Anything else is taken for a variant. */
export function fileKind(text: string): FileKind {
  const first = text.split("\n").find((line) => line.trim() && !/^\s*[#;]/.test(line));
  if (first && /^\s*\[[^\]]*\]?\s*([#;].*)?$/.test(first)) return "ini";
  const fields = new Set([...text.matchAll(/^([a-z_]+):/gm)].map((match) => match[1]));
  if (fields.has("kinds") || fields.has("board") || fields.has("slug")) return "variant";
  if (fields.has("pieces") || fields.has("metadata")) return "pieces";
  return /^\s*\w+\s*=/m.test(text) ? "ini" : "variant";
}

/** How a file of that kind is called. */
export function fileName(kind: FileKind, slug = "my-game"): string {
  return { ini: "variants.ini", variant: `${slug}.yaml`, pieces: "pieces.yaml" }[kind];
}
