import { sql } from "kysely";
import { adapterOf, type RetentionCheck, type Settings } from "@/lib/agents/providers";
import { type Credential, descriptorOf, type RetentionBasis } from "@/lib/agents/providers/schema";
import { db, json } from "@/lib/platform/db";
import { isListed, portOf } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { Integration } from "./schema";

const isOwnServer = (baseUrl: string, allowedHosts: readonly string[]): boolean => {
  const { protocol, hostname, port } = new URL(baseUrl);
  return isListed(allowedHosts, hostname, portOf(protocol, port));
};

/** The basis of a claim of zero retention; null if there is none. */
function basisOf(credential: Credential, allowedHosts: readonly string[]): RetentionBasis | null {
  if (!("zero_retention" in credential)) return null;
  const terms = descriptorOf(credential.kind).retention;
  return terms?.basisOf(credential, isOwnServer(credential.base_url, allowedHosts)) ?? null;
}

/** Returns the problem of a claim of zero retention, as the detail of a 400, or null. */
export function retentionProblem(
  credential: Credential,
  allowedHosts: readonly string[] = env.TOOL_ALLOWED_HOSTS,
): ErrorDetail | null {
  if (!("zero_retention" in credential)) return null;
  if (!credential.zero_retention || basisOf(credential, allowedHosts) !== null) return null;
  const pointer = "/credential/zero_retention";
  const { withoutBasis } = descriptorOf(credential.kind).retention ?? {};
  if (withoutBasis === undefined) return bodyProblem(pointer, "zero_retention_not_offered");
  if (withoutBasis === "needs_agreement") return bodyProblem(pointer, "zero_retention_needs_agreement");
  return bodyProblem(pointer, "zero_retention_set_by_account", { provider: withoutBasis.setAt });
}

/** Settings stored for a claim: `zero_retention` is true only with a confirmed basis. */
export function retentionSettings(
  credential: Credential,
  allowedHosts: readonly string[] = env.TOOL_ALLOWED_HOSTS,
): Pick<Settings, "zero_retention" | "zero_retention_basis"> {
  if (!("zero_retention" in credential) || !credential.zero_retention) return {};
  const basis = basisOf(credential, allowedHosts);
  if (basis === null) return { zero_retention: false };
  return { zero_retention: basis !== "unconfirmed", zero_retention_basis: basis };
}

const BASIS_OF: Record<RetentionCheck, RetentionBasis> = {
  accepted: "request",
  refused: "refused",
  unknown: "unconfirmed",
};

/** Stores a check's result. Integrations that never claimed zero retention are unchanged. */
export const storeRetentionCheck = (workspaceId: string, id: string, acceptance: RetentionCheck) => {
  const change = json({
    zero_retention: acceptance === "accepted",
    zero_retention_basis: BASIS_OF[acceptance],
  });
  return db
    .updateTable("integrations")
    .set({ settings: sql`settings || ${change}::jsonb` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where(sql<boolean>`settings ? 'zero_retention_basis'`);
};

/**
 * Describes the data instruction that Parley sends to a provider with each request; null if it sends none.
 */
export function instructionOf({ kind, model, speech }: Integration): string | null {
  const provider = model ?? speech;
  const terms = descriptorOf(kind).retention;
  if (provider === null || terms === undefined) return null;
  const settings = { baseUrl: provider.base_url, claimed: provider.zero_retention_basis !== null };
  return terms.hasInstruction(settings) ? (adapterOf(kind)?.instruction ?? null) : null;
}
