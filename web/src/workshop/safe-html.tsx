// The server's rules pages are HTML, and people's words are in them (names of games and pieces). They are escaped
// there; here the markup is rebuilt from a few plain elements, so that nothing else can come through.
import { type ComponentChild, h } from "preact";
import { useMemo } from "preact/hooks";

const ELEMENTS = new Set(
  "p ul ol li strong em b i code br h3 h4 table thead tbody tr th td dl dt dd span div blockquote sub sup".split(" "),
);

/** HTML as elements of the page: plain ones without attributes; of all others only the text stays. */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => <>{children(new DOMParser().parseFromString(html, "text/html").body)}</>, [html]);
}

function children(node: Node): ComponentChild[] {
  return [...node.childNodes].map((child, key) => {
    if (child.nodeType === 3) return child.textContent;
    if (child.nodeType !== 1) return null;
    const name = child.nodeName.toLowerCase();
    if (name === "script" || name === "style" || name === "template") return null;
    if (!ELEMENTS.has(name)) return <>{children(child)}</>;
    return h(name, { key }, name === "br" ? undefined : children(child));
  });
}
