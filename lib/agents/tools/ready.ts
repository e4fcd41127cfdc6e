import { findCounterpart, type IntegrationRow, selectIntegrations } from "@/lib/agents/integrations";
import type { Reader } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { type BuiltinDependencies, findBuiltinTool, type MissingDependency } from "./builtins";
import { coversUrl } from "./check";
import type { HttpTool } from "./http/schema";
import { selectTools, type ToolRow } from "./read";

type Workspace = {
  tools: readonly ToolRow[];
  integrations: readonly IntegrationRow[];
  means: BuiltinDependencies;
};

type ReadinessProblem =
  | MissingDependency
  | "tool_unknown"
  | "tool_credential_missing"
  | "tool_host_not_bound";

/** Returns the reason why a tool cannot work in live calls, or null. */
export function findReadinessProblem(name: string, workspace: Workspace): ReadinessProblem | null {
  const builtin = findBuiltinTool(name);
  if (builtin !== undefined) return builtin.missing(workspace.means);
  const tool = workspace.tools.find((row) => row.name === name);
  if (tool === undefined) return "tool_unknown";
  if (tool.integration_id === null) return null;
  const credential = findCounterpart(workspace.integrations, tool.integration_id, "live");
  if (credential === undefined) return "tool_credential_missing";
  return coversUrl(credential.hosts, tool.request as HttpTool["request"]) ? null : "tool_host_not_bound";
}

/**
 * Returns the problems of an agent's tools in live calls, each with its pointer in `tools`. In a transaction, the tools'
 * rows stay locked until it ends, so that none is deleted meanwhile.
 */
export async function toolProblems(
  read: Pick<Reader, "batch">,
  workspaceId: string,
  names: readonly string[],
  means: BuiltinDependencies,
): Promise<ErrorDetail[]> {
  const ownNames = names.filter((name) => findBuiltinTool(name) === undefined);
  const [tools, integrations] =
    ownNames.length === 0
      ? [[], []]
      : await read.batch(
          selectTools(workspaceId).where("name", "in", ownNames).orderBy("id").forShare(),
          selectIntegrations(workspaceId),
        );
  return names.flatMap((name, at) => {
    const problem = findReadinessProblem(name, { tools, integrations, means });
    return problem === null ? [] : [bodyProblem(`/tools/${at}`, problem)];
  });
}
