import type { AgentValues } from "./agent-form";
import type { Problems } from "./draft-store";
import { fieldsWithProblems } from "./problem-fields";

/** `value`: the refused value of the field, or all values if the problems name no field of the request. */
type Refusal = { value: unknown; problems: Problems };

/** Remembers values that the server has refused. They are sent again once they have changed. */
export function createRefusals() {
  const refusals = new Map<string, Refusal>();
  return {
    /** Keeps the fields of a request that its problems name, or all of them if they name none. */
    add(sent: readonly string[], problems: Problems, values: AgentValues): void {
      const named = sent.filter((field) => fieldsWithProblems(problems).has(field));
      for (const field of named) refusals.set(field, { value: values[field as keyof AgentValues], problems });
      if (named.length === 0) for (const field of sent) refusals.set(field, { value: values, problems });
    },
    /** The problems of values that have not changed since. */
    problems(values: AgentValues): Problems {
      for (const [field, { value }] of refusals)
        if (value !== values && value !== values[field as keyof AgentValues]) refusals.delete(field);
      return Object.assign({}, ...[...refusals.values()].map(({ problems }) => problems));
    },
    fields: (): string[] => [...refusals.keys()],
  };
}
