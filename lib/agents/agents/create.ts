import type { Compilable } from "kysely";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { compileOnce, db, type JsonText, json } from "@/lib/platform/db";
import { validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { auditView } from "./audit-view";
import { checkConfig } from "./check";
import { buildConfig, buildPolicy } from "./defaults";
import { digestOf } from "./digest";
import { requireDisclosurePermission } from "./permissions";
import { type AgentRow, toAgent } from "./read";
import type { Agent, AgentConfig, AgentPolicy, CreateAgent } from "./schema";
import { agentConfigDocument, agentPolicyDocument } from "./stored-documents";
import { transferTargetProblems } from "./transfer-target-check";
import { writeFromDefaults } from "./workspace-defaults";

/** Row of an agent without a deployed version. */
export function buildAgentRow(draft: AgentConfig, policy: AgentPolicy, now: string): AgentRow {
  return {
    id: newId("agt", Date.parse(now)),
    name: draft.name,
    status: "draft",
    draft,
    draft_digest: digestOf(draft),
    policy,
    sensitive_marks: {},
    live_version: null,
    live_digest: null,
    split_id: null,
    candidate_version: null,
    candidate_percent: null,
    revision: newRevision(),
    created_at: now,
    updated_at: now,
    deployed_at: null,
  };
}

type Inserted = {
  [K in keyof AgentRow]: AgentRow[K] extends string | number | null ? AgentRow[K] : JsonText;
};
const insertRow = compileOnce((row: Inserted & { workspace_id: string }) =>
  db.insertInto("agents").values(row),
);

/** Inserts an agent with its audit event `event`. `before` runs first, in the same batch. */
export async function insertAgent(
  ctx: Ctx,
  row: AgentRow,
  event: Omit<AuditEvent, "target" | "after">,
  before: readonly Compilable<unknown>[] = [],
): Promise<Agent> {
  const target = row.id;
  const audit: AuditEvent[] = [{ ...event, target, after: auditView(row) }];
  if (!row.draft.disclosure.enabled) audit.push({ action: "agent.disclosure_disabled", target });
  const insert = insertRow({
    ...row,
    workspace_id: ctx.workspaceId,
    draft: json(agentConfigDocument.write(row.draft)),
    policy: json(agentPolicyDocument.write(row.policy)),
    sensitive_marks: json(row.sensitive_marks),
  });
  await writeAudited(ctx, { run: [...before, insert], audit });
  return toAgent(row);
}

/**
 * Creates an agent as a draft, starting from the workspace's defaults. Throws `validation_error` for an
 * inconsistent configuration, and `forbidden` if the disclosure is off and the actor is no admin.
 */
export async function createAgent(ctx: Ctx, input: CreateAgent): Promise<Agent> {
  const draft = buildConfig(input);
  const problems = [
    ...checkConfig(draft),
    ...(await transferTargetProblems(ctx.db, ctx.workspaceId, draft, null)),
  ];
  if (problems.length > 0) throw validationError(problems);
  requireDisclosurePermission(ctx, true, draft.disclosure.enabled);
  return writeFromDefaults(ctx.workspaceId, (defaults, precondition) => {
    const row = buildAgentRow(draft, buildPolicy(input, defaults), ctx.now());
    return insertAgent(ctx, row, { action: "agent.created" }, [precondition]);
  });
}
