import { listAgents } from "@/lib/agents/agents";
import { type Agent, ListAgents } from "@/lib/agents/agents/schema";
import type { Ctx } from "@/lib/platform/context";
import { DEMO_AGENTS, type DemoAgent } from "./agents";
import type { Staging } from "./staging";

/** A scenario that is being played: its number, its time, and the stage. */
export type Play = Staging & {
  number: number;
  /** When it begins, RFC 3339. */
  at: string;
  /** The time at which the whole history ends, RFC 3339. */
  endOfHistory: string;
  /** The live agent; null if it was changed since and is no longer live. */
  agent(key: DemoAgent): Promise<Agent | null>;
};

/** The workspace's agents with a status, by name. The demo's agents may have been changed or archived. */
export async function agentsByName(ctx: Ctx, status: "draft" | "live"): Promise<Map<string, Agent>> {
  const { data } = await listAgents(ctx, ListAgents.parse({ status, limit: "100" }));
  return new Map(data.map((agent) => [agent.name, agent]));
}

/** Finds a live agent of the demo. */
export async function findLiveAgent(ctx: Ctx, key: DemoAgent): Promise<Agent | null> {
  const name = DEMO_AGENTS.find((agent) => agent.key === key)?.agent.name ?? "";
  return (await agentsByName(ctx, "live")).get(name) ?? null;
}
