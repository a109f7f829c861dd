// How to get to every page and state that is worth a picture: `NAME: async (guest, { invite }) => …`. They find their way in
// either language.
import { pages as accounts } from "./account.pages.mjs";
import { pages as engine } from "./engine.pages.mjs";
import { pages as records } from "./kifu.pages.mjs";
import { pages as tables } from "./play.pages.mjs";
import { pages as workshop } from "./workshop.pages.mjs";

export const pages = { ...tables, ...engine, ...records, ...workshop, ...accounts };
