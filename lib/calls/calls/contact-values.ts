import type { AgentConfig } from "@/lib/agents/agents/schema";
import { valuesFrom } from "@/lib/calls/conversation";
import { readAttributes } from "@/lib/contacts/contacts";
import type { Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";

/**
 * What a contact's attributes tell of the agent's variables, by their names: a conversation need not ask for it, and it is
 * masked as any value. Attributes that no variable names stay where they are: a model reads what it needs.
 */
export async function contactValues(
  ctx: Ctx,
  contactId: string | null,
  { variables }: Pick<AgentConfig, "variables">,
): Promise<Values> {
  if (contactId === null || variables.length === 0) return {};
  return valuesFrom(variables, await readAttributes(ctx, contactId), new Date(ctx.now()));
}
