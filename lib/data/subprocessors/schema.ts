import { z } from "zod";
import { RetentionBasis } from "@/lib/agents/integrations/schema";

/** What a provider does for the workspace. */
const SubprocessorPurpose = z.enum([
  "model",
  "voice",
  "transcriber",
  "carrier",
  "storage",
  "database",
  "mail",
]);
export type Purpose = z.output<typeof SubprocessorPurpose>;

/** Whoever is given data of the workspace, and what runs within the installation itself. */
export const Subprocessor = z.strictObject({
  /** An integration's id; `builtin`, `storage`, `database` and `mail` are the installation's. */
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  purposes: z.array(SubprocessorPurpose),
  /** `here`: within the installation, and nothing is sent anywhere. */
  location: z.enum(["here", "elsewhere"]),
  /** Where it is reached, of one that is elsewhere and is the workspace's own. */
  host: z.string().nullable(),
  /** Whose calls it serves; null: of both. */
  environment: z.enum(["live", "test"]).nullable(),
  /** Who chose it. */
  chosen_by: z.enum(["product", "operator", "workspace"]),
  /** What it is sent, in words. */
  receives: z.array(z.string()),
  /** What Parley tells it, with each request, about keeping and training. */
  instruction: z.string().nullable(),
  /** Whether it keeps nothing of what it is sent. Null: keeping is what it is for. */
  zero_retention: z.boolean().nullable(),
  /** How that is known; null where it was never claimed, and for what runs here. */
  zero_retention_basis: RetentionBasis.nullable(),
  /** The agreement by which it keeps nothing, as the workspace names it. */
  retention_agreement: z.string().nullable(),
  /** Whether conversations may use it under what the workspace demands. */
  allowed: z.boolean(),
  /** Live agents that name it. */
  live_agents: z.int(),
  /**
   * Calls of the last 30 days and of this environment in which it did what it is for, whatever their agents were set to
   * use. Null for a carrier and for what no call chooses, and for a provider of the other environment.
   */
  used_in_calls: z.int().nullable(),
});
export type Subprocessor = z.output<typeof Subprocessor>;

/** A live agent that a demand for zero retention refuses, or would: what it uses, and where it is missed then. */
const DemandBreach = z.strictObject({
  agent_id: z.string(),
  name: z.string(),
  /** Those of its providers that are not known to keep nothing. */
  providers: z.array(z.string()),
  /** The workspace's numbers on which it answers: calls go on to where each number's do that nobody answers. */
  phone_numbers: z.array(z.string()),
  /** Campaigns that are scheduled or run with it: they are paused. */
  campaigns: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type DemandBreach = z.output<typeof DemandBreach>;

export const Subprocessors = z.strictObject({
  require_zero_retention: z.boolean(),
  /** Live agents that break the demand, or would if it were made. */
  breaches: z.array(DemandBreach),
  data: z.array(Subprocessor),
});
export type Subprocessors = z.output<typeof Subprocessors>;
