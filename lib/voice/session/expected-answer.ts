import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";
import type { AgentUtterance } from "@/lib/calls/conversation";
import { KIND_OF } from "../schema";

/**
 * The expected answer to the agent's turn: as the model declares it, else by the variable that it asks for.
 */
export function expectedAnswer(
  { variables, language }: Pick<AgentConfig, "variables" | "language">,
  { expects, asking }: Pick<AgentUtterance, "expects" | "asking">,
): Expectation {
  if (expects !== undefined) {
    const { kind, choices } = expects;
    return { kind, language, ...(choices !== undefined && { choices }) };
  }
  const variable = variables.find(({ name }) => name === asking);
  if (variable === undefined) return { kind: "open", language };
  if (variable.type === "string" && variable.digits !== null)
    return { kind: "digits", language, digits: variable.digits };
  const choices = variable.choices === null ? {} : { choices: variable.choices };
  return { kind: KIND_OF[variable.type], language, ...choices };
}
