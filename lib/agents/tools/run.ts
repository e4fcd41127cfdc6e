import type { JSONSchema7 } from "@ai-sdk/provider";
import { openCredential } from "@/lib/agents/integrations";
import type { Ctx, Environment } from "@/lib/platform/context";
import type { HttpClient } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import { withSpan } from "@/lib/platform/telemetry";
import { findBuiltinTool } from "./builtins";
import { createToolError, runHttpTool, type ToolResult } from "./http";
import type { HttpTool } from "./http/schema";
import { selectTools, toDefinition } from "./read";

/** The stored definition of an HTTP tool. */
export type HttpDefinition = HttpTool & { integration_id: string | null };

/** A tool in a conversation: its description for the model, and its implementation. */
export type CallTool = { name: string; description: string; parameters: JSONSchema7 } & (
  | { kind: "builtin" }
  | { kind: "http"; definition: HttpDefinition }
);

/**
 * Returns the tools of an agent in order. Missing tools (a rehearsal's draft can name some) are omitted, as
 * is `end_call`, which the engine adds to every conversation with the agent's outcomes.
 */
export async function readCallTools(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  names: readonly string[],
): Promise<CallTool[]> {
  const ownNames = names.filter((name) => findBuiltinTool(name) === undefined);
  const rows =
    ownNames.length === 0 ? [] : await ctx.db.all(selectTools(ctx.workspaceId).where("name", "in", ownNames));
  return names.flatMap((name): CallTool[] => {
    const builtin = findBuiltinTool(name);
    if (builtin !== undefined) {
      const { description, parameters } = builtin;
      return name === "end_call" ? [] : [{ name, description, parameters, kind: "builtin" }];
    }
    const row = rows.find((candidate) => candidate.name === name);
    if (row === undefined) return [];
    const definition = { ...toDefinition(row), integration_id: row.integration_id };
    const { description, parameters } = definition;
    return [{ name, description, parameters: parameters as JSONSchema7, kind: "http", definition }];
  });
}

type RunOptions = {
  /** The call's environment; `test` for a rehearsal, so that it never uses a live credential. */
  environment: Environment;
  signal?: AbortSignal | undefined;
  egress?: HttpClient;
  keepUnmapped?: boolean;
};

/**
 * Runs an HTTP tool with a model's arguments and the credential of the call's environment; a test call can
 * run without one. Never throws: errors are part of the result, worded for the model.
 */
export async function runTool(
  ctx: Pick<Ctx, "workspaceId" | "requestId" | "db">,
  definition: HttpDefinition,
  args: unknown,
  options: RunOptions,
): Promise<ToolResult> {
  const { environment, ...runOptions } = options;
  try {
    const { integration_id: id, ...tool } = definition;
    const credential = id === null ? undefined : await openCredential(ctx, id, environment);
    if (id !== null && credential === undefined && environment === "live")
      return { ok: false, result: null, error: createToolError("missing_credential") };
    const attributes = { "gen_ai.operation.name": "execute_tool", "parley.tool.kind": "http" };
    return await withSpan("execute_tool", { attributes }, async (span) => {
      const result = await runHttpTool(tool, args, { ...runOptions, credential });
      if (!result.ok) span.fail(result.error?.code ?? "failed");
      return result;
    });
  } catch (error) {
    log.error(
      { err: error, workspaceId: ctx.workspaceId, requestId: ctx.requestId },
      "a tool could not be run",
    );
    return { ok: false, result: null, error: createToolError("not_run") };
  }
}
