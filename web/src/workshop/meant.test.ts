import { describe, expect, it } from "vitest";
import { chosenFor, unpack, withChoice } from "./meant.ts";

describe("what was meant", () => {
  it("is remembered for the words it was chosen for, and can be taken back", () => {
    const once = withChoice([], "Moves  forward.\n", "Steps one square straight forward.");
    expect(chosenFor(once, "Moves forward.")).toBe("Steps one square straight forward.");
    expect(chosenFor(once, "Moves backward.")).toBeNull();
    const twice = withChoice(once, "Moves forward.", "fR");
    expect(chosenFor(twice, " Moves forward. ")).toBe("fR");
    expect(twice).toHaveLength(1);
    expect(chosenFor(withChoice(twice, "Moves forward.", null), "Moves forward.")).toBeNull();
  });

  it("is forgotten when much was chosen since", () => {
    let meant = unpack(null);
    for (let n = 0; n < 250; n++) meant = withChoice(meant, `words ${n}`, "W");
    expect(meant).toHaveLength(200);
    expect(chosenFor(meant, "words 0")).toBeNull();
    expect(chosenFor(meant, "words 249")).toBe("W");
  });

  it("is not what somebody else wrote into the storage", () => {
    for (const text of ["{", "7", '{"a":1}', '[1,["a"],["a",1],null]']) expect(unpack(text)).toEqual([]);
    expect(unpack('[["a","b"],[1,2]]')).toEqual([["a", "b"]]);
  });
});
