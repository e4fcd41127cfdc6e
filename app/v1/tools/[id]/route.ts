import { deleteTool, readTool, updateTool } from "@/lib/agents/tools";
import { Tool, ToolParams, UpdateTool } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

const tags = ["Tools"];

export const GET = route(
  {
    summary: "Get a tool",
    tags,
    capability: "tools.read",
    params: ToolParams,
    response: Tool,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readTool(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a tool",
    description:
      "Takes effect immediately, also for live agents. `request` and `parameters` are replaced. The name of a tool that a live agent uses cannot be changed (409).",
    tags,
    capability: "tools.write",
    params: ToolParams,
    body: UpdateTool,
    response: Tool,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateTool(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Delete a tool",
    description: "409 while a live agent uses it.",
    tags,
    capability: "tools.write",
    params: ToolParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await deleteTool(ctx, params.id, ifMatch);
    return undefined;
  },
);
