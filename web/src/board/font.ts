/** The font of the men. A shadow tree cannot bring a font of its own, so it is given to the document, once. */
import address from "../font/KomaSerif-Bold.woff2?url";

let given = false;

export function giveFont() {
  if (given || typeof FontFace !== "function") return;
  given = true;
  const font = new FontFace("KomaSerif", `url(${JSON.stringify(address)})`, { weight: "700", display: "swap" });
  document.fonts.add(font);
  // Men drawn before it arrives use a serif font of the machine; nothing waits for it.
  font.load().catch(() => {});
}
