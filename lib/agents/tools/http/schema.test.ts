import { describe, expect, it } from "vitest";
import { validateArguments } from "./arguments";
import { type ParametersSchema, ToolParameters } from "./parameters";
import { HttpTool } from "./schema";
import { mappingDocument, retriesDocument } from "./stored-policies";
import { createToolError } from "./tool-error";

const PARAMETERS = {
  type: "object",
  properties: {
    day: { type: "string", format: "date" },
    seats: { type: "integer", minimum: 1, maximum: 8, default: 2 },
    kind: { type: "string", enum: ["lunch", "dinner"] },
  },
  required: ["day"],
  additionalProperties: false,
};
const TOOL = {
  name: "book_table",
  description: "Books a table.",
  parameters: PARAMETERS,
  request: { method: "POST", url: "https://api.example.com/tables/{{day}}" },
};

const pathsOf = (change: Record<string, unknown>): string[] => {
  const { request, ...fields } = change;
  const parsed = HttpTool.safeParse({
    ...TOOL,
    ...fields,
    request: { ...TOOL.request, ...(request as object) },
  });
  return (parsed.error?.issues ?? []).map((issue) => issue.path.join("."));
};

describe("an HTTP tool's definition", () => {
  it("gets default values", () => {
    expect(HttpTool.parse(TOOL)).toMatchObject({
      timeout_ms: 10_000,
      request: { headers: {}, body: null },
      response: { fields: [] },
      retries: { max: 1, idempotency: "method" },
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a name with a capital", { name: "Book" }, "name"],
    ["a time limit below 100 ms", { timeout_ms: 99 }, "timeout_ms"],
    ["a time limit above 30 s", { timeout_ms: 30_001 }, "timeout_ms"],
    ["an unknown method", { request: { method: "TRACE" } }, "request.method"],
    ["a templated host", { request: { url: "https://{{day}}.example.com/" } }, "request.url"],
    [
      "a placeholder of no parameter",
      { request: { url: "https://api.example.com/{{other}}" } },
      "request.url",
    ],
    [
      "a placeholder of no parameter in a header",
      { request: { headers: { "x-a": "{{other}}" } } },
      "request.headers.x-a",
    ],
    [
      "a header that authorises",
      { request: { headers: { Authorization: "x" } } },
      "request.headers.Authorization",
    ],
    ["a header named twice", { request: { headers: { "X-A": "1", "x-a": "2" } } }, "request.headers"],
    [
      "an Idempotency-Key beside that of Parley",
      { request: { headers: { "idempotency-key": "1" } }, retries: { idempotency: "key" } },
      "request.headers.idempotency-key",
    ],
    ["three retries", { retries: { max: 3 } }, "retries.max"],
    ["a path that is none", { response: { fields: [{ name: "a", path: "a[" }] } }, "response.fields.0.path"],
    [
      "a field named twice",
      {
        response: {
          fields: [
            { name: "a", path: "a" },
            { name: "a", path: "b" },
          ],
        },
      },
      "response.fields.1.name",
    ],
    ["a GET with a body", { request: { method: "GET", body: "{}" } }, "request.body"],
    ["a body that is no JSON", { request: { body: "{" } }, "request.body"],
    [
      "a body of a type without safe templates",
      { request: { headers: { "content-type": "text/xml" }, body: "<a>{{day}}</a>" } },
      "request.headers",
    ],
  ])("is refused with %s", (_name, change, path) => expect(pathsOf(change)).toContain(path));

  it("of an earlier release has neither mapping nor retries", () => {
    expect(mappingDocument.read({})).toEqual({ fields: [] });
    expect(retriesDocument.read({})).toEqual({ max: 0, idempotency: "method" });
  });

  it("rejects unknown fields", () => {
    expect(HttpTool.safeParse({ ...TOOL, extra: 1 }).success).toBe(false);
    expect(HttpTool.safeParse({ ...TOOL, request: { ...TOOL.request, extra: 1 } }).success).toBe(false);
  });
});

const nested = (levels: number): Record<string, unknown> =>
  levels === 0 ? { type: "string" } : { type: "object", properties: { a: nested(levels - 1) } };

describe("the parameter schema", () => {
  it.each<[string, unknown]>([
    ["no object", []],
    ["null", null],
    ["another type", { type: "array" }],
    ["no type", { properties: {} }],
    [
      "a remote reference",
      { type: "object", properties: { a: { $ref: "https://example.com/schema.json" } } },
    ],
    ["a file reference", { type: "object", properties: { a: { $ref: "file:///etc/passwd" } } }],
    ["a dangling reference", { type: "object", properties: { a: { $ref: "#/$defs/none" } } }],
    ["too deep", nested(11)],
    ["very deep", nested(5_000)],
    ["too large", { type: "object", properties: { a: { type: "string", description: "x".repeat(33_000) } } }],
    ["an invalid pattern", { type: "object", properties: { a: { type: "string", pattern: "(" } } }],
    [
      "a keyword that would not be enforced",
      { type: "object", properties: { a: { type: "string", not: { const: "x" } } } },
    ],
    ["a constraint without a type", { type: "object", properties: { a: { minLength: 3 } } }],
    ["a required property that is not declared", { type: "object", required: ["a"] }],
    [
      "a property named __proto__",
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"a b":{}}}'),
    ],
    ["properties that are none", { type: "object", properties: 5 }],
  ])("is refused: %s", (_name, schema) => expect(ToolParameters.safeParse(schema).success).toBe(false));

  it("can nest ten deep, refer to itself and be empty", () => {
    expect(ToolParameters.safeParse(nested(9)).success).toBe(true);
    expect(ToolParameters.safeParse({ type: "object" }).success).toBe(true);
    const tree = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/tree" } },
      $defs: { tree: { type: "object", properties: { child: { $ref: "#/$defs/tree" } } } },
    };
    expect(ToolParameters.safeParse(tree).success).toBe(true);
  });
});

describe("arguments", () => {
  const schema = ToolParameters.parse(PARAMETERS);

  it("that are valid are returned with defaults", () => {
    expect(validateArguments(schema, { day: "2026-11-24" })).toEqual({
      ok: true,
      args: { day: "2026-11-24", seats: 2 },
    });
  });

  it.each<[string, unknown, string]>([
    ["a missing one", {}, "day"],
    ["a wrong type", { day: 20261124 }, "day"],
    ["a number as text", { day: "2026-11-24", seats: "2" }, "seats"],
    ["out of bounds", { day: "2026-11-24", seats: 9 }, "seats"],
    ["not one of the choices", { day: "2026-11-24", kind: "brunch canary" }, "kind"],
  ])("that do not fit are named, not quoted: %s", (_name, args, parameter) => {
    const result = validateArguments(schema, args);
    expect(result).toEqual({
      ok: false,
      error: createToolError("named_arguments_invalid", { names: parameter }),
    });
  });

  it.each<[string, unknown]>([
    ["an unknown one", { day: "2026-11-24", "canary key": 1 }],
    ["a list", []],
    ["text", "canary"],
    ["a number", 5],
  ])("of the wrong shape are refused without a quote: %s", (_name, args) =>
    expect(validateArguments(schema, args)).toEqual({
      ok: false,
      error: createToolError("arguments_invalid"),
    }),
  );

  it("default to an empty object if the model sends none", () => {
    expect(validateArguments({ type: "object" }, undefined)).toEqual({ ok: true, args: {} });
  });

  it("for a pattern with catastrophic backtracking are rejected, and the process continues", () => {
    const slow = ToolParameters.parse({
      type: "object",
      properties: { a: { type: "string", pattern: "^(a+)+$" } },
    });
    expect(validateArguments(slow, { a: `${"a".repeat(40)}!` }).ok).toBe(false);
    expect(validateArguments(slow, { a: "aaa" }).ok).toBe(true);
  });

  it("for a schema that only refers to itself are rejected", () => {
    const circle: ParametersSchema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { $ref: "#/$defs/a" } },
    };
    expect(validateArguments(circle, { a: 1 }).ok).toBe(false);
  });
});
