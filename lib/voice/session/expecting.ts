import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Said } from "@/lib/calls/conversation";
import type { Expectation } from "../providers/port";
import { KIND_OF } from "../schema";

/** What the caller is expected to answer to what the agent says: as the model tells it, else by what it asks for. */
export function expecting(
  { variables, language }: Pick<AgentConfig, "variables" | "language">,
  { expects, asking }: Pick<Said, "expects" | "asking">,
): Expectation {
  if (expects !== undefined) {
    const { kind, choices } = expects;
    return { kind, language, ...(choices !== undefined && { choices }) };
  }
  const asked = variables.find(({ name }) => name === asking);
  if (asked === undefined) return { kind: "open", language };
  const choices = asked.choices === null ? {} : { choices: asked.choices };
  return { kind: KIND_OF[asked.type], language, ...choices };
}
