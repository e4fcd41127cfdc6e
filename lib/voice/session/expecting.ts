import type { AgentConfig } from "@/lib/agents/schema";
import type { Said } from "@/lib/conversation";
import type { Expectation } from "../providers/port";

/** What a variable's value sounds like. */
const BY_TYPE: Record<AgentConfig["variables"][number]["type"], Expectation["kind"]> = {
  string: "text",
  number: "number",
  boolean: "yes_no",
  date: "date",
  time: "time",
  phone: "phone",
  email: "email",
  choice: "choice",
};

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
  return { kind: BY_TYPE[asked.type], language, ...choices };
}
