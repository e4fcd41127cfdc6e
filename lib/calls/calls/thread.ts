import { sql } from "kysely";
import type { AgentForCall } from "@/lib/agents/agents";
import { initialState } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { newSubject, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db, json, type Reader, record, type Tx, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { openAgent } from "./answer";
import type { CallContact } from "./contact";
import { contactValues } from "./contact-values";
import { ONE_THREAD } from "./one-thread";
import { placeOf, sealJson, statePlace } from "./row";
import { LEASE_MS, watch } from "./session";

/** Whose conversation by text: the contact's, with this agent or over this number of the workspace's. */
export type ThreadOf = { contactId: string; agentId: string; number: string };

/** The newest conversation by text that a contact has with an agent now, or over the number that it wrote to. */
export async function runningThread(
  read: Pick<Reader, "one">,
  ctx: Pick<Ctx, "workspaceId" | "environment">,
  { contactId, agentId, number }: ThreadOf,
): Promise<string | null> {
  const row = await read.one(
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

type Thread = {
  id: string;
  agentId: string;
  agent: AgentForCall;
  contact: CallContact;
  /** The workspace's own, which the contact wrote to. */
  number: string;
};

async function rowsOf(
  ctx: Ctx,
  { id, agentId, agent, contact, number }: Thread,
  sealer: Sealer,
  own: boolean,
) {
  const now = ctx.now();
  const known = await contactValues(ctx, contact.id, agent.config);
  const call = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? json(agent.config) : null,
    contact_id: contact.id,
    channel: "sms",
    direction: "inbound",
    status: "in_progress",
    purpose: "informational",
    subject_id: own ? id : contact.id,
    from_number: sealer.seal(placeOf(id, "from_number"), contact.phone),
    to_number: sealer.seal(placeOf(id, "to_number"), number),
    contact_hash: contact.hash,
    metadata: sealJson(sealer, id, "metadata", {}),
    initial_variables: sealJson(sealer, id, "initial_variables", known),
    recording: json({ state: "disabled" }),
    created_at: now,
    started_at: now,
    answered_at: now,
  };
  const session = {
    workspace_id: ctx.workspaceId,
    call_id: id,
    state: sealer.seal(statePlace(id), JSON.stringify(initialState(known))),
    due_at: plusMs(now, LEASE_MS),
  };
  return { call, session };
}

/**
 * The conversation that a new one has met: the agent's, which wrote first. Null where what was met is the same one, begun
 * before and over. Throws what is no such meeting, and `unavailable` where the other ended at this moment.
 */
async function metThread(ctx: Ctx, thread: Thread, error: unknown): Promise<string | null> {
  const constraint = violatedConstraint(error);
  if (constraint === null) throw error;
  const running = await runningThread(ctx.db, ctx, { contactId: thread.contact.id, ...thread });
  if (running === null && constraint === ONE_THREAD)
    throw new AppError("unavailable", "Another conversation ended at this moment. Try again.");
  return running;
}

/**
 * Begins a conversation by text with somebody who wrote, and lets the agent say who it is; what they wrote follows as
 * a message. Where one goes on already, that one is answered: of two texts at once, and of a text and an agent that
 * writes first, only one begins a conversation. Null where it began and ended before: what they wrote was never heard.
 */
export async function beginThread(ctx: Ctx, thread: Thread): Promise<string | null> {
  const { id, agent, contact } = thread;
  const own = agent.policy.transcript.enabled ? null : await newSubject(ctx.workspaceId, id, ctx.now());
  const sealer = own?.sealer ?? (await subjectSealer(ctx.workspaceId, contact.id));
  const { call, session } = await rowsOf(ctx, thread, sealer, own !== null);
  const begin = async (tx: Tx): Promise<string> => {
    // Two texts at once wait for each other here, and the second finds the first's conversation.
    await tx.one(
      db
        .selectFrom("contacts")
        .select("id")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", contact.id)
        .forUpdate(),
    );
    const running = await runningThread(tx, ctx, { contactId: contact.id, ...thread });
    if (running !== null) return running;
    await tx.batch(
      ...(own === null ? [] : [own.insert]),
      db.insertInto("calls").values(call),
      db.insertInto("call_sessions").values(session),
      watch(ctx.workspaceId, id, session.due_at),
    );
    return id;
  };
  const begun = await record(ctx, begin).catch((error: unknown) => metThread(ctx, thread, error));
  if (begun === id) await openAgent(ctx, id);
  return begun;
}
