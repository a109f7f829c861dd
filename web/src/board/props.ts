/** What a page tells a board, as properties. */
import { SHOGI } from "./shogi.ts";
import type { Arrow, BoardVariant, Coordinates, Faces, Language, Man, Mark, Reach, Side } from "./types.ts";

export interface Props {
  variant: BoardVariant;
  sfen: string;
  moves: string[] | null;
  captures: Record<string, string[]>;
  lastMove: string | null;
  checked: string[];
  side: Side | "both" | null;
  flipped: boolean;
  language: Language;
  pieces: Faces;
  dots: boolean;
  coordinates: Coordinates;
  arrows: Arrow[];
  marks: Mark[];
  editable: boolean;
  brush: Man | "erase" | null;
  pen: string | null;
  targets: boolean;
  animation: boolean;
  inspectable: boolean;
  cards: boolean;
  premoves: boolean;
  reach: Reach | null;
  attacks: Record<Side, string[]> | null;
}

export const NO_VARIANT: BoardVariant = { files: 9, ranks: 9, kinds: [] };

/** The largest board; a variant that says more, or nothing, is not drawn. */
const MOST = 36;

function isDrawable({ files, ranks, kinds }: BoardVariant): boolean {
  const fits = (n: unknown) => Number.isInteger(n) && Number(n) >= 1 && Number(n) <= MOST;
  return fits(files) && fits(ranks) && Array.isArray(kinds);
}

/** The language of the page around an element; where it says nothing, the browser's. Who reads no Japanese reads English. */
export function languageAround(element: Element): Language {
  const told = element.closest("[lang]")?.getAttribute("lang") || navigator.language;
  return /^ja\b/i.test(told) ? "ja" : "en";
}

/** The part of the element that holds what it was told. Changes gather, and are drawn together. */
export abstract class BoardProps extends HTMLElement {
  protected readonly props: Props = {
    variant: SHOGI,
    sfen: "",
    moves: null,
    captures: {},
    lastMove: null,
    checked: [],
    side: "both",
    flipped: false,
    language: "en",
    pieces: "kanji",
    dots: false,
    coordinates: "japanese",
    arrows: [],
    marks: [],
    editable: false,
    brush: null,
    pen: null,
    targets: true,
    animation: true,
    inspectable: false,
    cards: true,
    premoves: false,
    reach: null,
    attacks: null,
  };
  protected readonly dirty = new Set<keyof Props | "input">();
  private scheduled = false;
  private isLanguageGiven = false;
  private isCoordinatesGiven = false;

  /** Draws what has changed. */
  abstract update(): void;
  /** The page has answered a move that was made here: what it tells now is true. */
  protected abstract answered(): void;

  get variant() {
    return this.props.variant;
  }
  set variant(value: BoardVariant) {
    this.set("variant", value && isDrawable(value) ? value : NO_VARIANT);
  }
  get sfen() {
    return this.props.sfen;
  }
  set sfen(value: string) {
    this.answered();
    this.set("sfen", value ?? "");
  }
  get moves() {
    return this.props.moves;
  }
  set moves(value: string[] | null) {
    if (value) this.answered();
    const same =
      value && this.moves && value.length === this.moves.length && value.every((usi, i) => usi === this.moves?.[i]);
    if (!same) this.set("moves", value ?? null);
  }
  get captures() {
    return this.props.captures;
  }
  set captures(value: Record<string, string[]>) {
    this.set("captures", value ?? {});
  }
  get lastMove() {
    return this.props.lastMove;
  }
  set lastMove(value: string | null) {
    this.set("lastMove", value ?? null);
  }
  get checked() {
    return this.props.checked;
  }
  set checked(value: string[]) {
    this.set("checked", value ?? []);
  }
  get side() {
    return this.props.side;
  }
  set side(value: Side | "both" | null) {
    this.set("side", value);
  }
  get flipped() {
    return this.props.flipped;
  }
  set flipped(value: boolean) {
    this.set("flipped", Boolean(value));
  }
  get language() {
    return this.props.language;
  }
  set language(value: Language) {
    this.isLanguageGiven = true;
    this.set("language", value);
    if (!this.isCoordinatesGiven) this.touch("coordinates");
  }
  get pieces() {
    return this.props.pieces;
  }
  set pieces(value: Faces) {
    this.set("pieces", value);
  }
  get dots() {
    return this.props.dots;
  }
  set dots(value: boolean) {
    this.set("dots", Boolean(value));
  }
  get coordinates() {
    if (this.isCoordinatesGiven) return this.props.coordinates;
    // As moves are written in the language: ７六, or 7f.
    return this.props.language === "ja" ? "japanese" : "usi";
  }
  set coordinates(value: Coordinates) {
    this.isCoordinatesGiven = true;
    this.set("coordinates", value);
  }
  get arrows() {
    return this.props.arrows;
  }
  set arrows(value: Arrow[]) {
    this.set("arrows", value ?? []);
  }
  get marks() {
    return this.props.marks;
  }
  set marks(value: Mark[]) {
    this.set("marks", value ?? []);
  }
  get editable() {
    return this.props.editable;
  }
  set editable(value: boolean) {
    this.set("editable", Boolean(value));
  }
  /** In the editor: what a click puts down. */
  get brush() {
    return this.props.brush;
  }
  set brush(value: Man | "erase" | null) {
    this.set("brush", value);
  }
  /** The colour in which a finger or the left button draws arrows and rings; null where they move men. */
  get pen() {
    return this.props.pen;
  }
  set pen(value: string | null) {
    this.set("pen", value ?? null);
  }
  /** Whether the squares a chosen man can go to are shown. */
  get targets() {
    return this.props.targets;
  }
  set targets(value: boolean) {
    this.set("targets", Boolean(value));
  }
  /** Whether men glide to where they go; never where the system asks for reduced motion. */
  get animation() {
    return this.props.animation;
  }
  set animation(value: boolean) {
    this.set("animation", Boolean(value));
  }

  /** Whether the page answers `inspect`: then a piece can be asked about. */
  get inspectable() {
    return this.props.inspectable;
  }
  set inspectable(value: boolean) {
    this.set("inspectable", Boolean(value));
  }
  /** Whether a pointer that rests on a piece asks about it. */
  get premoves() {
    return this.props.premoves;
  }
  set premoves(value: boolean) {
    this.set("premoves", Boolean(value));
  }
  get cards() {
    return this.props.cards;
  }
  set cards(value: boolean) {
    this.set("cards", Boolean(value));
  }
  /** Where the piece that was asked about can go. */
  get reach() {
    return this.props.reach;
  }
  set reach(value: Reach | null) {
    this.set("reach", value ?? null);
  }
  /** The squares each side attacks, to be marked. */
  get attacks() {
    return this.props.attacks;
  }
  set attacks(value: Record<Side, string[]> | null) {
    this.set("attacks", value ?? null);
  }

  private set<K extends keyof Props>(name: K, value: Props[K]) {
    if (this.props[name] === value) return;
    this.props[name] = value;
    this.touch(name);
  }

  /** Takes over what was set before the element was defined. */
  protected upgrade() {
    if (!this.isLanguageGiven) this.props.language = languageAround(this);
    for (const name of Object.keys(this.props) as (keyof Props)[]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Partial<Props>)[name];
      Object.assign(this, { [name]: value });
    }
  }

  /** @internal */
  touch(part: keyof Props | "input") {
    this.dirty.add(part);
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      this.update();
    });
  }
}
