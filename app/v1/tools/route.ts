import { createTool, listTools, readTool } from "@/lib/agents/tools";
import { CreateTool, ListTools, Tool, ToolPage } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

const tags = ["Tools"];

export const GET = route(
  {
    summary: "List the workspace's tools",
    description: "HTTP tools of the workspace's own; the built-in ones are there without being listed.",
    tags,
    can: "tools.read",
    query: ListTools,
    response: ToolPage,
  },
  (ctx, { query }) => listTools(ctx, query),
);

export const POST = route(
  {
    summary: "Create an HTTP tool",
    description:
      "The request is a template with `{{parameter}}`; its host is fixed. An address inside a private network is refused, here and at each call.",
    tags,
    can: "tools.write",
    body: CreateTool,
    response: Tool,
    status: 201,
    location: ({ id }) => `/v1/tools/${id}`,
    replay: (ctx, { reference }) => readTool(ctx, reference),
  },
  (ctx, { body }) => createTool(ctx, body),
);
