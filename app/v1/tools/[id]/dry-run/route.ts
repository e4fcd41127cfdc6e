import { dryRunTool, parseOutcome, serializeOutcome } from "@/lib/agents/tools";
import { DryRun, DryRunTool, ToolParams } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Run a tool once",
    description:
      "Sends the tool's request with these arguments and the credential of the test environment, or none. Errors of the request are part of the response.",
    tags: ["Tools"],
    capability: "tools.write",
    internal: true,
    params: ToolParams,
    body: DryRunTool,
    response: DryRun,
    referenceOf: serializeOutcome,
    replay: async (_ctx, { reference }) => parseOutcome(reference),
  },
  (ctx, { params, body }) => dryRunTool(ctx, params.id, body.arguments, { signal: ctx.signal }),
);
