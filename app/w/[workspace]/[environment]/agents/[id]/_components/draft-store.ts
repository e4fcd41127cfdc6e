import type { Agent } from "@/lib/agents/agents/schema";
import { type AgentValues, toValues } from "./agent-form";
import { changesOf, checkpointValues, immediateMarks, rebaseValues, splitChanges } from "./draft-changes";

/** Messages by the path of a field: `variables.2.name`. */
export type Problems = Readonly<Record<string, string>>;

export type DraftState = {
  values: AgentValues;
  /** The agent as the server has stored it. */
  saved: Agent;
  /** The agent that "Discard" returns to: as opened, deployed, loaded or explicitly saved. */
  checkpoint: Agent;
  liveNames: ReadonlySet<string>;
  problems: Problems;
};

/** A save: the values when it began, and the fields that its request contained. */
type Sent = { values: AgentValues; fields: ReadonlySet<string>; isCheckpoint: boolean };

const NO_PROBLEMS: Problems = {};
/** The fields that are edited as a whole; a row of a list is one of its parts. */
const fieldOf = (path: string): string => path.split(".")[0] ?? "";

const namesOf = ({ variables }: Agent): ReadonlySet<string> => new Set(variables.map(({ name }) => name));

/** The unsaved changes of a state, computed once per state. */
export type Summary = ReturnType<typeof splitChanges> & { canDiscard: boolean };
const summaries = new WeakMap<DraftState, Summary>();

export function summarize(state: DraftState): Summary {
  const existing = summaries.get(state);
  if (existing !== undefined) return existing;
  const { values, saved, checkpoint } = state;
  const { recording, transcript } = saved;
  const discarded = changesOf(values, { ...checkpoint, recording, transcript });
  const summary = { ...splitChanges(state), canDiscard: Object.keys(discarded).length > 0 };
  summaries.set(state, summary);
  return summary;
}

/** The state of one open builder. Parts of the page subscribe to what they show. */
export function createDraftStore(agent: Agent, liveNames: ReadonlySet<string>) {
  let state: DraftState = {
    values: toValues(agent),
    saved: agent,
    checkpoint: agent,
    liveNames,
    problems: NO_PROBLEMS,
  };
  const listeners = new Set<() => void>();
  function set(changes: Partial<DraftState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }
  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Applies an edit. Problems of the edited field are dropped until the next check. */
    edit(changes: Partial<AgentValues>, path?: string): void {
      const edited = new Set(Object.keys(changes));
      const problems = Object.entries(state.problems).filter(([name]) =>
        path === undefined ? !edited.has(fieldOf(name)) : name !== path,
      );
      set({ values: { ...state.values, ...changes }, problems: Object.fromEntries(problems) });
    },
    setProblems(problems: Problems): void {
      if (JSON.stringify(problems) !== JSON.stringify(state.problems)) set({ problems });
    },
    /** Takes over the response to a save. What the request did not contain stays as it is edited. */
    merge(saved: Agent, { values: sent, fields, isCheckpoint }: Sent): void {
      const unsent = new Set(
        Object.keys(changesOf(state.values, state.saved)).filter((field) => !fields.has(field)),
      );
      if (immediateMarks({ ...state, saved }).length > 0) unsent.add("variables");
      const isEdited = (field: keyof AgentValues) => unsent.has(field) || state.values[field] !== sent[field];
      set({
        saved,
        values: rebaseValues(state.values, saved, isEdited),
        ...(isCheckpoint && { checkpoint: saved }),
      });
    },
    /** Shows an agent in place of all edits. */
    load(agent: Agent): void {
      set({ saved: agent, checkpoint: agent, values: toValues(agent), problems: NO_PROBLEMS });
    },
    /** Takes over a deployed draft, and keeps what was edited meanwhile. */
    showDeployed(agent: Agent): void {
      const edited = new Set(Object.keys(changesOf(state.values, state.saved)));
      set({
        saved: agent,
        checkpoint: agent,
        values: rebaseValues(state.values, agent, (field) => edited.has(field)),
        liveNames: namesOf(agent),
      });
    },
    discard(): void {
      set({ values: checkpointValues(state.checkpoint, state.saved), problems: NO_PROBLEMS });
    },
    discardImmediate(): void {
      const { values, saved } = state;
      const marked = new Set(immediateMarks(state));
      set({
        values: {
          ...values,
          recording: saved.recording,
          transcript: saved.transcript,
          variables: values.variables.map((variable) =>
            marked.has(variable.name) ? { ...variable, sensitive: false } : variable,
          ),
        },
      });
    },
  };
}
export type DraftStore = ReturnType<typeof createDraftStore>;
