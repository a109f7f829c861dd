/** The looks of the board. Pages may set any `--shogi-board-*` property; `data-theme` is light, dark or wood. */
export const CSS = `
:host {
  display: block;
  width: 100%;
  container-type: inline-size;
  -webkit-user-select: none;
  user-select: none;
  -webkit-tap-highlight-color: transparent;
  --surface-1: var(--shogi-board-surface, #f4d896);
  --surface-2: var(--shogi-board-surface, #f0d18b);
  --surface-3: var(--shogi-board-surface, #ecca80);
  --line: var(--shogi-board-line, #5c4420);
  --grain: 0;
  --label: var(--shogi-board-label, #5b5345);
  --man-1: var(--shogi-board-man, #fff7e3);
  --man-2: var(--shogi-board-man, #f8e6bf);
  --man-edge: var(--shogi-board-man-edge, #80643a);
  --ink: var(--shogi-board-ink, #1d1710);
  --red: var(--shogi-board-red, #bf1818);
  --shadow: rgb(60 35 0 / 0.34);
  --tray: var(--shogi-board-tray, #e8dcc3);
  --last: rgb(240 140 30 / 0.42);
  --selected: rgb(70 160 60 / 0.55);
  --path: rgb(70 160 60 / 0.32);
  --checked: rgb(225 30 20 / 0.55);
  --target: rgb(20 95 60 / 0.62);
  --taken: #d01818;
  --reach: #1d5fc4;
  --accent: var(--shogi-board-accent, #1a6fd0);
  --popup: var(--shogi-board-popup, #fffdf8);
  --popup-ink: var(--shogi-board-popup-ink, #201a12);
  --frame-shadow: 0 1px 2px rgb(0 0 0 / .25), 0 6px 18px rgb(60 35 0 / .18);
}
:host([hidden]) { display: none; }
.frame[data-theme="wood"] {
  --surface-1: var(--shogi-board-surface, #f3cf85);
  --surface-2: var(--shogi-board-surface, #e8bb67);
  --surface-3: var(--shogi-board-surface, #dda950);
  --grain: .2;
  --tray: var(--shogi-board-tray, #d9b277);
  --man-1: var(--shogi-board-man, #fdeabf);
  --man-2: var(--shogi-board-man, #f0cf8d);
  --man-edge: var(--shogi-board-man-edge, #7c541d);
  --line: var(--shogi-board-line, #4a3210);
  --last: rgb(226 98 12 / 0.40);
  --selected: rgb(60 140 50 / 0.60);
  --path: rgb(60 140 50 / 0.36);
}
.frame[data-theme="dark"] {
  --surface-1: var(--shogi-board-surface, #54442f);
  --surface-2: var(--shogi-board-surface, #4c3d29);
  --surface-3: var(--shogi-board-surface, #453724);
  --line: var(--shogi-board-line, #1c150b);
  --label: var(--shogi-board-label, #b8ae9d);
  --man-1: var(--shogi-board-man, #e6d5b0);
  --man-2: var(--shogi-board-man, #cfb888);
  --man-edge: var(--shogi-board-man-edge, #2b2010);
  --ink: var(--shogi-board-ink, #17110a);
  --red: var(--shogi-board-red, #a80f0f);
  --tray: var(--shogi-board-tray, #33291b);
  --last: rgb(255 176 64 / 0.40);
  --selected: rgb(130 200 90 / 0.55);
  --path: rgb(130 200 90 / 0.32);
  --target: rgb(205 235 150 / 0.72);
  --checked: rgb(255 60 40 / 0.55);
  --reach: #2f7be0;
  --accent: var(--shogi-board-accent, #7cb8ff);
  --popup: var(--shogi-board-popup, #2c2620);
  --popup-ink: var(--shogi-board-popup-ink, #f4ecdd);
  --frame-shadow: 0 1px 2px rgb(0 0 0 / .5), 0 6px 18px rgb(0 0 0 / .35);
}

/* How large a cell is: as the width and the height allow. A low window never makes it smaller than a finger: the page
   scrolls then. Of a board that opens zoomed the window keeps the room of twelve such cells. */
.frame {
  --edge: clamp(14px, 2.6cqw, 24px);
  --hand: 0;
  --gap: 10px;
  --aside: 0px;
  --tall: var(--shogi-board-max-height, 100dvh);
  --least: min(var(--shogi-board-min-cell, 36px), var(--shogi-board-min-cell, 36px) * 12 / var(--files));
  --wide: calc((100cqw - 2 * var(--gap) - var(--edge) - var(--aside)) / (var(--files) + 2 * var(--hand) + .1));
  --high: calc((var(--tall) - var(--edge) - 4px) / (var(--ranks) * 1.1));
  --cell: min(var(--wide), max(var(--high), var(--least)), var(--shogi-board-max-cell, 84px));
  position: relative;
  display: grid;
  gap: var(--gap);
  justify-content: center;
  font-family: system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif;
}
.frame.plain { --edge: 3px; }
.frame.sides { grid-template-columns: auto auto auto; }
.frame.sides.hands { --hand: calc(1.12 * var(--hand-columns)); }
.frame.sides.large { --aside: clamp(128px, 17cqw, 200px); }
.frame.sides .middle { grid-area: 1 / 2; }
.frame.sides .far { grid-area: 1 / 1; align-self: start; margin-top: var(--edge); }
.frame.sides .near { grid-area: 1 / 3; align-self: end; }
.frame.sides .aside { grid-area: 1 / 3; align-self: start; width: var(--aside); margin-top: var(--edge); }
.frame.rows {
  --gap: 6px;
  --wide: calc((100cqw - var(--edge) - 2px) / var(--files));
  --high: calc((var(--tall) - 3 * var(--gap) - var(--stack, 0px) - var(--edge)) / (var(--ranks) * 1.1));
}
.frame.rows.hands { --stack: calc(2 * 48px); }
.frame.rows .far { order: 1; }
.frame.rows .middle { order: 2; }
.frame.rows .near { order: 3; }
.frame.rows .aside { order: 4; flex-direction: row; align-items: center; justify-content: space-between; }
.frame:not(.hands) .hand { display: none; }

.middle {
  display: grid;
  grid-template-columns: calc(var(--files) * var(--cell)) var(--edge);
  grid-template-rows: var(--edge) calc(var(--ranks) * var(--cell) * 1.1);
}
.files, .ranks { display: block; width: 100%; height: 100%; overflow: hidden; }
.files { grid-area: 1 / 1; }
.ranks { grid-area: 2 / 2; }
.files text, .ranks text { fill: var(--label); text-anchor: middle; font-family: KomaSerif, serif; }
.plain .files, .plain .ranks { visibility: hidden; }
.window {
  grid-area: 2 / 1;
  position: relative;
  border-radius: 3px;
  box-shadow: 0 0 0 clamp(2px, calc(var(--cell) * .045), 3px) var(--surface-3), var(--frame-shadow);
}
.clip { position: absolute; inset: 0; overflow: hidden; border-radius: 2px; background: var(--surface-2); contain: strict; }
.stack { position: absolute; inset: 0; transform-origin: 0 0; outline: none; touch-action: none; cursor: default; }
.look-only .stack:not(.zoomed) { touch-action: pan-y; }
.stack.moving { will-change: transform; }
.stack .draggable-here { cursor: grab; }
/* Each sheet is painted by itself. */
svg.board { position: absolute; inset: 0; display: block; width: 100%; height: 100%; overflow: visible; isolation: isolate; }

.wood-1 { stop-color: var(--surface-1); } .wood-2 { stop-color: var(--surface-2); } .wood-3 { stop-color: var(--surface-3); }
.grain { fill: none; stroke: #a8701f; stroke-width: .7; opacity: var(--grain); }
.grid { fill: none; stroke: var(--line); stroke-width: .9; }
.frame-line { fill: none; stroke: var(--line); stroke-width: 2.4; }
.star { fill: var(--line); }

.man .body { fill: var(--man-1); stroke: var(--man-edge); stroke-width: .9; stroke-linejoin: round; }
.fine .man .body { fill: url(#man-face); }
.man .shadow { fill: var(--shadow); stroke: var(--shadow); stroke-width: 1.6; stroke-linejoin: round; }
.man text { fill: var(--ink); text-anchor: middle; font-family: KomaSerif, "Noto Serif CJK JP", "Hiragino Mincho ProN", "Yu Mincho", serif; font-weight: 700; pointer-events: none; }
.man.turned text { fill: var(--red); }
.man .dots { fill: var(--ink); opacity: .78; }
.man.turned .dots { fill: var(--red); }
.face-1 { stop-color: var(--man-1); } .face-2 { stop-color: var(--man-2); }
.away { opacity: .25; }
.away.gone { opacity: 0; }

.light.last { fill: var(--last); }
.light.selected { fill: var(--selected); }
.light.path { fill: var(--path); }
.light.hover { fill: var(--selected); }
.light.checked { fill: var(--checked); }
.light.refused { fill: var(--checked); animation: fade 2.4s ease-out forwards; }
@keyframes fade { to { opacity: 0; } }
.over { pointer-events: none; }
.target { fill: var(--target); }
.target.ring { fill: none; stroke: var(--target); stroke-width: 3; }
.target.ring.thin { stroke-width: 1.4; }
.reach { fill: var(--reach); stroke: #fff; stroke-width: 1; }
.reach.ring { fill: none; stroke: var(--reach); stroke-width: 3.4; stroke-dasharray: 7 4; }
.attacked { opacity: .66; }
.attacked.sente { fill: #1d5fc4; } .attacked.gote { fill: #c2410c; }
.taken { fill: none; stroke: var(--taken); stroke-width: 3.6; stroke-linecap: round; }
.taken.under { stroke: #fff; stroke-width: 6; opacity: .75; }
rect.cursor { fill: none; stroke: var(--accent); stroke-width: 2.6; }
rect.cursor.under { stroke: var(--popup); stroke-width: 4.6; opacity: .8; }
.arrow { opacity: .72; } .mark { fill: none; stroke-width: 3.4; opacity: .85; }
.green { fill: #15803d; } .red { fill: #c81e1e; } .blue { fill: #1d5fc4; } .yellow { fill: #d69a00; }
.mark.green, .mark.red, .mark.blue, .mark.yellow { fill: none; }
.mark.green { stroke: #15803d; } .mark.red { stroke: #c81e1e; } .mark.blue { stroke: #1d5fc4; } .mark.yellow { stroke: #d69a00; }

.hand {
  display: flex;
  gap: 2px;
  padding: 4px;
  border-radius: 6px;
  background: var(--tray);
  box-shadow: inset 0 1px 3px rgb(60 35 0 / .22);
  touch-action: none;
  box-sizing: border-box;
}
.sides .hand { flex-wrap: wrap; width: calc(1.12 * var(--hand-columns) * var(--cell)); min-height: calc(2.2 * var(--cell)); align-content: flex-start; justify-content: center; padding: 4px 0; }
.sides .hand.near { align-content: flex-end; }
.rows .hand { min-height: 48px; flex-wrap: wrap; }
.rows .hand.far { justify-content: flex-end; }
.slot {
  position: relative;
  flex: none;
  width: var(--cell);
  padding: 0;
  border: 0;
  border-radius: 5px;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  touch-action: none;
}
.rows .slot { width: clamp(30px, var(--cell), 40px); }
.slot.selected { background: var(--selected); }
.slot.cursor { outline: 3px solid var(--accent); outline-offset: -2px; }
.slot .picture, .choice .picture, .ghost .picture { display: block; width: 100%; overflow: visible; }
.choice .picture { width: calc(var(--choice, 48px) - 6px); margin: 0 auto; }
.count::after { content: attr(data-count); }
.count {
  position: absolute;
  right: 0;
  bottom: 0;
  min-width: 1.35em;
  padding: 0 .2em;
  border-radius: 1em;
  background: var(--popup);
  color: var(--popup-ink);
  font: 700 max(11px, calc(var(--cell) * .26))/1.35 system-ui, sans-serif;
  text-align: center;
  box-shadow: 0 1px 2px rgb(0 0 0 / .35);
}
.turn { box-shadow: inset 0 0 0 2px var(--accent); }

.aside { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; }
.aside[hidden] { display: none; }
.minimap { display: block; width: 100%; border-radius: 4px; touch-action: none; cursor: pointer; box-shadow: var(--frame-shadow); }
.rows .minimap { width: min(42cqw, 180px); }
.minimap .ground { fill: var(--surface-2); }
.minimap .sente { fill: #241a0c; } .minimap .gote { fill: #b4432a; }
.frame[data-theme="dark"] .minimap .sente { fill: #f0e2c4; } .frame[data-theme="dark"] .minimap .gote { fill: #e58a66; }
.minimap .last { fill: #2f9e44; } .minimap .targets { fill: #1a6fd0; }
.minimap .seen { fill: rgb(26 111 208 / .14); stroke: var(--accent); stroke-width: 14; }
.zoom { display: flex; gap: 4px; }
.zoom button {
  width: 40px; height: 40px;
  border: 1px solid color-mix(in srgb, var(--label) 40%, transparent);
  border-radius: 8px;
  background: var(--popup);
  color: var(--popup-ink);
  font: 600 18px/1 system-ui, sans-serif;
  cursor: pointer;
}
.zoom button:disabled { opacity: .4; cursor: default; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.frame:not(.large) .aside { position: absolute; right: 6px; bottom: 6px; width: auto; z-index: 2; margin: 0; opacity: .86; }
.frame:not(.large) .minimap { display: none; }

.choice, .bubble { position: absolute; z-index: 4; }
.choice[hidden], .bubble[hidden], .ghost[hidden], .typed[hidden] { display: none; }
.choice {
  display: flex;
  padding: 4px;
  gap: 4px;
  border-radius: 10px;
  background: var(--popup);
  color: var(--popup-ink);
  box-shadow: 0 2px 6px rgb(0 0 0 / .35), 0 10px 30px rgb(0 0 0 / .3);
}
.choice button { min-width: var(--choice, 48px); padding: 3px; border: 0; border-radius: 7px; background: none; color: inherit; cursor: pointer; }
.choice button .word { display: block; padding-top: 2px; font-family: inherit; font-size: 13px; font-weight: 600; white-space: nowrap; text-align: center; }
.choice .more { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.choice button.wide { width: auto; padding: 9px 12px; font-family: inherit; font-size: 15px; font-weight: 600; white-space: nowrap; }
.choice button:hover { background: var(--selected); }
.choice button:focus { outline: 3px solid var(--accent); outline-offset: -2px; }
.bubble {
  max-width: min(300px, 86%);
  padding: 7px 11px;
  border-radius: 9px;
  background: #8c1212;
  color: #fff;
  font-size: 14px;
  line-height: 1.4;
  pointer-events: none;
  box-shadow: 0 3px 12px rgb(0 0 0 / .35);
}
.typed {
  position: absolute; left: 8px; bottom: 8px; z-index: 4;
  padding: 6px 12px; border-radius: 8px;
  background: var(--popup); color: var(--popup-ink);
  font: 600 18px/1.2 ui-monospace, monospace;
  box-shadow: 0 3px 12px rgb(0 0 0 / .35);
}
.ghost { position: absolute; left: 0; top: 0; z-index: 5; pointer-events: none; will-change: transform; filter: drop-shadow(0 4px 5px rgb(40 20 0 / .38)); }
.ghost.flying { filter: none; z-index: 3; }
.fault { position: absolute; inset: auto 8px 8px 8px; padding: 10px 14px; border-radius: 8px; background: #8c1212; color: #fff; font-size: 14px; z-index: 3; }
.fault[hidden] { display: none; }
.defs { position: absolute; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { .light.refused { animation: none; } }
`;
