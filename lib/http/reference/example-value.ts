import { z } from "zod";
import { BODY_EXAMPLES, EXAMPLE_PHONE, exampleId } from "@/lib/http/openapi/examples";
import { ID_PREFIXES } from "@/lib/platform/id-format";
import { CALL_EXAMPLE, OMITTED, TURN_EXAMPLE } from "./call-examples";
import { componentName, resolveSchema, type Schema } from "./document";

/** Deeper values are left out, so that a schema that contains itself ends. */
const MAX_DEPTH = 8;

/** Values of properties by name, such as those of the body that creates the resource. */
export type KnownValues = Readonly<Record<string, unknown>>;

const TEXTS: KnownValues = {
  name: "Front desk",
  description: "Books tables.",
  model: "builtin:rehearsal",
  transcriber: "builtin:grammar",
  tools: "schedule_callback",
  start: "09:00",
  end: "18:00",
  text: "I would like a table for two tomorrow.",
  summary: "A table for two was booked.",
  code: "no_consent",
  message: "The contact has no consent for calls.",
  reason: "Case 2026-114",
  email: "ada@example.com",
  timezone: "America/New_York",
  from: EXAMPLE_PHONE,
  to: EXAMPLE_PHONE,
  number: EXAMPLE_PHONE,
  host: "api.example.com",
  tag: "booked",
  url: "https://example.com/hooks/parley",
  id: exampleId("evt"),
  workspace_id: exampleId("ws"),
  event_id: exampleId("evt"),
  request_id: exampleId("req"),
  created_by: exampleId("mem"),
  invited_by: exampleId("mem"),
  secret: "shown once",
  token: "shown once",
  type: "call.ended",
  actor: exampleId("mem"),
};

/** Consistent values of objects by the name of their component, at any depth. They replace generated ones. */
const COMPONENTS: Readonly<Record<string, KnownValues>> = {
  Call: { ...CALL_EXAMPLE, connect: OMITTED },
  CallItem: CALL_EXAMPLE,
  Turn: TURN_EXAMPLE,
  CampaignContact: { reasons: [] },
  ExplainedDecision: { verdict: "allow", until: null, reasons: [] },
};

/** Values that the document does not describe further, as the API transforms them. */
const UNTYPED: KnownValues = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  on: ["no_answer", "busy"],
  arguments: { order: "1042" },
  result: { state: "shipped" },
  parameters: BODY_EXAMPLES.createTool?.parameters,
};

/** Strings for patterns; the first that matches is used. */
const STRINGS: readonly string[] = [
  ...ID_PREFIXES.map(exampleId),
  EXAMPLE_PHONE,
  "10:00",
  "builtin:slt",
  "en-US",
  "US",
  "1",
  "0".repeat(64),
  `AC${"0".repeat(32)}`,
  "look_up_order",
  "call.ended",
  "shop.example.com",
  "token-of-the-service",
  "EUR",
  "2026-11-24",
];

const SECOND = "2026-11-24T09:00:00.000Z";

function stringOf({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format === "date-time") return SECOND;
  if (format === "date") return SECOND.slice(0, 10);
  if (format === "uri") return "https://example.com/hooks/parley";
  const schema = pattern === undefined ? z.string() : z.fromJSONSchema({ type: "string", pattern });
  const matches = (text: string) => schema.safeParse(text).success;
  const text = TEXTS[name];
  if (typeof text === "string" && matches(text)) return text;
  const words = name === "" ? "text" : name.replaceAll("_", " ");
  if (matches(words)) return words.padEnd(minLength, ".");
  const example = STRINGS.find(matches);
  if (example === undefined) throw new Error(`STRINGS has no example of the pattern ${pattern} (${name}).`);
  return example;
}

function numberOf({ minimum = 0, exclusiveMinimum, maximum = Infinity }: Schema, name: string): number {
  const lowest = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const usual = name.endsWith("_ms") ? 850 : 1;
  return Math.min(Math.max(usual, lowest), maximum);
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === "string" ? [type] : type;

const isNull = (schema: Schema): boolean => schema.type === "null";
const isScalar = (schema: Schema): boolean => {
  const { properties, items, anyOf, oneOf, allOf } = resolveSchema(schema);
  return [properties, items, anyOf, oneOf, allOf].every((keyword) => keyword === undefined);
};

/** Whether a known value can be the property's: the same type and, for an enumeration, a member of it. */
function fits(schema: Schema, value: unknown): boolean {
  const { enum: values, anyOf, ...resolved } = resolveSchema(schema);
  if (anyOf !== undefined) return anyOf.some((choice) => fits(choice, value));
  if (values !== undefined) return values.includes(value);
  const types = typesOf(resolved);
  return typeof value === "number"
    ? types.includes("number") || types.includes("integer")
    : (typeof value === "string" || typeof value === "boolean") && types.includes(typeof value);
}

/** The properties of an object, and the keys that a map requires. */
function propertiesOf({ properties = {}, required = [], additionalProperties }: Schema): [string, Schema][] {
  const keys = typeof additionalProperties === "object" ? required.filter((key) => !(key in properties)) : [];
  return [
    ...Object.entries(properties),
    ...keys.map((key): [string, Schema] => [key, additionalProperties as Schema]),
  ];
}

function objectOf(schema: Schema, { values, exact, depth }: Position): unknown {
  const entries = propertiesOf(schema).map(([name, property]) => {
    if (name in exact) return [name, exact[name]];
    const value = values[name];
    const isKnown = value !== undefined && fits(property, value);
    return [name, isKnown ? value : exampleIn(property, { name, values: {}, exact: {}, depth: depth + 1 })];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== OMITTED));
}

/** `values` are used where they fit the schema, and `exact` as they are. */
type Position = { name: string; values: KnownValues; exact: KnownValues; depth: number };

function exampleIn(unresolved: Schema, outer: Position): unknown {
  const component = unresolved.$ref === undefined ? {} : COMPONENTS[componentName(unresolved.$ref)];
  const position = { ...outer, exact: { ...component, ...outer.exact } };
  const schema = resolveSchema(unresolved);
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined)
    return schema.enum.includes(TEXTS[position.name]) ? TEXTS[position.name] : schema.enum[0];
  if (choices !== undefined) {
    const values = choices.filter((choice) => !isNull(choice));
    const [first = {}] = values;
    // Most fields of a resource that can be null are null at first.
    return values.length < choices.length && isScalar(first) ? null : exampleIn(first, position);
  }
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => exampleIn(part, position)));
  return ofType(schema, position);
}

function ofType(schema: Schema, position: Position): unknown {
  const types = typesOf(schema);
  if (types.includes("null")) return null;
  if (types.includes("object")) return position.depth > MAX_DEPTH ? {} : objectOf(schema, position);
  if (types.includes("array"))
    return position.depth > MAX_DEPTH
      ? []
      : [exampleIn(schema.items ?? {}, { ...position, depth: position.depth + 1 })];
  if (types.includes("boolean")) return true;
  if (types.includes("integer") || types.includes("number")) return numberOf(schema, position.name);
  if (types.includes("string")) return stringOf(schema, position.name);
  return UNTYPED[position.name] ?? {};
}

/**
 * An example of a value: the schema's own example, default or first choice, else a value that satisfies its
 * constraints. `values` are those of properties of the top level, used where they fit; `exact` are used as they
 * are.
 */
export const exampleOf = (schema: Schema, values: KnownValues = {}, exact: KnownValues = {}): unknown =>
  exampleIn(schema, { name: "", values, exact, depth: 0 });
