import { sql } from "kysely";
import { z } from "zod";
import { isCoveredLanguage } from "@/lib/masking";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { AppError, bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { findRetentionViolations } from "./zero-retention-requirement";

/** The parts of an agent's stored configuration that provider policies apply to. */
export const UsedProviders = z.object({
  model: z.string(),
  fallback_model: z.string().nullable().default(null),
  voice_id: z.string().nullable(),
  transcriber: z.string(),
  variables: z.array(z.object({ name: z.string(), category: z.string() })).readonly(),
  /** BCP 47. */
  language: z.string(),
});
export type UsedProviders = z.output<typeof UsedProviders>;
/** `environment` selects the providers. `usesVoice`: the conversation uses the voice and the transcriber. */
type Where = { environment: Environment; usesVoice: boolean };

/** A provider policy of the workspace that a configuration violates now, even if it complied at deploy. */
export type PolicyViolation = {
  /** The error of a conversation that cannot begin. */
  error: AppError;
  /** The problem of a field that names the agent. */
  problemAt(pointer: string): ErrorDetail;
};

const REGULATED: readonly string[] = ["health", "financial"];

/**
 * Returns the variables that need a business associate agreement if none is on record. Test conversations are
 * exempt, as they contain no real data.
 */
async function findRegulatedVariables(
  { workspaceId, db: read }: PolicyReader,
  { variables }: UsedProviders,
  environment: Environment,
): Promise<string[]> {
  const names = variables.filter(({ category }) => REGULATED.includes(category)).map(({ name }) => name);
  if (names.length === 0 || environment === "test") return [];
  const signed = await read.all(
    db
      .selectFrom("workspaces")
      .select("id")
      .where("id", "=", workspaceId)
      .where(sql<boolean>`jsonb_typeof(settings->'baa') = 'object'`),
  );
  return signed.length > 0 ? [] : names;
}

type PolicyReader = Pick<Ctx, "workspaceId"> & { readonly db: QueryRunner };

/**
 * Returns the policies that a configuration violates now: providers without the required zero retention,
 * health or financial data without an agreement on record (product.md, "Data use"), and a language that the
 * privacy code does not cover (product.md, "Masking"). Built-in providers without regulated data need no
 * query.
 */
export async function findPolicyViolations(
  ctx: PolicyReader,
  uses: UsedProviders,
  where: Where,
): Promise<PolicyViolation[]> {
  const { model, fallback_model: fallback, voice_id: voice, transcriber, language } = uses;
  const models = fallback === null ? [model] : [model, fallback];
  const ids = voice !== null && where.usesVoice ? [...models, voice, transcriber] : models;
  const [refused, regulated] = await Promise.all([
    findRetentionViolations(ctx, ids, where.environment),
    findRegulatedVariables(ctx, uses, where.environment),
  ]);
  const breaches: PolicyViolation[] = [];
  if (refused.length > 0) {
    const params = { providers: refused.join(", ") };
    breaches.push({
      error: new AppError("providers_keep_data", { params }),
      problemAt: (pointer) => bodyProblem(pointer, "agent_keeps_data", params),
    });
  }
  if (regulated.length > 0) {
    const params = { variables: regulated.join(", ") };
    breaches.push({
      error: new AppError("regulated_data_without_baa", { params }),
      problemAt: (pointer) => bodyProblem(pointer, "agent_data_without_baa", params),
    });
  }
  if (!isCoveredLanguage(language))
    breaches.push({
      error: new AppError("agent_language_not_covered", { params: { language } }),
      problemAt: (pointer) => bodyProblem(pointer, "language_of_agent_not_covered", { language }),
    });
  return breaches;
}

/**
 * Throws `invalid_state` with every policy that a configuration violates: the error of the policy if there is one, else a
 * detail for each at the request's `agent_id`.
 */
export async function requireProviderPolicies(
  ctx: PolicyReader,
  uses: UsedProviders,
  where: Where,
): Promise<void> {
  const [violation, ...moreViolations] = await findPolicyViolations(ctx, uses, where);
  if (violation === undefined) return;
  if (moreViolations.length === 0) throw violation.error;
  const details = [violation, ...moreViolations].map(({ problemAt }) => problemAt("/agent_id"));
  throw new AppError("provider_policies_violated", { params: { count: details.length }, details });
}
