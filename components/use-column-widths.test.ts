import fc from "fast-check";
import { expect, test } from "vitest";
import { parseColumnWidths } from "./use-column-widths";

test("reads the widths that it wrote, within the limits of a column", () => {
  expect(parseColumnWidths('{"created_at":180,"status":10,"name":4000}')).toEqual({
    created_at: 180,
    status: 64,
    name: 960,
  });
});

test("ignores what is no width", () => {
  for (const text of [null, "", "{", "null", "7", '"wide"', "[]", '{"name":"wide"}', '{"name":null}'])
    expect(parseColumnWidths(text), String(text)).toEqual({});
});

test("returns a usable width for each entry of any stored object", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const width of Object.values(parseColumnWidths(JSON.stringify(value)))) {
        expect(width).toBeGreaterThanOrEqual(64);
        expect(width).toBeLessThanOrEqual(960);
      }
    }),
  );
});
