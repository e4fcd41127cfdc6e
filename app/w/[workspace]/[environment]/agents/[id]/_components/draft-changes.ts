import type { Agent, AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import { type AgentValues, configOf, toConfig, toValues } from "./agent-form";

export type Changes = Partial<AgentConfig & AgentPolicy>;

/** Part of the builder's state that decides what a save sends. */
export type Edited = {
  values: AgentValues;
  saved: Agent;
  /** Names of the live version's variables. */
  liveNames: ReadonlySet<string>;
};

const isSame = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === "object" && typeof right === "object" && JSON.stringify(left) === JSON.stringify(right));

/** The body of the PATCH: only fields that differ from the saved ones, so that other members' changes are kept. */
export function changesOf(values: AgentValues, saved: Agent): Changes {
  const before: Record<string, unknown> = configOf(saved);
  return Object.fromEntries(
    Object.entries(toConfig(values)).filter(([name, value]) => !isSame(value, before[name])),
  );
}

const isMarked = (agent: Agent, name: string): boolean =>
  agent.variables.some((variable) => variable.name === name && variable.sensitive);

/** Whether marking this variable as sensitive changes the live agent without a deploy. */
export const marksLive = ({ saved, liveNames }: Omit<Edited, "values">, name: string): boolean =>
  liveNames.has(name) && !isMarked(saved, name);

/** Names of variables whose new mark takes effect on the live agent as soon as it is saved. */
export const immediateMarks = (edited: Edited): string[] =>
  edited.values.variables
    .filter(({ name, sensitive }) => sensitive && marksLive(edited, name))
    .map(({ name }) => name);

/**
 * Splits the unsaved changes into those of the draft, which are saved automatically, and those that take effect without a
 * deploy, which are saved only on request: the policy, and sensitive marks of the live version's variables.
 */
export function splitChanges(edited: Edited): { draft: Changes; immediate: Changes } {
  const marks = new Set(immediateMarks(edited));
  const { recording, transcript, variables, ...draft } = changesOf(edited.values, edited.saved);
  const unmarked = edited.values.variables.map((variable) =>
    marks.has(variable.name) ? { ...variable, sensitive: false } : variable,
  );
  const draftVariables = changesOf({ ...edited.values, variables: unmarked }, edited.saved).variables;
  return {
    draft: { ...draft, ...(draftVariables && { variables: draftVariables }) },
    immediate: {
      ...(recording && { recording }),
      ...(transcript && { transcript }),
      ...(marks.size > 0 && variables && { variables }),
    },
  };
}

/**
 * The values after a response: edited fields stay, the others show what is saved now. Rows and texts that mean the same as the
 * saved ones are not replaced, so that the field that is being edited keeps its cursor.
 */
export function rebaseValues(
  values: AgentValues,
  saved: Agent,
  isEdited: (field: keyof AgentValues) => boolean,
): AgentValues {
  const config: Record<string, unknown> = toConfig(values);
  const stored: Record<string, unknown> = configOf(saved);
  const latest = toValues(saved);
  const entries = Object.entries(values).map(([name, value]) => {
    const field = name as keyof AgentValues;
    return [name, isEdited(field) || isSame(config[name], stored[name]) ? value : latest[field]];
  });
  return Object.fromEntries(entries) as AgentValues;
}

/** The draft as it was at the checkpoint, with the policy that applies now. */
export const checkpointValues = (checkpoint: Agent, saved: Agent): AgentValues => ({
  ...toValues(checkpoint),
  recording: saved.recording,
  transcript: saved.transcript,
});
