import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deflateJson, inflateJson } from "./deflated-json";

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue());

describe("JSON that is stored deflated", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(jsonObject, (value) => {
        expect(inflateJson(deflateJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is read as well if it was stored as plain JSON", () => {
    fc.assert(
      fc.property(jsonObject, (value) => {
        const plain = JSON.stringify(value);
        expect(inflateJson(Buffer.from(plain))).toEqual(JSON.parse(plain));
      }),
    );
  });

  it("takes a third of a text's length", () => {
    const turns = Array.from({ length: 200 }, (_, index) => ({
      index,
      role: index % 2 === 0 ? "agent" : "caller",
      text: `Number ${index * 7919} is on the list, and it is ready to be collected.`,
    }));
    expect(deflateJson(turns).length * 3).toBeLessThan(JSON.stringify(turns).length);
  });

  it("is refused if its bytes are cut or are neither", () => {
    const deflated = deflateJson({ words: "one two three ".repeat(100) });
    expect(() => inflateJson(deflated.subarray(0, deflated.length / 2))).toThrow();
    expect(() => inflateJson(Buffer.of(1))).toThrow();
    expect(() => inflateJson(Buffer.of(2, 3))).toThrow(SyntaxError);
    expect(() => inflateJson(Buffer.alloc(0))).toThrow(SyntaxError);
  });
});
