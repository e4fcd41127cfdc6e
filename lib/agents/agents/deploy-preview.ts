import { isScriptedModel } from "@/lib/agents/models";
import { hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { readCandidate } from "./deploy-candidate";
import { deployProblems } from "./deploy-check";
import { orNotFound, selectAgent } from "./read";
import { readOpenSuites } from "./required-suites";
import type { AgentConfig, DeployPreview, DeployWarning } from "./schema";
import { requireNotArchived } from "./update";
import { liveConfig, nextVersion } from "./versions";

/** Phone numbers of an agent that a preview names. */
const NUMBERS_SHOWN = 5;

const selectNumbersOf = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("phone_numbers")
    .select("number")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(NUMBERS_SHOWN);

const selectActiveCampaign = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("campaigns")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId)
    .where("status", "in", ["scheduled", "running"])
    .limit(1);

type Reach = { hasNumber: boolean; hasCampaign: boolean };

/** Conditions that do not prevent a deploy, and that the member should know. */
export function deployWarnings(config: AgentConfig, { hasNumber, hasCampaign }: Reach): DeployWarning[] {
  return [
    ...(isScriptedModel(config.model) ? (["test_model"] as const) : []),
    ...(hasNumber ? [] : (["no_phone_number"] as const)),
    ...(hasCampaign ? (["active_campaign"] as const) : []),
  ];
}

/**
 * Reads the configuration that a deploy of the draft, or of a version, would make live, with the problems that the deploy
 * would report. Throws `not_found`, `invalid_state` for an archived agent, and `validation_error` for an unknown version.
 */
export async function previewDeploy(
  ctx: Ctx,
  id: string,
  { version }: { version?: number | undefined },
): Promise<DeployPreview> {
  const { workspaceId } = ctx;
  const row = orNotFound(await ctx.db.first(selectAgent(workspaceId, id)));
  requireNotArchived(row);
  const next = await readCandidate(ctx.db, workspaceId, row, version);
  const [live, problems, suites, [numbers, campaigns]] = await Promise.all([
    liveConfig(ctx.db, workspaceId, row),
    deployProblems(ctx.db, workspaceId, next.config, id),
    readOpenSuites(ctx.db, workspaceId, id, next),
    ctx.db.batch(selectNumbersOf(workspaceId, id), selectActiveCampaign(workspaceId, id)),
  ]);
  return {
    agent_id: id,
    version: next.version ?? (await nextVersion(ctx.db, workspaceId, id)),
    config: next.config,
    live: live === null || row.live_version === null ? null : { version: row.live_version, config: live },
    problems: problems.map(({ pointer, code, reason, message, params }) => ({
      pointer,
      code,
      ...(reason !== undefined && { reason }),
      message,
      ...(params && { params }),
    })),
    open_suites: suites,
    may_override_suites: hasCapability(ctx.actor.role, "agents.override_suites"),
    warnings: deployWarnings(next.config, {
      hasNumber: numbers.length > 0,
      hasCampaign: campaigns.length > 0,
    }),
    traffic_split_running: row.split_id !== null,
    phone_numbers: numbers.map(({ number }) => number),
  };
}
