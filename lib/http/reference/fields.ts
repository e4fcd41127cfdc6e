import { componentName, resolveSchema, type Schema } from "./document";

/** One field of a body or an object, as the reference shows it. */
export type Field = {
  name: string;
  /** `string`, `array of Turn`, `one of 4 objects`. */
  type: string;
  isRequired: boolean;
  isNullable: boolean;
  /** `at most 200 characters`, `default 50`. */
  constraints: readonly string[];
  /** The values of an enumeration. */
  values: readonly string[];
  description: string | null;
  fields: readonly Field[];
};

/** Deeper fields are left out, so that a schema that contains itself ends. */
const MAX_DEPTH = 6;
/** A longer default is in the example. */
const MAX_DEFAULT_CHARS = 60;

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string[] => {
  const suffix = unit && ` ${unit}`;
  if (minimum !== undefined && minimum > 0 && maximum !== undefined)
    return [`${minimum} to ${maximum}${suffix}`];
  if (maximum !== undefined) return [`at most ${maximum}${suffix}`];
  return minimum !== undefined && minimum > 0 ? [`at least ${minimum}${suffix}`] : [];
};

/** Patterns that a sentence explains better. */
const PATTERNS: Readonly<Record<string, string>> = {
  "\\S": "not blank",
  "^\\+[1-9][0-9]{6,14}$": "E.164, such as +12125550142",
};

function patternOf({ pattern }: Schema): string[] {
  if (pattern === undefined) return [];
  const prefix = /^\^([a-z]+)_\[0123/.exec(pattern)?.[1];
  return [PATTERNS[pattern] ?? (prefix === undefined ? `pattern ${pattern}` : `ID ${prefix}_…`)];
}

function defaultOf(schema: Schema): string[] {
  const text = schema.default === undefined ? "" : JSON.stringify(schema.default);
  return text === "" || text.length > MAX_DEFAULT_CHARS ? [] : [`default ${text}`];
}

const constraintsOf = (schema: Schema): string[] => [
  ...(schema.format === undefined || schema.format === "date-time" ? [] : [schema.format]),
  ...(schema.format === undefined ? patternOf(schema) : []),
  ...range(schema.minLength, schema.maxLength, "characters"),
  ...range(schema.minItems, schema.maxItems, "items"),
  ...range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum),
  ...defaultOf(schema),
];

const isNull = ({ type }: Schema): boolean => type === "null";

/** The schema without null, and whether it allows null. */
function splitNull(unresolved: Schema): { schema: Schema; isNullable: boolean } {
  const outer = resolveSchema(unresolved);
  const choices = outer.anyOf ?? outer.oneOf ?? [];
  const values = choices.filter((choice) => !isNull(choice));
  if (choices.length > values.length && values.length === 1) {
    const { anyOf, oneOf, ...outerSchema } = outer;
    return { schema: { ...resolveSchema(values[0] ?? {}), ...outerSchema }, isNullable: true };
  }
  if (choices.length > values.length) return { schema: { ...outer, anyOf: values }, isNullable: true };
  if (Array.isArray(outer.type) && outer.type.includes("null")) {
    const types = outer.type.filter((type) => type !== "null");
    return { schema: { ...outer, type: types.length === 1 ? (types[0] ?? "") : types }, isNullable: true };
  }
  return { schema: outer, isNullable: false };
}

const objectName = ({ $ref }: Schema): string | undefined =>
  $ref === undefined ? undefined : componentName($ref).replace(/Input$/, "");

function typeOf(unresolved: Schema): string {
  const { schema } = splitNull(unresolved);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.format === "date-time") return "time";
  if (schema.type === "array") return `array of ${typeOf(schema.items ?? {})}`;
  if (schema.type === "object" && schema.properties === undefined && schema.additionalProperties)
    return "map";
  if (schema.type === "object") return objectName(unresolved) ?? "object";
  const types = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
  return String(types ?? (schema.enum === undefined ? "any" : "string"));
}

/** The fields of the first objects that a value contains: its own, those of its items, or of each choice. */
function innerFields(schema: Schema, depth: number): Field[] {
  if (depth > MAX_DEPTH) return [];
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => splitNull(choice).schema);
  const variants = choices.filter(({ properties }) => properties !== undefined);
  if (variants.length > 1) return variants.map((variant, index) => variantOf(variant, index, depth));
  if (variants[0] !== undefined) return fieldsOf(variants[0], depth);
  if (schema.items !== undefined) return innerFields(splitNull(schema.items).schema, depth);
  return fieldsOf(schema, depth);
}

/** One of several objects, named by its constant: `kind "bearer"`. */
function variantOf(schema: Schema, index: number, depth: number): Field {
  const constant = Object.entries(schema.properties ?? {}).find(
    ([, property]) => property.const !== undefined,
  );
  const name =
    constant === undefined
      ? (schema.title ?? `option ${index + 1}`)
      : `${constant[0]}: ${String(constant[1].const)}`;
  const fields = fieldsOf(schema, depth);
  const common = { isRequired: false, isNullable: false, constraints: [], values: [], description: null };
  return { name, type: "object", ...common, fields };
}

/** The fields of an object, without those of other kinds of values. */
export function fieldsOf(unresolved: Schema, depth = 0): Field[] {
  const { properties = {}, required = [] } = resolveSchema(unresolved);
  return Object.entries(properties).map(([name, property]) => {
    const { schema, isNullable } = splitNull(property);
    const items = schema.items === undefined ? schema : splitNull(schema.items).schema;
    return {
      name,
      type: typeOf(property),
      isRequired: required.includes(name),
      isNullable,
      constraints: constraintsOf(schema),
      values: (items.enum ?? []).map(String),
      description: schema.description ?? null,
      fields: innerFields(schema, depth + 1),
    };
  });
}

/** A parameter as a field. */
export function parameterField({
  name,
  required = false,
  description = "",
  schema,
}: {
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}): Field {
  const [field] = fieldsOf({ properties: { [name]: schema }, ...(required && { required: [name] }) });
  if (field === undefined) throw new Error("A schema with one property has one field.");
  return { ...field, description: description || field.description };
}
