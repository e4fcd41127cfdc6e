import { type AuditEvent, mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { db, type JsonText, json, prepared } from "@/lib/db";
import { validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { auditView } from "./audit-view";
import { checkConfig } from "./check";
import { newConfig, newPolicy } from "./defaults";
import { digestOf } from "./digest";
import { mayDisclose } from "./permissions";
import { type AgentRow, toAgent } from "./read";
import type { Agent, AgentConfig, AgentPolicy, CreateAgent } from "./schema";

/** The row of an agent that nobody has deployed yet. */
export function newRow(draft: AgentConfig, policy: AgentPolicy, now: string): AgentRow {
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
    created_at: now,
    updated_at: now,
    deployed_at: null,
  };
}

type Inserted = {
  [K in keyof AgentRow]: AgentRow[K] extends string | number | null ? AgentRow[K] : JsonText;
};
const insertRow = prepared((row: Inserted & { workspace_id: string }) => db.insertInto("agents").values(row));

/** Makes a new agent of a row; `event` is that of its audit. */
export async function insertAgent(
  ctx: Ctx,
  row: AgentRow,
  event: Omit<AuditEvent, "target" | "after">,
): Promise<Agent> {
  const target = row.id;
  const audit: AuditEvent[] = [{ ...event, target, after: auditView(row) }];
  if (!row.draft.disclosure.enabled) audit.push({ action: "agent.disclosure_disabled", target });
  const insert = insertRow({
    ...row,
    workspace_id: ctx.workspaceId,
    draft: json(row.draft),
    policy: json(row.policy),
    sensitive_marks: json(row.sensitive_marks),
  });
  await mutate(ctx, { run: [insert], audit });
  return toAgent(row);
}

const defaultsOf = prepared(({ id }: { id: string }) =>
  db.selectFrom("workspaces").select("defaults").where("id", "=", id),
);

/**
 * Makes an agent: a draft that starts from the workspace's defaults. Throws `validation_error` for what does not hold
 * together, `forbidden` where its disclosure is off and the maker is no admin.
 */
export async function createAgent(ctx: Ctx, input: CreateAgent): Promise<Agent> {
  const draft = newConfig(input);
  const problems = checkConfig(draft);
  if (problems.length > 0) throw validationError(problems);
  mayDisclose(ctx, true, draft.disclosure.enabled);
  const workspace = await ctx.db.one(defaultsOf({ id: ctx.workspaceId }));
  const row = newRow(draft, newPolicy(input, workspace?.defaults), ctx.now());
  return insertAgent(ctx, row, { action: "agent.created" });
}
