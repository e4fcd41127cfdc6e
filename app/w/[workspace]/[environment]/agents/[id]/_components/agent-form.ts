import type { Agent, AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { Model, TranscriberOffer, Voice } from "@/lib/agents/models/schema";

/** Identifies a row of a list while it is moved and renamed. It is not sent. */
type Keyed = { key: string };
export type VariableValues = Omit<AgentConfig["variables"][number], "choices"> &
  Keyed & { choices: string[] };
export type TransferTargetValues = AgentConfig["transfer_targets"][number] & Keyed;
export type OutcomeValues = AgentConfig["outcomes"][number] & Keyed;

/** Editable fields of an agent as in the API, with "" instead of null for texts. */
export type AgentValues = Omit<
  AgentConfig,
  "variables" | "outcomes" | "transfer_targets" | "greeting" | "transfer_to" | "fallback_model"
> &
  AgentPolicy & {
    greeting: string;
    transfer_to: string;
    fallback_model: string;
    variables: readonly VariableValues[];
    outcomes: readonly OutcomeValues[];
    transfer_targets: readonly TransferTargetValues[];
  };

/** Choices that the workspace offers. */
export type Offers = {
  models: readonly Model[];
  voices: readonly Voice[];
  transcribers: readonly TranscriberOffer[];
  tools: readonly { name: string; description: string }[];
};

/** Actions that the member is allowed on this agent. */
export type Rights = Record<"edit" | "deploy" | "archive" | "duplicate" | "test" | "admin", boolean>;

/** Request body that recreates this agent; the content of an export. */
export function configOf(agent: Agent): AgentConfig & AgentPolicy {
  const {
    id,
    status,
    live_version,
    has_unpublished_changes,
    revision,
    created_at,
    updated_at,
    deployed_at,
    ...config
  } = agent;
  return config;
}

export function toValues(agent: Agent): AgentValues {
  const config = configOf(agent);
  return {
    ...config,
    greeting: config.greeting ?? "",
    transfer_to: config.transfer_to ?? "",
    fallback_model: config.fallback_model ?? "",
    variables: config.variables.map((variable, at) => ({
      ...variable,
      choices: variable.choices ?? [],
      key: `saved-${String(at)}`,
    })),
    transfer_targets: config.transfer_targets.map((target, at) => ({
      ...target,
      key: `saved-${String(at)}`,
    })),
    outcomes: config.outcomes.map((outcome, at) => ({ ...outcome, key: `saved-${String(at)}` })),
  };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

export function toConfig(values: AgentValues): AgentConfig & AgentPolicy {
  return {
    ...values,
    voice_id: values.type === "voice" ? values.voice_id : null,
    greeting: orNull(values.greeting),
    transfer_to: orNull(values.transfer_to),
    fallback_model: orNull(values.fallback_model),
    variables: values.variables.map(({ key, ...variable }) => ({
      ...variable,
      choices: variable.type === "choice" && variable.choices.length > 0 ? variable.choices : null,
      digits: variable.type === "string" ? variable.digits : null,
    })),
    transfer_targets: values.transfer_targets.map(({ key, ...target }) => target),
    outcomes: values.outcomes.map(({ key, ...outcome }) => outcome),
  };
}

/** The sections of the builder, with the fields in each. `agents.section` of the catalog has their titles. */
export const SECTIONS = [
  { id: "basics", fields: ["name", "type", "language", "model", "fallback_model"] },
  { id: "prompt", fields: ["prompt", "greeting"] },
  {
    id: "voice",
    fields: ["voice_id", "transcriber", "interruption_sensitivity", "patience", "interruptible"],
  },
  { id: "tools", fields: ["tools", "transfer_to", "transfer_targets"] },
  { id: "variables", fields: ["variables"] },
  { id: "outcomes", fields: ["outcomes"] },
  { id: "recording", fields: ["recording", "transcript"] },
  { id: "answering_machine", fields: ["answering_machine"] },
  { id: "limits", fields: ["max_duration_s", "inactivity_timeout_s", "cost_limits"] },
  { id: "disclosure", fields: ["disclosure"] },
] as const;
export type SectionId = (typeof SECTIONS)[number]["id"];

/** The section of a top-level field. */
export const sectionOfField = (field: string): SectionId =>
  SECTIONS.find(({ fields }) => (fields as readonly string[]).includes(field))?.id ?? SECTIONS[0].id;

/** The section of the field that a server's message names (`/variables/0/category`). */
export const sectionOf = (pointer: string): SectionId => sectionOfField(pointer.split("/")[1] ?? "");
