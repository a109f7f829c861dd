import { describe, expect, it } from "vitest";
import { fromFragment, MOST_CHARACTERS, type SharedPiece, toFragment } from "./share.ts";

const RABBIT: SharedPiece = {
  text: "前方に走り、斜め後ろに一マス動く & 50%\n#x",
  as: "prose",
  dialect: "neo",
  name: "Rabbit <b>",
  nameJa: "走兎",
  kanji: "走兎",
};

describe("a piece in a link", () => {
  it("comes back as it was", () => {
    expect(fromFragment(toFragment(RABBIT))).toEqual(RABBIT);
    const plain = { ...RABBIT, as: "auto", dialect: "strict", name: "", nameJa: "", kanji: "" } as const;
    expect(fromFragment(toFragment(plain))).toEqual(plain);
  });
  it("says only what is not usual", () => {
    expect(toFragment({ text: "fR", as: "auto", dialect: "strict", name: "", nameJa: "", kanji: "" })).toBe("text=fR");
  });
  it("is nothing where there is no text, or too much", () => {
    expect([
      fromFragment(""),
      fromFragment("as=betza"),
      fromFragment(`text=${"a".repeat(MOST_CHARACTERS + 1)}`),
    ]).toEqual([null, null, null]);
  });
  it("has short names and known readings whatever the link says", () => {
    const found = fromFragment(`text=K&as=zzz&dialect=zzz&kanji=一二三&name=${"x".repeat(500)}`);
    expect(found).toMatchObject({ as: "auto", dialect: "strict", kanji: "一二" });
    expect(found?.name).toHaveLength(80);
  });
});
