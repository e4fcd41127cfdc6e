import type { Attributes, UpdateContact } from "@/lib/contacts/contacts/schema";

/** An attribute as it is written in a form. */
export type AttributeRow = { name: string; value: string };
type Value = Attributes[string];
type Patch = NonNullable<UpdateContact["attributes"]>;

export const rowsOf = (attributes: Attributes): AttributeRow[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value: String(value) }));

/** Keeps the type of a number or boolean if the new text can be parsed as one. */
function keptKind(text: string, before: Value | undefined): Value {
  const number = Number(text);
  if (typeof before === "number" && text.trim() !== "" && Number.isFinite(number)) return number;
  if (typeof before === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Changed attributes of a form for PATCH; null removes one. */
export function attributesPatch(before: Attributes, rows: readonly AttributeRow[]): Patch {
  const current = new Map(Object.entries(before));
  const left = new Set(rows.map(({ name }) => name));
  const changed = rows
    .filter(({ name, value }) => !current.has(name) || String(current.get(name)) !== value)
    .map(({ name, value }) => [name, keptKind(value, current.get(name))] as const);
  const removed = [...current.keys()].filter((name) => !left.has(name)).map((name) => [name, null] as const);
  return Object.fromEntries([...changed, ...removed]);
}
