import { sql } from "kysely";
import { isCoveredLanguage } from "@/lib/masking";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { refusedByDemand } from "./demand";

/** What a configuration of an agent uses and asks for, as far as terms are about it. */
export type Uses = {
  model: string;
  /** Missing in configurations of earlier releases. */
  fallback_model?: string | null | undefined;
  voice_id: string | null;
  transcriber: string;
  variables: readonly { name: string; category: string }[];
  /** BCP 47. */
  language: string;
};
/** `environment`: whose providers it would use. `spoken`: by its voice and transcriber too. */
type Where = { environment: Environment; spoken: boolean };

/** A term of the workspace's that a configuration does not keep, now, whatever held when it was deployed. */
export type Breach = {
  code: "zero_retention_required" | "baa_required" | "language_not_covered";
  message: string;
};

const REGULATED: readonly string[] = ["health", "financial"];

/** The variables that need a business associate agreement, where none is on record. What is a test holds nobody's data. */
async function regulatedOf(
  { workspaceId, db: read }: Asking,
  { variables }: Uses,
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

type Asking = Pick<Ctx, "workspaceId"> & { readonly db: Reading };

/**
 * What stands against conversations of a configuration now: providers that the workspace's demand for zero retention
 * does not allow, health or financial data without an agreement on record (product.md, "Data use"), and a language that
 * the privacy code does not understand (product.md, "Masking"). Asks nothing of
 * the database where all is built in and nothing is regulated.
 */
export async function breachesOf(ctx: Asking, uses: Uses, where: Where): Promise<Breach[]> {
  const { model, fallback_model: fallback, voice_id: voice, transcriber, language } = uses;
  const models = fallback == null ? [model] : [model, fallback];
  const ids = voice !== null && where.spoken ? [...models, voice, transcriber] : models;
  const [refused, regulated] = await Promise.all([
    refusedByDemand(ctx, ids, where.environment),
    regulatedOf(ctx, uses, where.environment),
  ]);
  const breaches: Breach[] = [];
  if (refused.length > 0)
    breaches.push({
      code: "zero_retention_required",
      message: `This workspace demands providers that keep nothing, which is not known of ${refused.join(", ")}. Check the integration, or give the agent another provider and deploy it.`,
    });
  if (regulated.length > 0)
    breaches.push({
      code: "baa_required",
      message: `The agent asks for health or financial data (${regulated.join(", ")}), and no business associate agreement is on record, which is part of the Enterprise plan. Ask whoever runs Parley.`,
    });
  if (!isCoveredLanguage(language))
    breaches.push({
      code: "language_not_covered",
      message: `The agent speaks ${language}. Parley masks values, hears refusals and honors opt-outs in English only. Set the agent's language to one that begins with en, and deploy it.`,
    });
  return breaches;
}

/** Throws `invalid_state` with everything that stands against conversations of a configuration now. */
export async function requireTerms(ctx: Asking, uses: Uses, where: Where): Promise<void> {
  const breaches = await breachesOf(ctx, uses, where);
  if (breaches.length > 0)
    throw new AppError("invalid_state", breaches.map(({ message }) => message).join(" "));
}
