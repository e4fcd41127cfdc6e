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
export type Rights = Record<"edit" | "deploy" | "archive" | "duplicate" | "rehearse" | "admin", boolean>;

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

/** The sections of the builder, with the fields in each. */
export const SECTIONS = [
  { id: "basics", title: "Basics", fields: ["name", "type", "language", "model", "fallback_model"] },
  { id: "prompt", title: "Prompt", fields: ["prompt", "greeting"] },
  { id: "voice", title: "Voice", fields: ["voice_id", "transcriber"] },
  { id: "tools", title: "Tools", fields: ["tools", "transfer_to"] },
  { id: "variables", title: "Variables", fields: ["variables"] },
  { id: "outcomes", title: "Outcomes", fields: ["outcomes"] },
  { id: "recording", title: "Recording and consent", fields: ["recording", "transcript"] },
  { id: "limits", title: "Limits", fields: ["max_duration_s", "inactivity_timeout_s"] },
  { id: "disclosure", title: "Disclosure", fields: ["disclosure"] },
] as const;
export type SectionId = (typeof SECTIONS)[number]["id"];

/** The section in which the place of a server's message is (`/variables/0/category`). */
export function sectionOf(pointer: string): (typeof SECTIONS)[number] {
  const field = pointer.split("/")[1] ?? "";
  return SECTIONS.find(({ fields }) => (fields as readonly string[]).includes(field)) ?? SECTIONS[0];
}
