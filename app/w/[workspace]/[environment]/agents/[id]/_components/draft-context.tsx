"use client";

import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { IDENTIFIER } from "@/lib/agents/agents/values";
import type { AgentValues } from "./agent-form";
import type { DraftState, DraftStore } from "./draft-store";

export const DraftContext = createContext<DraftStore | null>(null);

export function useDraftStore(): DraftStore {
  const store = useContext(DraftContext);
  if (store === null) throw new Error("The part is rendered outside the builder.");
  return store;
}

/** The selected part of the state. The component renders again only if this part changes, by identity. */
export function useDraft<T>(select: (state: DraftState) => T): T {
  const store = useDraftStore();
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

export const useProblem = (path: string): string | undefined => useDraft(({ problems }) => problems[path]);

/** The value of a top-level field, its setter, and its problem. */
export function useField<F extends keyof AgentValues>(field: F) {
  const store = useDraftStore();
  const value = useDraft(({ values }) => values[field]);
  const error = useProblem(field);
  const set = (next: AgentValues[F]) => store.edit({ [field]: next } as Partial<AgentValues>);
  return { value, set, error };
}

/** The same for an input that reports its value; null of a cleared select is "". */
export function useInput<F extends keyof AgentValues>(field: F) {
  const { value, set, error } = useField(field);
  return {
    value,
    error,
    "data-path": field,
    onChange: (next: unknown) => set((next ?? "") as AgentValues[F]),
  };
}

/** The agent's variables that a prompt can name. */
export function useVariableNames(): readonly string[] {
  const joined = useDraft(({ values }) => values.variables.map(({ name }) => name).join("\n"));
  return useMemo(() => [...new Set(joined.split("\n"))].filter((name) => IDENTIFIER.test(name)), [joined]);
}
