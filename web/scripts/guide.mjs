// The user's guide as modules of the page: docs/guide/LANGUAGE/PAGE.md, which GitHub shows as it is, becomes a title, HTML, and
// the pages it links to in order. What the page could not show as GitHub does stops the build.
import { readFileSync } from "node:fs";
import { Marked } from "marked";

const PAGE = /\/docs\/guide\/(?:en|ja)\/[\w-]+\.md$/;

/** The address of a page of the guide by the name of its file. */
export const address = (file) => (file === "README.md" ? "/help" : `/help/${file.replace(/\.md$/, "")}`);

/** A picture's size, from the head of a PNG file. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${file} is no PNG file`);
  // They are in the repository and in the program.
  if (bytes.length > 100_000)
    throw new Error(`${file} has ${bytes.length} bytes; node e2e/guide.mjs makes smaller ones`);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads a page; `id` is the path of its file. */
export function readPage(text, id) {
  const pictures = [];
  const links = [];
  let title = "";
  const plain = (tokens) => tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ""))).join("");
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        if (depth === 1) title = plain(tokens);
        return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (/^https:\/\//.test(href)) return `<a href="${href}" rel="noopener">${words}</a>`;
        if (!/^[\w-]+\.md$/.test(href)) throw new Error(`${id}: a link to ${href} leads nowhere on the page`);
        links.push({ address: address(href), title: plain(tokens) });
        return `<a href="${address(href)}">${words}</a>`;
      },
      image({ href, text: words }) {
        if (!words) throw new Error(`${id}: ${href} has no words for who does not see it`);
        const { width, height } = sizeOf(new URL(href, `file://${id}`));
        pictures.push(href);
        return `<img src="\u0000${pictures.length - 1}\u0000" alt="${words.replaceAll('"', "&quot;")}" width="${width}" height="${height}" loading="lazy">`;
      },
      html({ raw }) {
        throw new Error(`${id}: HTML in the guide: ${raw}`);
      },
    },
  });
  const html = marked.parse(text);
  if (!title) throw new Error(`${id} has no heading`);
  return { title, html, links, pictures };
}

/** The Vite plugin. */
export function guide() {
  return {
    name: "koma-guide",
    enforce: "pre",
    transform(text, id) {
      if (!PAGE.test(id)) return null;
      const { title, html, links, pictures } = readPage(text, id);
      const imports = pictures.map((picture, n) => `import p${n} from ${JSON.stringify(picture)};`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text has
      const parts = html.split(/\u0000(\d+)\u0000/).map((part, n) => (n % 2 ? `p${part}` : JSON.stringify(part)));
      const code = [
        ...imports,
        `export const title = ${JSON.stringify(title)};`,
        `export const links = ${JSON.stringify(links)};`,
        `export const html = ${parts.join(" + ")};`,
      ];
      return { code: code.join("\n"), map: null };
    },
  };
}
