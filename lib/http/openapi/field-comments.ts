import type { Json } from "./json";
import { sharedDescription } from "./shared-descriptions";

/** The comment of each property of an object in a `schema.ts`, and those of the properties in it. */
export type FieldComments = ReadonlyMap<string, { text: string | undefined; inner: FieldComments }>;

const NONE: FieldComments = new Map();

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The inline objects of a schema: its own, those of its items or values, and each of its choices. */
function objectsOf(schema: Json): Json[] {
  if (isJson(schema.properties)) return [schema];
  const { items, additionalProperties, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [items, additionalProperties, ...choices].filter(isJson).flatMap(objectsOf);
}

/**
 * Adds the comments as descriptions of the properties of a schema's inline objects. A property without a comment gets
 * the description that all resources share. A named object has its own comments.
 */
export function describeFields(schema: Json, comments: FieldComments): void {
  for (const { properties } of objectsOf(schema)) {
    for (const [name, property] of Object.entries(isJson(properties) ? properties : {})) {
      if (!isJson(property)) continue;
      const comment = comments.get(name);
      const text = comment?.text ?? sharedDescription(name, property);
      if (text !== undefined) property.description ??= text;
      describeFields(property, comment?.inner ?? NONE);
    }
  }
}
