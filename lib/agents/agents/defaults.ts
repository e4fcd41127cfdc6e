import {
  ANSWER_WINDOW_MS,
  OPT_OUT_ANNOUNCEMENT,
  withFittingAnnouncement,
} from "@/lib/platform/announcements";
import { type AgentConfig, type AgentPolicy, type CreateAgent, PolicyDefaults } from "./schema";

/** How a new agent behaves unless told. Voice values as in the `/v1` contract. */
const DEFAULTS = {
  greeting: null,
  language: "en-US",
  model: "builtin:rehearsal",
  fallback_model: null,
  transcriber: "builtin:grammar",
  disclosure: { enabled: true, text: "Hello, you are speaking with an automated assistant." },
  transfer_to: null,
  max_duration_s: 1_800,
};
/** Silence on the phone is soon a line gone dead; a text is answered when one gets to it. Seconds. */
const INACTIVITY_S = { voice: 30, messaging: 900 } as const;

/** Source: product.md, "Consent and recording" and "Retention, erasure". */
const POLICY: AgentPolicy = {
  recording: {
    enabled: true,
    announce: true,
    announcement: OPT_OUT_ANNOUNCEMENT,
    answer_window_ms: ANSWER_WINDOW_MS.default,
    allow_caller_opt_out: true,
    retention_days: 30,
    redact_sensitive_fields: true,
    announce_on_transfer: true,
  },
  transcript: { enabled: true, retention_days: 90 },
};

/** `parts` over `whole`, where they say something. */
export function over<T extends object>(
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

/** Variables as they are kept: one without a description is asked for by its name's words. */
export const toVariables = (list: VariablesInput): AgentConfig["variables"] =>
  list.map(({ description, ...variable }) => ({
    ...variable,
    description: description ?? variable.name.replaceAll("_", " "),
  }));

/** The draft of a new agent. */
export function newConfig(input: CreateAgent): AgentConfig {
  const { recording: _, transcript: __, disclosure, variables, ...given } = input;
  const base: AgentConfig = {
    ...DEFAULTS,
    name: input.name,
    type: input.type,
    voice_id: null,
    prompt: input.prompt,
    tools: [],
    variables: toVariables(variables ?? []),
    outcomes: [],
    disclosure: over(DEFAULTS.disclosure, disclosure),
    inactivity_timeout_s: INACTIVITY_S[input.type],
  };
  return over(base, given);
}

/** The policy of a new agent: what the request says, else the workspace's defaults, else the product's. */
export function newPolicy(
  input: Pick<CreateAgent, "recording" | "transcript">,
  defaults: unknown,
): AgentPolicy {
  const read = PolicyDefaults.safeParse(defaults);
  const own = read.success ? read.data : {};
  return {
    recording: withFittingAnnouncement(over(over(POLICY.recording, own.recording), input.recording)),
    transcript: over(over(POLICY.transcript, own.transcript), input.transcript),
  };
}
