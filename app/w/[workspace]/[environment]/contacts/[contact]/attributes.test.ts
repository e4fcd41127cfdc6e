import { expect, test } from "vitest";
import { attributesPatch, rowsOf } from "./attributes";

const BEFORE = { plan: "basic", seats: 3, paying: true };

test("what is left as it was is not sent", () => {
  expect(attributesPatch(BEFORE, rowsOf(BEFORE))).toEqual({});
});

test("a value keeps its kind, unless the new text is of another one", () => {
  const change = (name: string, value: string) =>
    attributesPatch(
      BEFORE,
      rowsOf(BEFORE).map((row) => (row.name === name ? { name, value } : row)),
    );
  expect(change("seats", "4")).toEqual({ seats: 4 });
  expect(change("seats", "many")).toEqual({ seats: "many" });
  expect(change("paying", "false")).toEqual({ paying: false });
  expect(change("plan", "12")).toEqual({ plan: "12" });
});

test("a row that is gone takes its attribute away, and a renamed one is a new one", () => {
  expect(
    attributesPatch(BEFORE, [
      { name: "tariff", value: "basic" },
      { name: "seats", value: "3" },
    ]),
  ).toEqual({ tariff: "basic", plan: null, paying: null });
});
