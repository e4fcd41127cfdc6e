import type { Agent } from "@/lib/agents/agents/schema";

/** An agent that may be chosen. */
export type AgentChoice = { value: string; variables: string[] } & Pick<Agent, "name" | "type" | "status">;
