import type { AgentConfig } from "@/lib/agents/schema";
import { readAttributes } from "@/lib/contacts";
import type { Ctx } from "@/lib/context";
import { valuesFrom } from "@/lib/conversation";
import type { Values } from "@/lib/masking";

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
