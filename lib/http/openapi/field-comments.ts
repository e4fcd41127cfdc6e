import type { Json } from "./json";

/** The comment of each property of an object in a `schema.ts`, and those of the properties in it. */
export type FieldComments = ReadonlyMap<string, { text: string | undefined; inner: FieldComments }>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The inline object of a property: its own, that of its items, or the one that can also be null. */
function objectOf(schema: Json): Json | undefined {
  const { properties, items, anyOf } = schema;
  if (isJson(properties)) return schema;
  if (isJson(items)) return objectOf(items);
  const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const objects = choices
    .filter(isJson)
    .map(objectOf)
    .filter((object) => object !== undefined);
  return objects.length === 1 ? objects[0] : undefined;
}

/** Adds the comments as descriptions of the object's properties. A named object has its own comments. */
export function describeFields(schema: Json, comments: FieldComments): void {
  const properties = isJson(schema.properties) ? schema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    const comment = comments.get(name);
    if (comment === undefined || !isJson(property)) continue;
    if (comment.text !== undefined) property.description ??= comment.text;
    const object = objectOf(property);
    if (object !== undefined) describeFields(object, comment.inner);
  }
}
