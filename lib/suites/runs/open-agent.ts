import { agentConfigDocument, readAgentForSuite } from "@/lib/agents/agents";
import { readCallTools } from "@/lib/agents/tools";
import { loadAgentModel, loadModelOf } from "@/lib/calls/calls";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import type { CaseAgent } from "../cases";
import type { CaseLines } from "../lines";
import { selectSuites } from "../suites";
import type { RunRow } from "./row";

/**
 * Opens the agent of a run, with the models of its workspace and the variables that are marked sensitive now. Throws `ModelError`
 * if a model is not connected.
 */
export async function openAgent(ctx: Ctx, run: RunRow, lines: CaseLines): Promise<CaseAgent> {
  const suite = await ctx.db.first(selectSuites(ctx.workspaceId).where("id", "=", run.suite_id));
  const config = agentConfigDocument.read(run.config);
  const [{ timezone }, tools, model, { sensitive }] = await Promise.all([
    readWorkspace(ctx),
    readCallTools(ctx, config.tools),
    loadAgentModel(ctx, config),
    readAgentForSuite(ctx, suite?.agent_id ?? "", undefined),
  ]);
  const marked = new Set(sensitive);
  return {
    workspaceId: ctx.workspaceId,
    config: {
      ...config,
      variables: config.variables.map((variable) => ({
        ...variable,
        sensitive: variable.sensitive || marked.has(variable.name),
      })),
    },
    model,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    timeZone: timezone,
    loadModel: (id) => loadModelOf(ctx, id),
    openLine: lines.open,
  };
}
