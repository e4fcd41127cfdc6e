import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

const claim = (workspaceId: string, domain: string) =>
  db.updateTable("sso_domains").where("workspace_id", "=", workspaceId).where("domain", "=", domain);

/**
 * Confirms, as the operator, that a domain is the workspace's: from then on its provider signs addresses of it in.
 * Throws `not_found` for a domain that the workspace does not claim, and `conflict` for one that is another's.
 */
export async function confirmDomain(ctx: Ctx, domain: string): Promise<void> {
  try {
    await mutate(ctx, async (tx) => {
      const confirmed = await tx.one(
        claim(ctx.workspaceId, domain).set({ confirmed_at: ctx.now() }).returning("domain"),
      );
      if (confirmed === undefined)
        throw new AppError(
          "not_found",
          "The workspace does not claim this domain on its page Single sign-on.",
        );
      return { result: undefined, audit: { action: "sso.domain_confirmed", target: domain } };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "sso_domains_confirmed") throw error;
    throw new AppError("conflict", "This domain is confirmed for another workspace.");
  }
}

/** Takes a confirmation back; the claim stays. */
export async function withdrawDomain(ctx: Ctx, domain: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const withdrawn = await tx.one(
      claim(ctx.workspaceId, domain)
        .set({ confirmed_at: null })
        .where("confirmed_at", "is not", null)
        .returning("domain"),
    );
    if (withdrawn === undefined) throw new AppError("not_found", "This domain is not confirmed.");
    return { result: undefined, audit: { action: "sso.domain_withdrawn", target: domain } };
  });
}
