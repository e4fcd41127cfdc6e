import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";
import type { AgentUtterance } from "@/lib/calls/conversation";
import { KIND_OF } from "../schema";

/**
 * The expected answer to the agent's turn: as the model declares it, else by the variable that it asks for. The rule of the
 * variable's digits holds in either case.
 */
export function expectedAnswer(
  { variables, language }: Pick<AgentConfig, "variables" | "language">,
  { expects, asking }: Pick<AgentUtterance, "expects" | "asking">,
): Expectation {
  const variable = variables.find(({ name }) => name === asking);
  const rule = variable?.type === "string" && variable.digits !== null ? { digits: variable.digits } : null;
  if (expects !== undefined) {
    const { kind, choices } = expects;
    return {
      ...{ kind, language },
      ...(choices !== undefined && { choices }),
      ...(kind === "digits" && rule),
    };
  }
  if (variable === undefined) return { kind: "open", language };
  if (rule !== null) return { kind: "digits", language, ...rule };
  const choices = variable.choices === null ? {} : { choices: variable.choices };
  return { kind: KIND_OF[variable.type], language, ...choices };
}
