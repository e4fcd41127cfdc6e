import type { ChangeEvent } from "react";
import type { AgentPolicy } from "@/lib/agents/agents/schema";
import type { AgentValues } from "./agent-form";
import type { Problems } from "./draft-store";

type Options = {
  policy: AgentPolicy;
  problems: Problems;
  edit: (changes: Partial<AgentValues>, path: string) => void;
};
/** A number input reports its value, the other inputs an event. */
type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement> | string | number;

/** The properties of the input for a path of the policy, such as `recording.enabled`. */
export const inputOfPolicy =
  ({ policy, problems, edit }: Options) =>
  (path: string, options?: { type: "checkbox" }): object => {
    const [part = "", field = ""] = path.split(".");
    const values: Record<string, unknown> = policy[part as keyof AgentPolicy];
    const isCheckbox = options?.type === "checkbox";
    const changedValue = (change: Change): unknown => {
      if (typeof change !== "object") return change;
      const { currentTarget } = change;
      return isCheckbox && "checked" in currentTarget ? currentTarget.checked : currentTarget.value;
    };
    return {
      "data-path": path,
      error: problems[path],
      [isCheckbox ? "checked" : "value"]: values[field],
      onChange: (change: Change) => edit({ [part]: { ...values, [field]: changedValue(change) } }, path),
    };
  };
