import type { AgentConfig } from "@/lib/agents/agents/schema";
import { parseValues } from "@/lib/calls/conversation";
import { readAttributes } from "@/lib/contacts/contacts";
import type { Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";

/**
 * Values for the agent's variables from the contact's attributes of the same names. The conversation does not ask for
 * them, and they are masked like any value. Other attributes are not read, so that the model sees only what it needs.
 */
export async function contactValues(
  ctx: Ctx,
  contactId: string | null,
  { variables }: Pick<AgentConfig, "variables">,
): Promise<Values> {
  if (contactId === null || variables.length === 0) return {};
  return parseValues(variables, await readAttributes(ctx, contactId), new Date(ctx.now()));
}
