import type { Changes } from "./draft-changes";
import type { Problems } from "./draft-store";

/** The top-level fields that problems name. */
export const fieldsWithProblems = (problems: Problems): ReadonlySet<string> =>
  new Set(Object.keys(problems).map((path) => path.split(".")[0] ?? ""));

/** The changes of fields without a problem, which can be saved separately. */
export function withoutFields(changes: Changes, fields: ReadonlySet<string>): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !fields.has(name)));
}
