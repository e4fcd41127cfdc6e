import { createTool, listTools, readTool } from "@/lib/agents/tools";
import { CreateTool, ListTools, Tool, ToolPage } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

const tags = ["Tools"];

export const GET = route(
  {
    summary: "List the workspace's tools",
    description: "The workspace's own HTTP tools, without the built-in ones.",
    tags,
    capability: "tools.read",
    query: ListTools,
    response: ToolPage,
  },
  (ctx, { query }) => listTools(ctx, query),
);

export const POST = route(
  {
    summary: "Create an HTTP tool",
    description:
      "The request is a template with `{{parameter}}` and a fixed host. An address in a private network is rejected, here and in each call.",
    tags,
    capability: "tools.write",
    body: CreateTool,
    response: Tool,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/tools/${id}`,
    replay: (ctx, { reference }) => readTool(ctx, reference),
  },
  (ctx, { body }) => createTool(ctx, body),
);
