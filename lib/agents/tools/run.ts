import type { JSONSchema7 } from "@ai-sdk/provider";
import { openCredential } from "@/lib/agents/integrations";
import type { Ctx, Environment } from "@/lib/platform/context";
import type { Egress } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import { builtinTool } from "./builtins";
import { runHttpTool, type ToolResult } from "./http";
import type { HttpTool } from "./http/schema";
import { selectTools, toDefinition } from "./read";

/** What an HTTP tool is run from. */
export type HttpDefinition = HttpTool & { integration_id: string | null };

/** A tool as a conversation has it: what the model is told, and who runs it. */
export type CallTool = { name: string; description: string; parameters: JSONSchema7 } & (
  | { kind: "builtin" }
  | { kind: "http"; definition: HttpDefinition }
);

/**
 * The tools of an agent, in its order. What does not exist (a rehearsal of a draft that names it) is left out, and
 * so is `end_call`, which the engine gives every conversation with the agent's outcomes.
 */
export async function toolsForCall(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  names: readonly string[],
): Promise<CallTool[]> {
  const own = names.filter((name) => builtinTool(name) === undefined);
  const rows =
    own.length === 0 ? [] : await ctx.db.all(selectTools(ctx.workspaceId).where("name", "in", own));
  return names.flatMap((name): CallTool[] => {
    const builtin = builtinTool(name);
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

export type RunToolResult =
  | ToolResult
  | { ok: false; result: null; error: { code: "missing_credential" | "unreachable"; message: string } };

type RunOptions = {
  /** Of the call; a rehearsal's is `test`, so that it never uses a live credential. */
  environment: Environment;
  signal?: AbortSignal | undefined;
  egress?: Egress;
};

/**
 * Runs an HTTP tool with a model's arguments and the credential of the call's environment; a test call without one
 * goes without. It never throws: what went wrong is in the result, in words for the model.
 */
export async function runTool(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  definition: HttpDefinition,
  args: unknown,
  options: RunOptions,
): Promise<RunToolResult> {
  const { environment, ...rest } = options;
  try {
    const { integration_id: id, ...tool } = definition;
    const credential = id === null ? undefined : await openCredential(ctx, id, environment);
    if (id !== null && credential === undefined && environment === "live")
      return {
        ok: false,
        result: null,
        error: { code: "missing_credential", message: "The tool's credential is no longer connected." },
      };
    return await runHttpTool(tool, args, { ...rest, credential });
  } catch (error) {
    log.error({ err: error, workspaceId: ctx.workspaceId }, "a tool could not be run");
    return {
      ok: false,
      result: null,
      error: { code: "unreachable", message: "The tool could not be run." },
    };
  }
}
