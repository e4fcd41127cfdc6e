import type { Call, Turn } from "@/lib/calls/calls/schema";

/** `open`: it has no value, and the agent's model does not say which variables it asks for. */
export type VariableState = "masked" | "captured" | "asked" | "not_asked" | "open";

type Conversation = { turns: readonly Turn[]; values: Call["variables"] };

const isMasked = (value: unknown): boolean => typeof value === "object" && value !== null;

/** How far the conversation is with a variable. */
export function variableStateOf(name: string, { turns, values }: Conversation): VariableState {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  if (value !== null && value !== undefined) return isMasked(value) ? "masked" : "captured";
  if (turns.some(({ asks }) => asks === name)) return "asked";
  const isUndeclared = turns.some(({ role, asks }) => role === "agent" && asks === undefined);
  return isUndeclared ? "open" : "not_asked";
}
