import { expect, test } from "vitest";
import { jsonLines } from "./json-lines";

test("a line of JSON has no line break inside", () => {
  expect(jsonLines([{ a: "x\ny" }, { a: 1 }])).toBe('{"a":"x\\ny"}\n{"a":1}\n');
});
