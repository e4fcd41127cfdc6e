import { counterpart, type IntegrationRow, selectIntegrations } from "@/lib/agents/integrations";
import type { Tx } from "@/lib/platform/db";
import type { ErrorDetail } from "@/lib/platform/errors";
import { builtinTool, type Means } from "./builtins";
import { coversUrl } from "./check";
import type { HttpTool } from "./http/schema";
import { selectTools, type ToolRow } from "./read";

type Workspace = { tools: readonly ToolRow[]; integrations: readonly IntegrationRow[]; means: Means };

/** What keeps one tool from working in live calls: a code and a sentence, or null. */
export function notReady(name: string, workspace: Workspace): { code: string; message: string } | null {
  const builtin = builtinTool(name);
  if (builtin !== undefined) {
    const message = builtin.missing(workspace.means);
    return message === null ? null : { code: "missing_means", message };
  }
  const tool = workspace.tools.find((row) => row.name === name);
  if (tool === undefined)
    return { code: "unknown_tool", message: "There is no tool of this name. Create it, or leave it out." };
  if (tool.integration_id === null) return null;
  const credential = counterpart(workspace.integrations, tool.integration_id, "live");
  if (credential === undefined)
    return {
      code: "missing_credential",
      message:
        "The tool's credential for live calls is not connected. Connect an integration and name it in the tool.",
    };
  return coversUrl(credential.hosts, tool.request as HttpTool["request"])
    ? null
    : {
        code: "host_not_bound",
        message: "The tool's credential may not be sent to the tool's host. Connect one that may.",
      };
}

/**
 * What keeps the tools of an agent from working in live calls, each with the pointer of its place in `tools`. The
 * rows of the tools stay locked until the transaction ends, so that none of them goes away meanwhile.
 */
export async function toolProblems(
  tx: Tx,
  workspaceId: string,
  names: readonly string[],
  means: Means,
): Promise<ErrorDetail[]> {
  const own = names.filter((name) => builtinTool(name) === undefined);
  const [tools, integrations] =
    own.length === 0
      ? [[], []]
      : await tx.batch(
          selectTools(workspaceId).where("name", "in", own).orderBy("id").forShare(),
          selectIntegrations(workspaceId),
        );
  return names.flatMap((name, at) => {
    const problem = notReady(name, { tools, integrations, means });
    return problem === null ? [] : [{ in: "body" as const, pointer: `/tools/${at}`, ...problem }];
  });
}
