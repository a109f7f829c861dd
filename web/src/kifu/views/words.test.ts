import { describe, expect, it } from "vitest";
import { settings } from "../../app/settings.ts";
import type { GameRecord } from "../model/record.ts";
import { titleOf } from "./words.ts";

describe("the name of a record", () => {
  it("is that of its players, of its event, or of its day", () => {
    settings.language.value = "en";
    const named = (headers: Record<string, string>) => titleOf({ headers } as GameRecord);
    expect(named({ 先手: "A", 棋戦: "名人戦" })).toBe("A vs ?");
    expect(named({ 棋戦: "名人戦", 開始日時: "2026/11/18 09:50:14" })).toBe("名人戦");
    expect(named({ 開始日時: "2026/11/18 09:50:14" })).toBe("Game of 2026/11/18");
    expect(named({})).toBe("Untitled record");
  });
});
