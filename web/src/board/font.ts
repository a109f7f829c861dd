/** The font of the men. A shadow tree cannot bring a font of its own, so it is given to the document, once. */
import address from "../font/KomaSerif-Bold.woff2?url";

let given = false;

export function giveFont() {
  if (given || typeof FontFace !== "function") return;
  given = true;
  const font = new FontFace("KomaSerif", source(), { weight: "700", display: "swap" });
  document.fonts.add(font);
  // Men drawn before it arrives use a serif font of the machine; nothing waits for it.
  font.load().catch(() => {});
}

/** Where the board is one file its font is inside, as bytes: many content security policies allow no `data:` fonts. */
function source(): string | Uint8Array<ArrayBuffer> {
  const inside = /^data:[^,]*;base64,/.exec(address);
  if (!inside) return `url(${JSON.stringify(address)})`;
  return Uint8Array.from(atob(address.slice(inside[0].length)), (byte) => byte.charCodeAt(0));
}
