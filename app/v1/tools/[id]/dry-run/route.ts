import { dryRunTool, outcomeFrom, outcomeOf } from "@/lib/agents/tools";
import { DryRun, DryRunTool, ToolParams } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Run a tool once",
    description:
      "Makes the tool's request with these arguments and the credential of the test environment, or none. What goes wrong is in the answer.",
    tags: ["Tools"],
    can: "tools.write",
    internal: true,
    params: ToolParams,
    body: DryRunTool,
    response: DryRun,
    referenceOf: outcomeOf,
    replay: async (_ctx, { reference }) => outcomeFrom(reference),
  },
  (ctx, { params, body }) => dryRunTool(ctx, params.id, body.arguments, { signal: ctx.signal }),
);
