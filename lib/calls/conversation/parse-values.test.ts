import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelVariable } from "./model-contract";
import { parseValues } from "./parse-values";

const NOW = new Date("2026-11-23T09:00:00.000Z");
const TYPES: ModelVariable["type"][] = [
  "string",
  "number",
  "boolean",
  "date",
  "time",
  "phone",
  "email",
  "choice",
];
const variables: ModelVariable[] = TYPES.map((type) => ({
  name: type,
  type,
  description: type,
  required: true,
  sensitive: false,
  choices: type === "choice" ? ["Window seat", "Aisle"] : null,
}));
const parse = (input: unknown) => parseValues(variables, input, NOW);

describe("values that a model gives", () => {
  it.each([
    ["string", "  Ann  ", "Ann"],
    ["string", 42, "42"],
    ["number", 7, 7],
    ["number", "seven", 7],
    ["boolean", true, true],
    ["boolean", "yes", true],
    ["date", "2026-11-24", "2026-11-24"],
    ["date", "tomorrow", "2026-11-24"],
    ["time", "14:30", "14:30"],
    ["time", "half past two in the afternoon", "14:30"],
    ["phone", "+12125550123", "+12125550123"],
    ["email", "Ann@Example.COM", "ann@example.com"],
    ["choice", "window SEAT", "Window seat"],
  ])("are normalized by their type: %s %j", (type, input, expected) => {
    expect(parse({ [type]: input })).toEqual({ [type]: expected });
  });

  it.each([
    ["number", "lots"],
    ["number", Number.NaN],
    ["boolean", "blue"],
    ["date", "2026-02-30"],
    ["time", "25:00"],
    ["phone", "+0"],
    ["email", "nobody"],
    ["choice", "On the wing"],
    ["string", ""],
    ["string", "   "],
    ["string", "4111 1111 1111 1111"],
    ["string", "My card is [payment_card], thanks"],
    ["string", { nested: "x" }],
    ["string", ["x"]],
    ["string", null],
  ])("are omitted if they do not match the type: %s %j", (type, input) => {
    expect(parse({ [type]: input })).toEqual({});
  });

  it("are omitted under unknown names and names of object properties", () => {
    expect(parse(JSON.parse('{"__proto__": {"string": "x"}, "constructor": "y", "toString": 1}'))).toEqual(
      {},
    );
    for (const none of [null, undefined, "text", 5, []]) expect(parse(none)).toEqual({});
  });

  const FORMS: Partial<Record<ModelVariable["type"], RegExp>> = {
    date: /^\d{4}-\d{2}-\d{2}$/,
    time: /^([01]\d|2[0-3]):[0-5]\d$/,
    phone: /^\+[1-9]\d{7,14}$/,
    email: /^[^\sA-Z]+@[^\sA-Z]+$/,
    choice: /^(Window seat|Aisle)$/,
  };
  it("match their type's format for any input, and do not change when parsed again", () => {
    const textInput = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((d) => d.toISOString().slice(0, 10)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...TYPES),
        fc.oneof(textInput, fc.double(), fc.boolean()),
        (type, value) => {
          const values = parse({ [type]: value });
          const form = FORMS[type];
          for (const parsedValue of Object.values(values)) {
            if (form !== undefined) expect(parsedValue).toMatch(form);
            if (type === "number" || type === "boolean") expect(typeof parsedValue).toBe(type);
          }
          expect(parse(values)).toEqual(values);
        },
      ),
    );
  });
});
