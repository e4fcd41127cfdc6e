import type { WorkspaceDefaults } from "@/lib/identity/workspaces/schema";
import { withAdjustedAnnouncement } from "@/lib/platform/announcements";
import type { AgentConfig, AgentPolicy, CreateAgent, UpdateAgent } from "./schema";

/** Default behavior of a new agent. Voice values as in the `/v1` API. */
export const DEFAULTS: Pick<
  AgentConfig,
  | "greeting"
  | "language"
  | "model"
  | "fallback_model"
  | "transcriber"
  | "interruption_sensitivity"
  | "patience"
  | "interruptible"
  | "disclosure"
  | "transfer_to"
  | "transfer_targets"
  | "answering_machine"
  | "max_duration_s"
  | "cost_limits"
> = {
  greeting: null,
  language: "en-US",
  model: "builtin:rehearsal",
  fallback_model: null,
  transcriber: "builtin:grammar",
  interruption_sensitivity: "medium",
  patience: "medium",
  interruptible: true,
  disclosure: { enabled: true, text: "Hello, you are speaking with an automated assistant." },
  transfer_to: null,
  transfer_targets: [],
  answering_machine: { action: "hang_up", message: null, screening_reply: null },
  max_duration_s: 1_800,
  cost_limits: { per_call: null, per_day: null, closing: null },
};
/** Seconds. Silence on the phone soon means a dead line; a text can be answered much later. */
const INACTIVITY_S = { voice: 30, messaging: 900 } as const;

/** Returns `whole` with the defined fields of `parts`. */
export function applyOverrides<T extends object>(
  whole: T,
  parts: { [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const result = { ...whole };
  for (const name in parts) {
    const value = parts[name];
    if (value !== undefined) result[name] = value as T[typeof name];
  }
  return result;
}

type VariablesInput = NonNullable<CreateAgent["variables"]>;

/**
 * Converts variables of a request to stored ones. A variable without a description is described by the words
 * of its name.
 */
const toVariables = (list: VariablesInput): AgentConfig["variables"] =>
  list.map(({ description, ...variable }) => ({
    ...variable,
    description: description ?? variable.name.replaceAll("_", " "),
  }));

/**
 * Applies a request to a configuration: `disclosure`, `answering_machine` and `cost_limits` are merged, lists are replaced. The policy's
 * fields are ignored.
 */
export function applyPatch(config: AgentConfig, input: CreateAgent | UpdateAgent): AgentConfig {
  const {
    recording: _,
    transcript: __,
    disclosure,
    answering_machine,
    cost_limits,
    variables,
    ...fields
  } = input;
  return {
    ...applyOverrides(config, fields),
    disclosure: applyOverrides(config.disclosure, disclosure),
    answering_machine: applyOverrides(config.answering_machine, answering_machine),
    cost_limits: applyOverrides(config.cost_limits, cost_limits),
    variables: variables === undefined ? config.variables : toVariables(variables),
  };
}

/** The draft of a new agent. */
export function buildConfig(input: CreateAgent): AgentConfig {
  const base: AgentConfig = {
    ...DEFAULTS,
    name: input.name,
    type: input.type,
    voice_id: null,
    prompt: input.prompt,
    tools: [],
    variables: [],
    outcomes: [],
    inactivity_timeout_s: INACTIVITY_S[input.type],
  };
  return applyPatch(base, input);
}

/** The policy of a new agent: the request's values, else the workspace's defaults. */
export const buildPolicy = (
  { recording, transcript }: Pick<CreateAgent, "recording" | "transcript">,
  defaults: WorkspaceDefaults,
): AgentPolicy => ({
  recording: withAdjustedAnnouncement(applyOverrides(defaults.recording, recording)),
  transcript: applyOverrides(defaults.transcript, transcript),
});
