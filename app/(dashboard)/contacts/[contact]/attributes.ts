import type { Attributes, UpdateContact } from "@/lib/contacts/contacts/schema";

/** An attribute as it is written in a form. */
export type AttributeRow = { name: string; value: string };
type Value = Attributes[string];
type Patch = NonNullable<UpdateContact["attributes"]>;

export const rowsOf = (attributes: Attributes): AttributeRow[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value: String(value) }));

/** What was a number, or yes or no, stays one where the new text can be read so. */
function keptKind(text: string, before: Value | undefined): Value {
  const number = Number(text);
  if (typeof before === "number" && text.trim() !== "" && Number.isFinite(number)) return number;
  if (typeof before === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** What of the attributes has changed in a form, as PATCH takes it: null takes one away. */
export function attributesPatch(before: Attributes, rows: readonly AttributeRow[]): Patch {
  const known = new Map(Object.entries(before));
  const left = new Set(rows.map(({ name }) => name));
  const changed = rows
    .filter(({ name, value }) => !known.has(name) || String(known.get(name)) !== value)
    .map(({ name, value }) => [name, keptKind(value, known.get(name))] as const);
  const gone = [...known.keys()].filter((name) => !left.has(name)).map((name) => [name, null] as const);
  return Object.fromEntries([...changed, ...gone]);
}
