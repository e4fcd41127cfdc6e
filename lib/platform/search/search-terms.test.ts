import { describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { parseSearch } from "./search-terms";

describe("a search text", () => {
  it("is words without case and accents, at most ten", () => {
    expect(parseSearch("  José  NÚÑEZ-ortiz ")).toMatchObject({
      words: ["jose", "nunez", "ortiz"],
      ids: null,
    });
    expect(parseSearch("a b c d e f g h i j k l").words).toHaveLength(10);
    expect(parseSearch(" ?! ")).toMatchObject({ words: [], ids: null });
  });

  it("is the beginning of an identifier, from six characters of its time on", () => {
    const id = newId("call");
    const { ids, words } = parseSearch(id.slice(0, "call_".length + 8));
    expect(words).toEqual([]);
    expect(ids?.prefix).toBe("call");
    expect([ids?.from, id, ids?.to]).toEqual([ids?.from, id, ids?.to].sort());
    expect(ids?.from).toHaveLength(id.length);
    expect(parseSearch(id).ids).toEqual({ prefix: "call", from: id, to: id });
    for (const text of [id.slice(0, "call_".length + 5), `x${id}`, `${id}0`, "order_01m7y2jr"])
      expect(parseSearch(text).ids, text).toBeNull();
  });
});
