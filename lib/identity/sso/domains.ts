import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

const updateClaim = (workspaceId: string, domain: string) =>
  db.updateTable("sso_domains").where("workspace_id", "=", workspaceId).where("domain", "=", domain);

/**
 * Confirms for the operator that a domain belongs to the workspace, so that its provider signs in addresses
 * of the domain. Throws `not_found` for a domain that the workspace does not claim, and `conflict` if another
 * workspace has it.
 */
export async function confirmDomain(ctx: Ctx, domain: string): Promise<void> {
  try {
    await writeAudited(ctx, async (tx) => {
      const confirmed = await tx.first(
        updateClaim(ctx.workspaceId, domain).set({ confirmed_at: ctx.now() }).returning("domain"),
      );
      if (confirmed === undefined) throw new AppError("domain_not_claimed");
      return { result: undefined, audit: { action: "sso.domain_confirmed", target: domain } };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "sso_domains_confirmed") throw error;
    throw new AppError("domain_of_other_workspace");
  }
}

/** Withdraws the confirmation of a domain; the claim stays. */
export async function withdrawDomain(ctx: Ctx, domain: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const withdrawn = await tx.first(
      updateClaim(ctx.workspaceId, domain)
        .set({ confirmed_at: null })
        .where("confirmed_at", "is not", null)
        .returning("domain"),
    );
    if (withdrawn === undefined) throw new AppError("domain_not_confirmed");
    return { result: undefined, audit: { action: "sso.domain_withdrawn", target: domain } };
  });
}
