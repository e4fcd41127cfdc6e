import { deleteTool, readTool, updateTool } from "@/lib/agents/tools";
import { Tool, ToolParams, UpdateTool } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

const tags = ["Tools"];

export const GET = route(
  { summary: "Fetch a tool", tags, can: "tools.read", params: ToolParams, response: Tool },
  (ctx, { params }) => readTool(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a tool",
    description:
      "Acts at once, for live agents too. `request` and `parameters` replace what is there. A tool that a live agent uses keeps its name (409).",
    tags,
    can: "tools.write",
    params: ToolParams,
    body: UpdateTool,
    response: Tool,
  },
  (ctx, { params, body }) => updateTool(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Delete a tool",
    description: "A 409 while a live agent uses it.",
    tags,
    can: "tools.write",
    params: ToolParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteTool(ctx, params.id);
    return undefined;
  },
);
