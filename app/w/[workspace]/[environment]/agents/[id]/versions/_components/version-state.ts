import type { Agent } from "@/lib/agents/agents/schema";

export type AgentVersionState = Pick<Agent, "id" | "live_version" | "has_unpublished_changes" | "revision">;
