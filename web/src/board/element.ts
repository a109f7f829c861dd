/** `<shogi-board>`: any position of any variant, to look at, play on or edit. It is told the legal moves. */
import { Ahead } from "./ahead.ts";
import { ATTRIBUTES, Attributes } from "./attributes.ts";
import { Controls } from "./controls.ts";
import { addMan, moveMan, type Place, turnAt } from "./editor.ts";
import { Flights } from "./flights.ts";
import { giveFont } from "./font.ts";
import { isFine } from "./geometry.ts";
import {
  type Context,
  IDLE,
  type InputEvent,
  type InputState,
  type Origin,
  step,
  type Target,
  takenSoFar,
  targetsOf,
} from "./input.ts";
import { Inspector } from "./inspect.ts";
import { Kinds, type Look } from "./men.ts";
import { wantsStillness } from "./motion.ts";
import { optionsOf, shownAfter, shownWhile } from "./play.ts";
import { Bubble, Choice } from "./popup.ts";
import { BoardProps, NO_VARIANT, type Props } from "./props.ts";
import { emptyPosition, readSfen, writeSfen } from "./sfen.ts";
import { squareIndex, squareName } from "./squares.ts";
import { Stage } from "./stage.ts";
import { meantMove, readTyped } from "./typed.ts";
import type { BoardVariant, Man, Position, Side } from "./types.ts";
import { type Move, moveEnd, readUsi } from "./usi.ts";
import { frontOf } from "./view.ts";
import { reasonText, say, spokenMove, type Word } from "./words.ts";

type Asking = Extract<InputState, { mode: "choosing" }>;

export class ShogiBoard extends BoardProps {
  static readonly observedAttributes = ["hands", "data-theme", ...ATTRIBUTES];

  /** @internal */
  readonly stage: Stage;
  /** @internal */
  kinds = new Kinds(NO_VARIANT);
  /** @internal */
  position: Position = emptyPosition(NO_VARIANT);
  /** @internal */
  input: InputState = IDLE;
  /** @internal */
  hover: number | null = null;
  /** @internal */
  readonly inspector = new Inspector(this);
  private readonly byAttributes = new Attributes(this);
  private readonly ahead = new Ahead(this);
  private readonly flights = new Flights(this);

  private readonly choice: Choice;
  /** @internal */
  readonly bubble: Bubble;
  private readonly controls: Controls;
  private readonly resize: ResizeObserver | null;
  private readonly themes: MutationObserver;
  private readonly night = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
  private legal: Move[] | null = null;
  /** What is wrong with the position, and with the attributes. */
  private broken: string | null = null;
  private said: string | null = null;
  /** The move that was made here and not yet confirmed by the page. */
  private pending: Position | null = null;
  private refused: number[] = [];
  private shownMen: (Man | null)[] = [];
  private landed: number | null = null;
  private width = 0;
  private labelling: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.stage = new Stage(this.attachShadow({ mode: "open" }));
    this.choice = new Choice((usi) => this.chosen(usi));
    this.bubble = new Bubble(() => this.clearRefusal());
    this.stage.window.append(this.choice.element, this.bubble.element);
    this.controls = new Controls(this);
    this.resize = typeof ResizeObserver === "function" ? new ResizeObserver(() => this.resized()) : null;
    this.themes = new MutationObserver(() => this.applyTheme());
  }

  connectedCallback() {
    this.upgrade();
    giveFont();
    this.resize?.observe(this);
    this.resize?.observe(this.stage.clip);
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.night?.addEventListener("change", this.applyTheme);
    this.applyTheme();
    this.touch("variant");
    this.update();
  }

  disconnectedCallback() {
    this.resize?.disconnect();
    this.themes.disconnect();
    this.night?.removeEventListener("change", this.applyTheme);
    this.bubble.hide();
    this.inspector.close();
    clearTimeout(this.labelling);
  }

  attributeChangedCallback(name: string) {
    if (name === "hands") this.layout();
    else if (name === "data-theme") this.applyTheme();
    else this.byAttributes.changed(name);
  }

  /** Shows why something was refused, at its squares, and puts back a move that was not confirmed. */
  refuse(reason: string, squares: string[] = []) {
    this.pending = null;
    this.refused = squares.map((name) => squareIndex(name, this.variant)).filter((at) => at >= 0);
    const last = this.refused.at(-1) ?? Math.floor((this.variant.files * this.variant.ranks) / 2);
    this.touch("input");
    this.update();
    this.bubble.show(reason, this.stage.anchor(last));
  }

  /** Plays a typed move (`7g7f`, `P*5e`, `76歩`, `７六歩`); tells whether it meant one legal move, or asked whether it promotes. */
  typed(text: string): boolean {
    this.update();
    const last = this.lastMove ? readUsi(this.lastMove, this.variant) : null;
    const context = { size: this.variant, position: this.position, kinds: this.kinds, last: last ? moveEnd(last) : -1 };
    const found = readTyped(text, { ...context, moves: this.mayMove() ? (this.legal ?? []) : [] });
    if (found.type === "move") this.play(found.usi);
    else if (found.type === "promotion") this.askPromotion(found.moves);
    else if (found.type === "several") this.refuse(`${text}: ${say("manyMoves", this.language)}`);
    else this.refuseTyped(text.trim(), meantMove(text, { ...context, moves: [] }));
    return found.type === "move" || found.type === "promotion";
  }

  /** A typed move that does not say whether it promotes: the same question as for a move made by hand. */
  private askPromotion(options: Move[]) {
    const [first] = options;
    if (first?.type !== "board") return;
    const at = moveEnd(first);
    const origin: Origin = { type: "square", square: first.from };
    const asking: Asking = { mode: "choosing", origin, path: [], at, options };
    this.input = asking;
    this.stage.reveal(at);
    this.touch("input");
    this.update();
    this.ask(asking);
  }

  /** A text that is a move, though not a legal one, is explained by the page as any other. */
  private refuseTyped(text: string, meant: string | null) {
    const move = readUsi(meant ?? text, this.variant);
    if (!this.mayMove()) this.refuse(`${text}: ${say("notYourTurn", this.language)}`);
    else if (!move || move.type === "pass") this.refuse(`${text}: ${say("noSuchMove", this.language)}`);
    else {
      const from = move.type === "board" ? squareName(move.from, this.variant) : null;
      this.emit("refused", { usi: move.usi, from, to: squareName(moveEnd(move), this.variant) });
    }
  }

  /** Where squares and men in hand are on the page, for tests and overlays. */
  geometry() {
    this.update();
    const client = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    return {
      cell: this.stage.cell(),
      view: { ...this.stage.view },
      square: (name: string) => this.stage.point(squareIndex(name, this.variant), "client"),
      hand: (side: Side, code: string) => {
        const slots = this.stage.hands[side].element.querySelectorAll<HTMLElement>(".slot");
        const slot = [...slots].find((slot) => slot.dataset.code === code);
        return slot ? client(slot.getBoundingClientRect()) : null;
      },
    };
  }

  /** Moves the window of a large board so that a square is seen. */
  reveal(square: string) {
    this.update();
    this.stage.reveal(squareIndex(square, this.variant));
  }

  /** The card of a piece is closed. */
  inspectEnd() {
    this.inspector.close();
  }

  /** In the editor: begins to drag a man from outside, with the `pointerdown` event that started it. */
  dragNew(man: Man, event: PointerEvent) {
    this.update();
    this.controls.dragNew(man, event);
  }

  /** The page has answered a move that was made here: what it tells now is true. */
  protected answered() {
    if (!this.pending) return;
    this.pending = null;
    this.touch("input");
  }

  /** The page does not play the move that was made here: the position stands as it did. */
  putBack() {
    this.answered();
    this.update();
  }

  /** Draws what has changed, at once. */
  update() {
    if (this.dirty.size === 0 || !this.isConnected) return;
    const dirty = new Set(this.dirty);
    this.dirty.clear();
    const has = (...names: (keyof Props | "input")[]) => names.some((name) => dirty.has(name));
    const before = this.position;
    if (has("variant")) this.kinds = new Kinds(this.variant);
    if (has("variant", "sfen")) this.readPosition();
    if (has("variant", "moves")) {
      const moves = this.props.moves?.map((usi) => readUsi(usi, this.variant));
      this.legal = moves?.filter((move) => move !== null) ?? null;
    }
    if (has("variant", "sfen", "moves", "editable")) this.reset();
    if (has("sfen") && !has("arrows")) this.props.arrows = [];
    if (has("sfen") && !has("marks")) this.props.marks = [];
    if (has("variant", "sfen")) this.inspector.close();
    if (has("sfen") && !has("attacks")) this.props.attacks = null;
    const { stage } = this;
    stage.setFlipped(this.flipped);
    if (has("variant")) {
      stage.setVariant(this.variant, this.kinds, this.look(), this.handColumns());
      this.shownMen = [];
      this.controls.reset();
    } else if (has("flipped", "pieces", "dots")) {
      stage.drawing?.setLook(this.look());
      this.shownMen = [];
    }
    if (has("variant", "coordinates")) stage.setCoordinates(this.coordinates);
    if (has("variant", "language")) stage.setLanguage(this.language);
    if (has("variant", "sfen", "flipped")) stage.front = frontOf(this.position.men, this.variant, this.flipped);
    // Before the drawing is on the page, so that the browser lays it out only once.
    if (has("variant", "coordinates", "flipped")) this.layout();
    stage.frame.classList.toggle("look-only", this.legal === null && !this.editable && this.pen === null);
    this.drawMen();
    this.drawLights();
    if (has("variant", "attacks", "sfen", "flipped")) stage.drawing?.setAttacks(this.attacks);
    this.label();
    stage.show();
    if (has("lastMove") && has("sfen") && !has("variant")) this.tellMove(before);
    if (has("variant", "sfen", "moves", "side", "premoves")) this.ahead.look();
  }

  private readPosition() {
    const { position, faults } = readSfen(this.sfen, this.variant);
    this.position = position;
    const broken = this.sfen !== "" && this.variant.kinds.length > 0 && faults[0];
    const why = broken && (this.language === "ja" ? broken.messageJa : broken.message);
    this.broken = why ? `${say("cannotRead", this.language)}: ${why}` : null;
    this.showFault();
  }

  /** @internal What is wrong with the attributes of the element; null where nothing is. */
  fault(words: string | null) {
    this.said = words;
    this.showFault();
  }

  private showFault() {
    const words = this.broken ?? this.said;
    this.stage.fault.hidden = !words;
    this.stage.fault.textContent = words;
  }

  private reset() {
    this.input = IDLE;
    this.refused = [];
    this.choice.close();
    this.bubble.hide();
    this.controls.dropGhost();
  }

  private look(): Omit<Look, "shadows"> {
    return { pieces: this.pieces, dots: this.dots, flipped: this.flipped };
  }

  /** @internal */
  fullLook(): Look {
    return { ...this.look(), shadows: isFine(this.variant) };
  }

  /** How many columns of men a hand beside the board needs. */
  private handColumns(): number {
    const held = [...this.position.hands.sente.keys(), ...this.position.hands.gote.keys()];
    if (!this.variant.hasHands && held.length === 0) return 0;
    const fronts = this.variant.kinds.filter((kind) => !kind.isRoyal && !this.kinds.isTurned(kind.code));
    const most = new Set([...held, ...(this.variant.hand ?? fronts.map((kind) => kind.code))]).size;
    return Math.max(1, Math.ceil(most / this.variant.ranks));
  }

  private drawMen() {
    const { drawing } = this.stage;
    if (!drawing) return;
    const position = this.pending ?? this.position;
    const men = this.pending ? position.men : shownWhile(this.input, position);
    const before = this.shownMen;
    // Of a large board only what is seen is drawn at once; the rest follows with the labels.
    const isNew = before.length === 0 && !isFine(this.variant);
    const changed = drawing.setMen(men, isNew ? (square) => this.stage.sees(square) : undefined);
    this.shownMen = men;
    if (changed.length > 0) this.stage.minimap?.setMen(men, this.flipped);
    if (before.length > 0 && this.animation && !wantsStillness()) {
      this.flights.fly(before, men, changed, this.landed);
    }
    this.landed = null;
    const { origin, hand } = {
      origin: this.input.mode === "idle" ? (this.ahead.premove?.origin ?? null) : this.input.origin,
      hand: this.controls.keys.hand,
    };
    for (const side of ["sente", "gote"] as const) {
      const selected = origin?.type === "hand" && origin.side === side ? origin.code : null;
      const cursor = hand?.side === side ? hand.code : null;
      this.stage.hands[side].update(position.hands[side], this.kinds, this.fullLook(), this.language, selected, cursor);
    }
  }

  /** @internal Draws what lies over and under the men. */
  drawLights() {
    const size = this.variant;
    const last = this.lastMove ? readUsi(this.lastMove, size) : null;
    const squares = last?.type === "board" ? [last.from, ...last.steps] : last?.type === "drop" ? [last.to] : [];
    const context = this.context();
    const targets = this.props.targets && !this.editable ? targetsOf(this.input, context) : new Map<number, Target>();
    const { input } = this;
    const hover = input.mode === "chosen" ? (input.preview ?? this.hover) : null;
    const aimed = hover === null ? undefined : targetsOf(input, context).get(hover);
    const wide = aimed && (aimed.takes.length > 1 || (aimed.takes[0] ?? hover) !== hover) ? aimed.takes : [];
    const checked = this.checked.map((name) => squareIndex(name, size)).filter((at) => at >= 0);
    const origin = input.mode !== "idle" ? input.origin : (this.ahead.premove?.origin ?? null);
    const selected = origin?.type === "square" ? origin.square : null;
    const ahead = this.ahead.shapes();
    const way = input.mode === "idle" ? [] : input.path;
    this.stage.drawing?.setLights({
      last: [...new Set(squares)],
      checked,
      selected,
      path: way,
      targets,
      taken: [...new Set([...takenSoFar(input, context), ...wide])],
      refused: this.refused,
      cursor: this.controls.shownCursor(),
      hover,
      reach: this.reach,
      arrows: [...this.arrows, ...ahead.arrows, ...(this.controls.shape ? [this.controls.shape] : [])],
      marks: [...this.marks, ...ahead.marks],
    });
    this.stage.minimap?.setLights(squares, targets.keys(), this.flipped);
  }

  /** Names the squares for screen readers; on large boards a moment later, so that the men are seen first. */
  private label() {
    clearTimeout(this.labelling);
    if (isFine(this.variant)) this.labelNow();
    else this.labelling = setTimeout(() => this.completeLarge(), 60);
  }

  private completeLarge() {
    this.stage.drawing?.setMen(this.shownMen);
    this.labelNow();
  }

  private labelNow() {
    const { input } = this;
    const states = new Map<number, Word[]>();
    const add = (square: number, word: Word) => states.set(square, [...(states.get(square) ?? []), word]);
    for (const [square, target] of targetsOf(input, this.context())) {
      add(square, target.capture ? "captureTarget" : "target");
    }
    for (const name of this.checked) add(squareIndex(name, this.variant), "checked");
    if (input.mode !== "idle" && input.origin.type === "square") add(input.origin.square, "selected");
    this.stage.drawing?.setLabels(this.language, states);
  }

  private tellMove(before: Position) {
    const move = this.lastMove ? readUsi(this.lastMove, this.variant) : null;
    if (!move) return;
    this.say(spokenMove(move, before, this.position, this.variant, this.kinds, this.language, this.checked.length > 0));
    if (move.type !== "pass") this.stage.reveal(moveEnd(move));
  }

  /** @internal Says something to screen readers. */
  say(text: string) {
    this.stage.spoken.textContent = text;
  }

  /** @internal */
  mayMove(): boolean {
    return this.legal !== null && this.pending === null && this.side !== null;
  }

  /** @internal */
  context(): Context {
    return {
      size: this.variant,
      position: this.position,
      moves: this.mayMove() ? this.legal : null,
      captures: this.captures,
      may: (side) => this.side === "both" || this.side === side,
      waits: this.legal === null && this.pending === null && (this.side === "sente" || this.side === "gote"),
      kind: (code) => this.kinds.get(code),
    };
  }

  /** @internal Gives an event to the state machine and does what comes of it. */
  send(event: InputEvent, landed: number | null = null) {
    const before = this.input;
    const context = this.context();
    if (this.ahead.press(event, context)) return;
    const { state, effects } = step(before, event, context);
    this.input = state;
    this.landed = landed;
    this.touch("input");
    if (state.mode !== "choosing") this.choice.close();
    for (const effect of effects) {
      if (effect.type === "move") this.play(effect.usi, landed);
      else if (effect.reason) this.refuse(reasonText(effect.reason, this.language), effect.to ? [effect.to] : []);
      else this.emit("refused", { usi: effect.usi, from: effect.from, to: effect.to });
    }
    this.update();
    if (state.mode === "choosing") this.ask(state);
    this.tellInput(before, state);
  }

  private tellInput(before: InputState, state: InputState) {
    const selected = (input: InputState) => (input.mode === "idle" ? null : originName(input.origin, this.variant));
    if (selected(before) === selected(state)) {
      if (state.mode === "chosen" && state.path.length > 0) this.say(say("goesOn", this.language));
      return;
    }
    this.emit("select", { origin: selected(state) });
    if (state.mode === "chosen") {
      const code =
        state.origin.type === "hand" ? state.origin.code : (this.position.men[state.origin.square]?.code ?? "");
      this.say(`${this.kinds.name(code, this.language)} ${say("chosen", this.language)}`);
    }
  }

  private ask(state: Asking) {
    const options = optionsOf(state.options, this.position, this.kinds, this.language);
    const title = say(state.origin.type === "hand" ? "chooseFace" : "choose", this.language);
    this.choice.open(options, title, this.stage.anchor(state.at), this.kinds, this.fullLook(), this.language);
  }

  private chosen(usi: string | null) {
    this.choice.close();
    this.stage.stack.focus({ preventScroll: true });
    this.send(usi ? { type: "choose", usi } : { type: "cancel" });
  }

  /** Tells the page a move, and shows it until the page answers with a position or a refusal. */
  private play(usi: string, landed: number | null = null) {
    const move = this.legal?.find((move) => move.usi === usi);
    if (!move) return;
    this.pending = shownAfter(move, this.context(), this.kinds);
    this.input = IDLE;
    this.landed = landed ?? this.landed;
    this.touch("input");
    this.update();
    this.emit("move", { usi });
  }

  /** @internal A change in the editor. */
  edit(change: { origin: Origin; place: Place } | { add: Man; place: Place } | { turn: number }) {
    const { position, kinds } = this;
    const next =
      "turn" in change
        ? turnAt(position, change.turn, kinds)
        : "add" in change
          ? addMan(position, change.add, change.place, kinds)
          : moveMan(position, change.origin, change.place, kinds);
    this.input = IDLE;
    this.touch("input");
    if (next === position) return this.update();
    this.sfen = writeSfen(next, this.variant);
    this.update();
    this.emit("edit", { sfen: this.sfen });
  }

  /** @internal */
  emit(name: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private clearRefusal() {
    this.refused = [];
    this.touch("input");
  }

  private layout(width = this.clientWidth) {
    this.width = width;
    this.stage.layout(width, this.getAttribute("hands"));
  }

  private resized() {
    if (this.clientWidth !== this.width || this.stage.isStale()) this.layout();
  }

  /** What the element or the page says; else as the device has it. */
  private readonly applyTheme = () => {
    const chosen = this.dataset.theme ?? document.documentElement.dataset.theme;
    this.stage.frame.dataset.theme = chosen ?? (this.night?.matches ? "dark" : "wood");
  };
}

const originName = (origin: Origin, size: BoardVariant) =>
  origin.type === "square" ? squareName(origin.square, size) : `${origin.code}*`;
