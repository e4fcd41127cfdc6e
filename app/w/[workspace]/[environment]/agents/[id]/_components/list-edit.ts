import type { VariableValues } from "./agent-form";

let created = 0;
/** A key for a row that was added in this page. Saved rows have keys with another prefix. */
export const newRowKey = (): string => `new-${String(++created)}`;

/** A variable that the agent asks for. `name` can be filled in later. */
export const newVariable = (name = ""): VariableValues => ({
  key: newRowKey(),
  name,
  type: "string",
  description: name.replaceAll("_", " "),
  required: true,
  sensitive: false,
  category: "general",
  choices: [],
  digits: null,
});

/** The list with one row changed. The other rows keep their identity, so that only this one renders again. */
export const replaceRow = <T>(list: readonly T[], at: number, changes: Partial<T>): readonly T[] =>
  list.map((row, index) => (index === at ? { ...row, ...changes } : row));

export const removeRow = <T>(list: readonly T[], at: number): readonly T[] =>
  list.filter((_, index) => index !== at);

/** The list with a row moved to another position; the same list if that is out of range. */
export function moveRow<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const row = list[from];
  if (row === undefined || to < 0 || to >= list.length || from === to) return list;
  const remaining = removeRow(list, from);
  return [...remaining.slice(0, to), row, ...remaining.slice(to)];
}
