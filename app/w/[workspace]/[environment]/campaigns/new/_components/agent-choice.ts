import type { Agent } from "@/lib/agents/agents/schema";

/** An agent that the campaign can use. */
export type AgentChoice = { value: string; variables: string[] } & Pick<Agent, "name" | "type" | "status">;
