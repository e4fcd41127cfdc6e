import { z } from "zod";
import { ProviderKind, RetentionBasis } from "@/lib/agents/providers/schema";

/** The service that a provider performs. */
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

/** A recipient of the workspace's data, or a component of the installation. */
export const Subprocessor = z.strictObject({
  /** An integration's ID; `builtin`, `local`, `storage`, `database` and `mail` belong to the installation. */
  id: z.string(),
  /** Name of the integration, or of the component. */
  name: z.string(),
  /** Kind of the integration; null for components of the installation. */
  kind: ProviderKind.nullable(),
  /** Name of the provider or of the software. */
  provider: z.string(),
  /** The software of a component of the installation, for programs; null for an integration. */
  software: z.enum(["parley", "sherpa_onnx", "files", "s3", "postgresql", "smtp"]).nullable(),
  /** Services that it performs. */
  purposes: z.array(SubprocessorPurpose),
  /** `local`: within the installation, without external transfer. */
  location: z.enum(["local", "external"]),
  /** The host of an external provider that the workspace has chosen. */
  host: z.string().nullable(),
  /** The environment whose calls it serves; null for both. */
  environment: z.enum(["live", "test"]).nullable(),
  /** The party that chose it. */
  chosen_by: z.enum(["product", "operator", "workspace"]),
  /** The data that it receives, in words. */
  receives: z.array(z.string()),
  /** The data instruction in each request to it. */
  instruction: z.string().nullable(),
  /** Whether it has zero retention. Null: storing data is its purpose. */
  zero_retention: z.boolean().nullable(),
  /** The basis of its zero retention; null if never claimed, and for local components. */
  zero_retention_basis: RetentionBasis.nullable(),
  /** The zero retention agreement, as named by the workspace. */
  retention_agreement: z.string().nullable(),
  /** Whether conversations can use it under the workspace's policies. */
  allowed: z.boolean(),
  /** Live agents that use it. */
  live_agents: z.int(),
  /**
   * Calls of the last 30 days in this environment that used it, regardless of their agents' settings. Null
   * for a carrier and for components that calls do not choose, and for a provider of the other environment.
   */
  used_in_calls: z.int().nullable(),
});
export type Subprocessor = z.output<typeof Subprocessor>;

/**
 * A live agent that required zero retention blocks, or would block, with its providers, numbers and
 * campaigns.
 */
const DemandBreach = z.strictObject({
  /** Identifier of the agent, `agt_…`. */
  agent_id: z.string(),
  /** Name of the agent. */
  name: z.string(),
  /** Its providers without zero retention. */
  providers: z.array(z.string()),
  /**
   * The workspace's numbers that it answers. Their calls would be forwarded like those of numbers without an
   * agent.
   */
  phone_numbers: z.array(z.string()),
  /** Its scheduled or running campaigns, which would be paused. */
  campaigns: z.array(
    z.strictObject({
      /** Identifier of the campaign, `cmp_…`. */
      id: z.string(),
      /** Name of the campaign. */
      name: z.string(),
    }),
  ),
});
export type DemandBreach = z.output<typeof DemandBreach>;

export const Subprocessors = z.strictObject({
  /** Whether the workspace requires providers that keep nothing of what they are sent. */
  require_zero_retention: z.boolean(),
  /** Live agents that violate the requirement, or would. */
  breaches: z.array(DemandBreach),
  /** Every recipient, also the installation's own components. */
  data: z.array(Subprocessor),
});
export type Subprocessors = z.output<typeof Subprocessors>;
