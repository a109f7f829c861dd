/**
 * `<shogi-kifu src="game.kif">`: a game record on any page, read by the Koma that this script came from. A file is fetched by the page
 * itself and goes into the frame's address after `#`, which no server sees; `src="https://KOMA/kifu/12"` is a record of that library.
 */
import { pack } from "../kifu/model/share.ts";
import { HOME } from "./home.ts";

/** The longest file that is put into an address. */
const LARGEST = 1_000_000;

export class ShogiKifu extends HTMLElement {
  static readonly observedAttributes = ["src", "ply"];
  private turn = 0;

  connectedCallback() {
    void this.show();
  }

  attributeChangedCallback() {
    if (this.isConnected) void this.show();
  }

  private async show() {
    const turn = ++this.turn;
    const src = this.getAttribute("src")?.trim() ?? "";
    const ply = Number.parseInt(this.getAttribute("ply") ?? "0", 10) || 0;
    const shown = await frameOf(src, ply, document.baseURI).then(
      (address) => this.frame(address),
      (cause) => fault(cause instanceof Error ? cause.message : String(cause)),
    );
    // Another one has been asked for meanwhile.
    if (turn === this.turn) this.replaceChildren(shown);
  }

  private frame(address: string): HTMLElement {
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = this.getAttribute("title") ?? "Shogi game record 棋譜";
    frame.loading = "lazy";
    frame.style.cssText = "display:block;width:100%;height:100%;min-height:480px;border:0";
    return frame;
  }
}

/** The address of the frame for a source, as seen from a page. */
export async function frameOf(src: string, ply: number, page: string, home: URL = HOME): Promise<string> {
  if (!src) throw new Error('<shogi-kifu> needs src="game.kif" (src がありません)');
  const source = new URL(src, page);
  const stored = /^\/kifu\/([\w-]+)$/.exec(source.pathname);
  if (stored && stored[1] !== "view")
    return new URL(`/embed/kifu/${stored[1]}${ply ? `#ply=${ply}` : ""}`, source).href;
  // A link that was shared carries its record already.
  if (stored) return new URL(`/embed/kifu/view${source.hash}`, source).href;
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${src}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > LARGEST) throw new Error(`${src}: larger than 1 MB (大きすぎます)`);
  const text = decode(bytes);
  if (text === null) throw new Error(`${src}: no text that can be read (文字コードがわかりません)`);
  return new URL(`embed/kifu/view#${await pack({ text, ply })}`, home).href;
}

/** A text in one of the encodings of records; null where it is none of them. */
export function decode(bytes: Uint8Array): string | null {
  for (const encoding of ["utf-8", "shift_jis", "euc-jp"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  return null;
}

function fault(words: string): HTMLElement {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.style.cssText = "padding:12px;border:1px solid #b3261e;color:#b3261e;background:#fff";
  line.textContent = words;
  return line;
}
