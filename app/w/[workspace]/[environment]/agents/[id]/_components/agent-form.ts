import type { UseFormReturnType } from "@mantine/form";
import type { Agent, AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { Model, Voice } from "@/lib/agents/models/schema";

/** Editable fields of an agent as in the API, with "" instead of null for texts. */
export type AgentValues = Omit<AgentConfig, "variables" | "greeting" | "transfer_to" | "fallback_model"> &
  AgentPolicy & {
    greeting: string;
    transfer_to: string;
    fallback_model: string;
    variables: (Omit<AgentConfig["variables"][number], "choices"> & { choices: string[] })[];
  };
export type AgentForm = UseFormReturnType<AgentValues>;

/** Choices that the workspace offers. */
export type Offers = {
  models: readonly Model[];
  voices: readonly Voice[];
  transcribers: readonly Model[];
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
    variables: config.variables.map((variable) => ({ ...variable, choices: variable.choices ?? [] })),
  };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

function toConfig(values: AgentValues): AgentConfig & AgentPolicy {
  return {
    ...values,
    voice_id: values.type === "voice" ? values.voice_id : null,
    greeting: orNull(values.greeting),
    transfer_to: orNull(values.transfer_to),
    fallback_model: orNull(values.fallback_model),
    variables: values.variables.map((variable) => ({
      ...variable,
      choices: variable.type === "choice" && variable.choices.length > 0 ? variable.choices : null,
    })),
  };
}

/** The body of the PATCH: only fields that differ from the saved ones, so that other members' changes are kept. */
export function changesOf(values: AgentValues, saved: Agent): Partial<AgentConfig & AgentPolicy> {
  const before: Record<string, unknown> = configOf(saved);
  const changed = Object.entries(toConfig(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

/** The sections of the builder, with the fields in each. `agents.section` of the catalog has their titles. */
export const SECTIONS = [
  { id: "basics", fields: ["name", "type", "language", "model", "fallback_model"] },
  { id: "prompt", fields: ["prompt", "greeting"] },
  { id: "voice", fields: ["voice_id", "transcriber"] },
  { id: "tools", fields: ["tools", "transfer_to"] },
  { id: "variables", fields: ["variables"] },
  { id: "outcomes", fields: ["outcomes"] },
  { id: "recording", fields: ["recording", "transcript"] },
  { id: "limits", fields: ["max_duration_s", "inactivity_timeout_s"] },
  { id: "disclosure", fields: ["disclosure"] },
] as const;
export type SectionId = (typeof SECTIONS)[number]["id"];

/** The section of the field that a server's message names (`/variables/0/category`). */
export function sectionOf(pointer: string): SectionId {
  const field = pointer.split("/")[1] ?? "";
  return SECTIONS.find(({ fields }) => (fields as readonly string[]).includes(field))?.id ?? SECTIONS[0].id;
}
