import { z } from "zod";
import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import { storedDocument } from "@/lib/platform/stored-document";
import { DEFAULTS } from "./defaults";
import { AgentConfig, AgentPolicy, Recording, Variable } from "./schema";

// The schemas of the API, with a default for each field that was added after documents had been stored. AGENTS.md,
// "Add a field to an agent", lists the steps.

const StoredVariable = Variable.extend({ digits: Variable.shape.digits.default(null) });
const StoredConfig = AgentConfig.extend({
  fallback_model: AgentConfig.shape.fallback_model.default(null),
  answering_machine: AgentConfig.shape.answering_machine.default(DEFAULTS.answering_machine),
  interruption_sensitivity: AgentConfig.shape.interruption_sensitivity.default("medium"),
  patience: AgentConfig.shape.patience.default("medium"),
  interruptible: AgentConfig.shape.interruptible.default(true),
  transfer_targets: AgentConfig.shape.transfer_targets.default([]),
  variables: z.array(StoredVariable),
  cost_limits: AgentConfig.shape.cost_limits.default(DEFAULTS.cost_limits),
});
/** An agent's draft, a version's configuration, and the draft of a test call. */
export const agentConfigDocument = storedDocument<AgentConfig>({
  name: "agent configuration",
  schema: StoredConfig,
});

const StoredPolicy = AgentPolicy.extend({
  recording: Recording.extend({
    answer_window_ms: Recording.shape.answer_window_ms.default(ANSWER_WINDOW_MS.default),
  }),
});
/** An agent's policy. */
export const agentPolicyDocument = storedDocument<AgentPolicy>({
  name: "agent policy",
  schema: StoredPolicy,
});

/** The part of a configuration that queries select with SQL to mask a call in a list. */
export type MaskedConfig = Pick<AgentConfig, "variables"> & { language: string | null };
const StoredMaskedConfig = z.object({
  variables: z
    .array(StoredVariable)
    .nullish()
    .transform((variables) => variables ?? []),
  language: z
    .string()
    .nullish()
    .transform((language) => language ?? null),
});
export const maskedConfigDocument = storedDocument<MaskedConfig>({
  name: "agent configuration",
  schema: StoredMaskedConfig,
});

/** The part of a policy that queries select with SQL to mask a call's transcript. */
export type MaskedPolicy = { recording: Pick<AgentPolicy["recording"], "redact_sensitive_fields"> };
const StoredMaskedPolicy = z.object({ recording: Recording.pick({ redact_sensitive_fields: true }) });
export const maskedPolicyDocument = storedDocument<MaskedPolicy>({
  name: "agent policy",
  schema: StoredMaskedPolicy,
});
