// The little YAML we write. Everything is read back and checked by the server; nothing here reads YAML.

/** A text in double quotes. Line and paragraph separators, which YAML would fold, are escaped like control characters. */
export function quote(text: string): string {
  const escaped = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

/** A list of texts on one line. */
export function list(texts: readonly string[]): string {
  return `[${texts.map(quote).join(", ")}]`;
}

/** A mapping on one line, from pairs whose values are YAML already; pairs without a value are left out. */
export function flow(pairs: readonly (readonly [string, string | null])[]): string {
  const said = pairs.filter(([, value]) => value !== null);
  return `{ ${said.map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
}
