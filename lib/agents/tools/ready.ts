import { findCounterpart, type IntegrationRow, selectIntegrations } from "@/lib/agents/integrations";
import type { Reader } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { type BuiltinDependencies, findBuiltinTool } from "./builtins";
import { coversUrl } from "./check";
import type { HttpTool } from "./http/schema";
import { selectTools, type ToolRow } from "./read";

type Workspace = {
  tools: readonly ToolRow[];
  integrations: readonly IntegrationRow[];
  means: BuiltinDependencies;
};

/** Returns why a tool cannot work in live calls, as a code and a sentence, or null. */
export function findReadinessProblem(
  name: string,
  workspace: Workspace,
): { code: string; message: string } | null {
  const builtin = findBuiltinTool(name);
  if (builtin !== undefined) {
    const message = builtin.missing(workspace.means);
    return message === null ? null : { code: "missing_means", message };
  }
  const tool = workspace.tools.find((row) => row.name === name);
  if (tool === undefined)
    return { code: "unknown_tool", message: "There is no tool of this name. Create it, or leave it out." };
  if (tool.integration_id === null) return null;
  const credential = findCounterpart(workspace.integrations, tool.integration_id, "live");
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
    return problem === null ? [] : [bodyProblem(`/tools/${at}`, problem.code, problem.message)];
  });
}
