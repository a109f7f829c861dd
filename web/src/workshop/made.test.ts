import { expect, test } from "vitest";
import { recall } from "../app/settings.ts";
import { forgetMade, keepMade, made } from "./made-store.ts";

const game = (id: string) => ({ id, name: `Game ${id}`, nameJa: "" });

test("a variant stored here is found again in this browser, the newest first and each once", () => {
  for (const id of ["v-1", "v-2", "v-1"]) keepMade(game(id));
  expect(made.value.map(({ id }) => id)).toEqual(["v-1", "v-2"]);
  expect(recall("variants.made")).toEqual([game("v-1"), game("v-2")]);
  forgetMade("v-1");
  expect(recall("variants.made")).toEqual([game("v-2")]);
  for (let n = 0; n < 40; n++) keepMade(game(`v-${n}`));
  expect(made.value).toHaveLength(30);
});
