import { agentConfigDocument, sensitiveOfNewCall, sensitiveOfStoredCall } from "@/lib/agents/agents";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { parseValues } from "@/lib/calls/conversation";
import { maskFairly, maskJson } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { variablesFieldRef } from "./store-contacts";

type Agent = { draft: AgentConfig; config: AgentConfig | null; sensitive_marks: Record<string, string> };
type SeatRow = Agent & { campaign_id: string; variables: Buffer | null; created_at: string };

const MASKED = { masked: true } as const;

const seatsOf = (workspaceId: string, contactId: string, limit: number) =>
  db
    .selectFrom("campaign_contacts as cc")
    .innerJoin("campaigns as c", (on) =>
      on.onRef("c.workspace_id", "=", "cc.workspace_id").onRef("c.id", "=", "cc.campaign_id"),
    )
    .innerJoin("agents as a", (on) =>
      on.onRef("a.workspace_id", "=", "c.workspace_id").onRef("a.id", "=", "c.agent_id"),
    )
    .leftJoin("agent_versions as v", (on) =>
      on
        .onRef("v.workspace_id", "=", "a.workspace_id")
        .onRef("v.agent_id", "=", "a.id")
        .onRef("v.version", "=", "a.live_version"),
    )
    .select(["cc.campaign_id", "c.name", "c.purpose", "c.channel", "cc.status", "cc.attempts", "cc.outcome"])
    .select(["cc.last_call_id", "cc.created_at", "cc.variables", "a.draft", "a.sensitive_marks", "v.config"])
    .where("cc.workspace_id", "=", workspaceId)
    .where("cc.contact_id", "=", contactId)
    .orderBy("cc.created_at")
    .orderBy("cc.campaign_id")
    .limit(limit);

/**
 * Masks a contact's initial variables as a call's variables would be. Values that are sensitive now or were
 * marked since are masked, also within open values. A name that the agent no longer has is masked, as its
 * sensitivity is unknown.
 */
function shownVariables(
  row: SeatRow,
  storedValues: Record<string, unknown>,
  now: string,
): Record<string, unknown> {
  const config = row.config ?? row.draft;
  const definitions = [...config.variables, ...row.draft.variables];
  const sensitive = new Set([
    ...sensitiveOfNewCall(config, row.draft),
    ...sensitiveOfStoredCall([], row.sensitive_marks, row.created_at),
  ]);
  const knownNames = new Set(definitions.map(({ name }) => name));
  const values = parseValues(definitions, storedValues, new Date(now));
  return Object.fromEntries(
    Object.entries(storedValues).map(([name, value]) => {
      if (sensitive.has(name) || !knownNames.has(name)) return [name, MASKED];
      // In a list, as the variable's name would unmask its value.
      const [shown] = maskJson([value], values, sensitive, definitions) as unknown[];
      return [name, shown];
    }),
  );
}

function variablesOf(row: SeatRow, contactId: string, sealer: Sealer | undefined, now: string) {
  if (row.variables === null || sealer === undefined) return {};
  const text = sealer.openText(variablesFieldRef(row.campaign_id, contactId), row.variables);
  return shownVariables(row, JSON.parse(text) as Record<string, unknown>, now);
}

/** Lists the campaigns of a contact, with its state and its masked variables in each; at most `limit`. */
export async function campaignsOfContact(ctx: Ctx, contactId: string, limit: number) {
  const [rows, sealers] = await Promise.all([
    ctx.db.all(seatsOf(ctx.workspaceId, contactId, limit)),
    subjectSealers(ctx.workspaceId, [contactId]),
  ]);
  const now = ctx.now();
  const campaigns = rows.map(async ({ draft, config, sensitive_marks, variables, ...seat }) => {
    const agent = {
      draft: agentConfigDocument.read(draft),
      config: config === null ? null : agentConfigDocument.read(config),
    };
    const row = { ...seat, ...agent, sensitive_marks, variables } as SeatRow;
    const present = () => variablesOf(row, contactId, sealers.get(contactId), now);
    return { ...seat, variables: await maskFairly(ctx.workspaceId, present) };
  });
  return Promise.all(campaigns);
}
