import type { Ctx } from "@/lib/platform/context";
import { buildAgentRow, insertAgent } from "./create";
import { requireDisclosurePermission } from "./permissions";
import { orNotFound, selectAgent } from "./read";
import type { Agent } from "./schema";

const SUFFIX = " (copy)";
/** Maximum length of a name, as in the schema. */
const MAX_NAME = 200;

/** Returns the name of a copy, truncated to the maximum length between code points. */
export function copyName(name: string): string {
  const maxLength = MAX_NAME - SUFFIX.length;
  if (name.length <= maxLength) return name + SUFFIX;
  let prefix = "";
  for (const sign of name) {
    if (prefix.length + sign.length > maxLength) break;
    prefix += sign;
  }
  return prefix + SUFFIX;
}

/**
 * Creates a draft with the draft and policy of another agent, which can be archived. Throws `not_found`, and
 * `forbidden` if the disclosure is off and the actor is no admin, as the copy is another agent without a
 * disclosure.
 */
export async function duplicateAgent(ctx: Ctx, id: string): Promise<Agent> {
  const { draft, policy } = orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id)));
  requireDisclosurePermission(ctx, true, draft.disclosure.enabled);
  const row = buildAgentRow({ ...draft, name: copyName(draft.name) }, policy, ctx.now());
  return insertAgent(ctx, row, { action: "agent.duplicated", before: { source: id } });
}
