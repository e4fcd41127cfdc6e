import { readVersion } from "@/lib/agents/agents";
import { AgentVersion, AgentVersionParams } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get a version of an agent",
    tags: ["Agents"],
    capability: "agents.read",
    params: AgentVersionParams,
    response: AgentVersion,
  },
  (ctx, { params }) => readVersion(ctx, params.id, Number(params.version)),
);
