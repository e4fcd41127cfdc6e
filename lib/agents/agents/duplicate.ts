import type { Ctx } from "@/lib/platform/context";
import { insertAgent, newRow } from "./create";
import { mayDisclose } from "./permissions";
import { found, selectAgent } from "./read";
import type { Agent } from "./schema";

const SUFFIX = " (copy)";
/** As long as a name may be (schema). */
const MAX_NAME = 200;

/** The name of a copy, cut where it would grow too long, though never within a sign. */
export function copyName(name: string): string {
  const room = MAX_NAME - SUFFIX.length;
  if (name.length <= room) return name + SUFFIX;
  let kept = "";
  for (const sign of name) {
    if (kept.length + sign.length > room) break;
    kept += sign;
  }
  return kept + SUFFIX;
}

/**
 * A new draft with the draft and policy of another agent, an archived one too. Throws `not_found`, and `forbidden`
 * where the disclosure is off and the maker is no admin, as the copy is one more agent without it.
 */
export async function duplicateAgent(ctx: Ctx, id: string): Promise<Agent> {
  const { draft, policy } = found(await ctx.db.one(selectAgent(ctx.workspaceId, id)));
  mayDisclose(ctx, true, draft.disclosure.enabled);
  const row = newRow({ ...draft, name: copyName(draft.name) }, policy, ctx.now());
  return insertAgent(ctx, row, { action: "agent.duplicated", before: { source: id } });
}
