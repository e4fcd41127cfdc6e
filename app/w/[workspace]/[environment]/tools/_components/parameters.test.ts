import { expect, test } from "vitest";
import { parametersOf, sampleArguments, schemaOf } from "./parameters";

const rows = [
  { name: "order", type: "string" as const, description: "The order's number", required: true },
  { name: "count", type: "integer" as const, description: "", required: false },
];

test("what the form makes of a schema says the same again", () => {
  expect(parametersOf(schemaOf(rows))).toEqual(rows);
});

test("a schema that says more than rows can hold is not offered as rows, so that nothing of it is lost", () => {
  for (const schema of [
    { type: "object", properties: { size: { type: "string", enum: ["s", "l"] } } },
    { type: "object", properties: { at: { type: "object" } } },
    { type: "object", properties: {}, additionalProperties: true },
    { type: "object", properties: {}, $defs: {} },
    [],
    null,
  ])
    expect(parametersOf(schema)).toBeNull();
});

test("a dry run starts from each declared parameter", () => {
  expect(JSON.parse(sampleArguments(schemaOf(rows)))).toEqual({ order: "", count: 0 });
});
