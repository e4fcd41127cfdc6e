import { sql } from "kysely";
import type { AgentForCall } from "@/lib/agents/agents";
import { agentConfigDocument } from "@/lib/agents/agents";
import { requireCallCost } from "@/lib/agents/cost-limits";
import { initialState } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db, json, type Reader, type Tx, violatedConstraint, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { runOpeningTurn } from "./answer";
import type { CallContact } from "./call-contact";
import { contactValues } from "./contact-values";
import { ONE_THREAD_CONSTRAINT } from "./one-thread-constraint";
import { callFieldRef, sealJson, stateFieldRef } from "./row";
import { LEASE_MS, scheduleTick } from "./session";
import { splitColumns } from "./split-columns";
import { stateDocument } from "./stored-documents";

/** Identifies a contact's text conversation, by the agent or by the workspace number that it uses. */
export type ThreadKey = { contactId: string; agentId: string; number: string };

/** Id of the contact's newest running text conversation with the agent, preferring one over the number it wrote to. */
export async function findRunningThread(
  read: Pick<Reader, "first">,
  ctx: Pick<Ctx, "workspaceId" | "environment">,
  { contactId, agentId, number }: ThreadKey,
): Promise<string | null> {
  const row = await read.first(
    db
      .selectFrom("calls as k")
      .select("k.id")
      .where("k.workspace_id", "=", ctx.workspaceId)
      .where("k.environment", "=", ctx.environment)
      .where("k.contact_id", "=", contactId)
      .where("k.channel", "=", "sms")
      .where("k.status", "=", "in_progress")
      .orderBy(
        sql`exists (select from texts t where t.workspace_id = k.workspace_id and t.call_id = k.id and t.from_number = ${number})`,
        "desc",
      )
      .orderBy("k.created_at", "desc")
      .where((eb) =>
        eb.or([
          eb("k.agent_id", "=", agentId),
          sql<boolean>`exists (select from texts t where t.workspace_id = k.workspace_id and t.call_id = k.id and t.from_number = ${number})`,
        ]),
      )
      .limit(1),
  );
  return row?.id ?? null;
}

type NewThread = {
  id: string;
  agentId: string;
  agent: AgentForCall;
  contact: CallContact;
  /** The workspace's number that the contact wrote to. */
  number: string;
};

async function buildRows(
  ctx: Ctx,
  { id, agentId, agent, contact, number }: NewThread,
  sealer: Sealer,
  hasOwnKey: boolean,
) {
  const now = ctx.now();
  const initialValues = await contactValues(ctx, contact.id, agent.config);
  const call = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? json(agentConfigDocument.write(agent.config, agent.config)) : null,
    ...splitColumns(agent),
    contact_id: contact.id,
    channel: "sms",
    direction: "inbound",
    status: "in_progress",
    purpose: "informational",
    subject_id: hasOwnKey ? id : contact.id,
    from_number: sealer.seal(callFieldRef(id, "from_number"), contact.phone),
    to_number: sealer.seal(callFieldRef(id, "to_number"), number),
    contact_hash: contact.hash,
    metadata: sealJson(sealer, id, "metadata", {}),
    initial_variables: sealJson(sealer, id, "initial_variables", initialValues),
    recording: json({ state: "disabled" }),
    created_at: now,
    started_at: now,
    answered_at: now,
  };
  const session = {
    workspace_id: ctx.workspaceId,
    call_id: id,
    state: sealer.seal(stateFieldRef(id), JSON.stringify(stateDocument.write(initialState(initialValues)))),
    due_at: plusMs(now, LEASE_MS),
  };
  return { call, session };
}

/**
 * Resolves a unique violation to the running conversation that caused it. Null if the same conversation was started
 * before and has ended. Rethrows any other error. Throws `unavailable` if the other conversation has just ended.
 */
async function resolveConflict(ctx: Ctx, thread: NewThread, error: unknown): Promise<string | null> {
  const constraint = violatedConstraint(error);
  if (constraint === null) throw error;
  const running = await findRunningThread(ctx.db, ctx, { contactId: thread.contact.id, ...thread });
  if (running === null && constraint === ONE_THREAD_CONSTRAINT)
    throw new AppError("other_conversation_ended");
  return running;
}

/**
 * Starts a text conversation with a contact who wrote, and lets the agent introduce itself. The caller then sends the
 * contact's text as a message. If a conversation is already running, returns its id: of two simultaneous texts, or of a
 * text and an outbound conversation, only one starts a conversation. Null if this conversation was started before and
 * has ended, so that the text was never read. Throws `cost_limit_reached` if a limit leaves too little.
 */
export async function beginThread(ctx: Ctx, thread: NewThread): Promise<string | null> {
  const { id, agent, contact } = thread;
  const hasOwnKey = agent.policy.transcript.enabled
    ? null
    : await createSubjectKey(ctx.workspaceId, id, ctx.now());
  const sealer = hasOwnKey?.sealer ?? (await subjectSealer(ctx.workspaceId, contact.id));
  const { call, session } = await buildRows(ctx, thread, sealer, hasOwnKey !== null);
  const insertThread = async (tx: Tx): Promise<string> => {
    // Simultaneous texts are serialized here, so the second one finds the first one's conversation.
    await tx.first(
      db
        .selectFrom("contacts")
        .select("id")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", contact.id)
        .forNoKeyUpdate(),
    );
    const running = await findRunningThread(tx, ctx, { contactId: contact.id, ...thread });
    if (running !== null) return running;
    await tx.batch(
      ...(hasOwnKey === null ? [] : [hasOwnKey.insert]),
      db.insertInto("calls").values(call),
      db.insertInto("call_sessions").values(session),
      scheduleTick(ctx.workspaceId, id, session.due_at),
      requireCallCost(ctx, [id]),
    );
    return id;
  };
  const threadId = await writeUnaudited(ctx, insertThread).catch((error: unknown) =>
    resolveConflict(ctx, thread, error),
  );
  if (threadId === id) await runOpeningTurn(ctx, id);
  return threadId;
}
