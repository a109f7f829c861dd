import { describe, expect, it } from "vitest";
import { fileKind, fileName } from "./file-kind.ts";

describe("the kind of a file", () => {
  const check = (text: string, kind: string) => expect(fileKind(text)).toBe(kind);
  it("is ini where it begins with a section", () => {
    check("# mine\n; too\n\n[66shogi:shogi]  # six\nmaxRank = 6\n", "ini");
    check("[broken\nmaxRank = 6", "ini");
    check("maxRank = 6\nmaxFile = f", "ini");
  });
  it("is a piece file where it only has pieces", () => {
    check("metadata:\n  name: x\npieces:\n  - id: 1", "pieces");
    check("pieces: []", "pieces");
  });
  it("is a variant where it has a board", () => {
    check('slug: "x"\npieces:\n  - id: 1\nboard: { files: 3, ranks: 4 }', "variant");
    check("", "variant");
    check("hello", "variant");
  });
  it("gives the name to save it under", () => {
    expect([fileName("ini"), fileName("variant", "tiny"), fileName("pieces")]).toEqual([
      "variants.ini",
      "tiny.yaml",
      "pieces.yaml",
    ]);
  });
});
