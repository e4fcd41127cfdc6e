import type { AgentForCall } from "@/lib/agents/agents";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { newSubject, subjectSealer } from "@/lib/platform/crypto";
import { db, json, record, violatedConstraint } from "@/lib/platform/db";
import { CONNECT_MS, EXPIRY_MARGIN_MS } from "./connect";
import type { CallContact } from "./contact";
import { placeOf, sealJson } from "./row";
import { watch } from "./session";

/** A telephone call to a number of the workspace's. Without a contact its caller withholds who they are. */
export type InboundCall = {
  id: string;
  agentId: string;
  agent: AgentForCall;
  contact: CallContact | null;
  number: string;
};

/**
 * Stores a call that rings, until its line comes; where none comes in a minute it is `no_answer`. The same id again
 * changes nothing, so that a carrier may tell of a call twice.
 */
export async function receiveCall(ctx: Ctx, call: InboundCall): Promise<void> {
  const { id, agentId, agent, contact, number } = call;
  const now = ctx.now();
  const due = plusMs(now, CONNECT_MS + EXPIRY_MARGIN_MS);
  const own =
    contact === null || !agent.policy.transcript.enabled ? await newSubject(ctx.workspaceId, id, now) : null;
  const sealer = own?.sealer ?? (await subjectSealer(ctx.workspaceId, contact?.id ?? id));
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? json(agent.config) : null,
    contact_id: contact?.id ?? null,
    channel: "phone",
    direction: "inbound",
    status: "ringing",
    purpose: "informational",
    subject_id: own === null ? (contact?.id ?? id) : id,
    from_number: contact === null ? null : sealer.seal(placeOf(id, "from_number"), contact.phone),
    to_number: sealer.seal(placeOf(id, "to_number"), number),
    contact_hash: contact?.hash ?? null,
    metadata: sealJson(sealer, id, "metadata", {}),
    initial_variables: sealJson(sealer, id, "initial_variables", {}),
    recording: json(agent.policy.recording.enabled ? {} : { state: "disabled" }),
    created_at: now,
  };
  const run = [
    ...(own === null ? [] : [own.insert]),
    db.insertInto("calls").values(row),
    watch(ctx.workspaceId, id, due),
  ];
  await record(ctx, { run }).catch((error: unknown) => {
    if (violatedConstraint(error) === null) throw error;
  });
}
