import { expect, it } from "vitest";
import { jsonbText } from "./jsonb-text";

// Each right side is PostgreSQL's `select '…'::jsonb::text`.
it.each([
  [{ name: "a", at: null, n: 1 }, '{"n": 1, "at": null, "name": "a"}'],
  [{ b: [1, { d: true, c: false }], a: {} }, '{"a": {}, "b": [1, {"c": false, "d": true}]}'],
  [{ é: 1, ab: 2, z: 3 }, '{"z": 3, "ab": 2, "é": 1}'],
  [{ text: 'a"b\\c\n\t\u0001€' }, '{"text": "a\\"b\\\\c\\n\\t\\u0001€"}'],
  [[0.1, 1e21, 1.5e-7, -2], "[0.1, 1000000000000000000000, 0.00000015, -2]"],
])("writes %j as PostgreSQL does", (value, text) => {
  expect(jsonbText(value)).toBe(text);
});
