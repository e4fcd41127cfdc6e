import fc from "fast-check";
import { expect, it } from "vitest";
import { tokensOf } from "./code-tokens";

it("names the strings, keywords and numbers of a sample", () => {
  const tokens = tokensOf('const key2 = "a \\"b\\""; print(`x\ny`, 1.5, constant)');
  expect(tokens.filter(({ kind }) => kind !== "text").map(({ kind, text }) => [kind, text])).toEqual([
    ["keyword", "const"],
    ["string", '"a \\"b\\""'],
    ["keyword", "print"],
    ["string", "`x\ny`"],
    ["number", "1.5"],
  ]);
});

it("loses nothing, also of text that is no code", () => {
  fc.assert(
    fc.property(fc.string(), (code) => {
      const tokens = tokensOf(code);
      expect(tokens.map(({ text }) => text).join("")).toBe(code);
      for (const { text, at } of tokens) expect(code.startsWith(text, at)).toBe(true);
    }),
  );
});
