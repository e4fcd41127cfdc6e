import type { Compilable } from "kysely";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type JsonText, json, prepared } from "@/lib/platform/db";
import { validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { auditView } from "./audit-view";
import { checkConfig } from "./check";
import { newConfig, newPolicy } from "./defaults";
import { digestOf } from "./digest";
import { mayDisclose } from "./permissions";
import { type AgentRow, toAgent } from "./read";
import type { Agent, AgentConfig, AgentPolicy, CreateAgent } from "./schema";
import { fromDefaults } from "./starting";

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

/** Makes a new agent of a row; `event` is that of its audit, and `before` runs ahead of it in the same batch. */
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
    draft: json(row.draft),
    policy: json(row.policy),
    sensitive_marks: json(row.sensitive_marks),
  });
  await mutate(ctx, { run: [...before, insert], audit });
  return toAgent(row);
}

/**
 * Makes an agent: a draft that starts from the workspace's defaults. Throws `validation_error` for what does not hold
 * together, `forbidden` where its disclosure is off and the maker is no admin.
 */
export async function createAgent(ctx: Ctx, input: CreateAgent): Promise<Agent> {
  const draft = newConfig(input);
  const problems = checkConfig(draft);
  if (problems.length > 0) throw validationError(problems);
  mayDisclose(ctx, true, draft.disclosure.enabled);
  return fromDefaults(ctx.workspaceId, (defaults, holds) => {
    const row = newRow(draft, newPolicy(input, defaults), ctx.now());
    return insertAgent(ctx, row, { action: "agent.created" }, [holds]);
  });
}
