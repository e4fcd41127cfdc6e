import type { Agent } from "@/lib/agents/agents/schema";

export type Standing = Pick<Agent, "id" | "live_version" | "has_unpublished_changes">;
