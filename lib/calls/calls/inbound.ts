import { type AgentForCalls, agentConfigDocument, selectAgentForCall } from "@/lib/agents/agents";
import { requireCallCost } from "@/lib/agents/cost-limits";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, subjectSealer } from "@/lib/platform/crypto";
import { db, json, violatedConstraint, writeUnaudited } from "@/lib/platform/db";
import type { CallContact } from "./call-contact";
import { CONNECT_TIMEOUT_MS, EXPIRY_MARGIN_MS } from "./connect-ticket";
import { callFieldRef, sealJson } from "./row";
import { scheduleTick } from "./session";
import { splitColumns } from "./split-columns";

/** A telephone call to a number of the workspace. It has no contact if the caller withholds their number. */
export type InboundCall = {
  id: string;
  agentId: string;
  agent: AgentForCalls;
  contact: CallContact | null;
  number: string;
};

/**
 * Stores a ringing call until its line connects; after a minute without a line it ends as `no_answer`.
 * Idempotent per ID, as carriers repeat notifications. `isRefused`: it is ended next and costs nothing; otherwise throws
 * `cost_limit_reached` if a limit leaves too little.
 */
export async function receiveCall(
  ctx: Ctx,
  call: InboundCall,
  { isRefused = false }: { isRefused?: boolean } = {},
): Promise<void> {
  const { id, agentId, contact, number } = call;
  const agent = selectAgentForCall(call.agent, { numberHash: contact?.hash ?? null, callId: id });
  const now = ctx.now();
  const due = plusMs(now, CONNECT_TIMEOUT_MS + EXPIRY_MARGIN_MS);
  const ownKey =
    contact === null || !agent.policy.transcript.enabled
      ? await createSubjectKey(ctx.workspaceId, id, now)
      : null;
  const sealer = ownKey?.sealer ?? (await subjectSealer(ctx.workspaceId, contact?.id ?? id));
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? json(agentConfigDocument.write(agent.config, agent.config)) : null,
    ...splitColumns(agent),
    contact_id: contact?.id ?? null,
    channel: "phone",
    direction: "inbound",
    status: "ringing",
    purpose: "informational",
    subject_id: ownKey === null ? (contact?.id ?? id) : id,
    from_number: contact === null ? null : sealer.seal(callFieldRef(id, "from_number"), contact.phone),
    to_number: sealer.seal(callFieldRef(id, "to_number"), number),
    contact_hash: contact?.hash ?? null,
    metadata: sealJson(sealer, id, "metadata", {}),
    initial_variables: sealJson(sealer, id, "initial_variables", {}),
    recording: json(agent.policy.recording.enabled ? {} : { state: "disabled" }),
    created_at: now,
  };
  const run = [
    ...(ownKey === null ? [] : [ownKey.insert]),
    db.insertInto("calls").values(row),
    scheduleTick(ctx.workspaceId, id, due),
    ...(isRefused ? [] : [requireCallCost(ctx, [id])]),
  ];
  await writeUnaudited(ctx, { run }).catch((error: unknown) => {
    if (violatedConstraint(error) === null) throw error;
  });
}
