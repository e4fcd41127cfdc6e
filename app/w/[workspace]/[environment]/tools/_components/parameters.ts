import { isRecord } from "@/lib/platform/is-record";
/** The simple kinds of parameters that the form knows. */
export const KINDS = ["string", "number", "integer", "boolean"] as const;
type Kind = (typeof KINDS)[number];

/** A parameter as the small form shows it. */
export type Parameter = { name: string; type: Kind; description: string; required: boolean };

const hasOnly = (value: object, allowedKeys: readonly string[]): boolean =>
  Object.keys(value).every((key) => allowedKeys.includes(key));

/** A schema as rows of the form; null where it says more than rows can hold, so that the form would lose it. */
export function parametersOf(schema: unknown): Parameter[] | null {
  if (!isRecord(schema) || !hasOnly(schema, ["type", "properties", "required", "additionalProperties"]))
    return null;
  const { type, properties = {}, required = [], additionalProperties = false } = schema;
  if (type !== "object" || additionalProperties !== false) return null;
  if (!isRecord(properties) || !Array.isArray(required)) return null;
  const rows: Parameter[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property) || !hasOnly(property, ["type", "description"])) return null;
    const kind = KINDS.find((candidate) => candidate === property.type);
    const { description = "" } = property;
    if (kind === undefined || typeof description !== "string") return null;
    rows.push({ name, type: kind, description, required: required.includes(name) });
  }
  return rows;
}

/** The rows as JSON Schema. */
export function schemaOf(rows: readonly Parameter[]): Record<string, unknown> {
  const properties = Object.fromEntries(
    rows.map(({ name, type, description }) => [
      name.trim(),
      { type, ...(description.trim() !== "" && { description: description.trim() }) },
    ]),
  );
  const required = rows.filter((row) => row.required).map(({ name }) => name.trim());
  return { type: "object", properties, required, additionalProperties: false };
}

const SAMPLES: Record<string, unknown> = { string: "", number: 0, integer: 0, boolean: false };

/** Arguments to start a dry run from: each declared parameter with a value of its type, as JSON. */
export function sampleArguments(schema: Record<string, unknown>): string {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const pairs = Object.entries(properties).map(([name, property]) => {
    const type = isRecord(property) ? String(property.type) : "";
    return [name, SAMPLES[type] ?? null];
  });
  return JSON.stringify(Object.fromEntries(pairs), null, 2);
}
