import { canReach } from "@/lib/agents/phone-numbers";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { detailSentence } from "@/lib/platform/errors";
import { BUILTIN_TOOLS } from "./builtins";
import type { Builtin } from "./schema";

/**
 * Lists the built-in tools with what is missing for each. An agent's own setting (`transfer_to`) counts as
 * not set.
 */
export async function listBuiltins(ctx: Ctx): Promise<{ data: Builtin[] }> {
  const { settings } = await readWorkspace(ctx);
  const means = {
    transferTo: null,
    calling: await canReach(ctx.db, ctx.workspaceId, "calls"),
    texting: await canReach(ctx.db, ctx.workspaceId, "texts"),
    payment: settings.payment,
  };
  return {
    data: BUILTIN_TOOLS.map(({ name, description, missing }) => {
      const reason = missing(means);
      return { name, description, missing: reason === null ? null : detailSentence(reason) };
    }),
  };
}
