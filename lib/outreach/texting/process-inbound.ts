import { readAgentForCall, type SplitCaller } from "@/lib/agents/agents";
import { requireProviderPolicies } from "@/lib/agents/integrations";
import { findOwnNumber } from "@/lib/agents/phone-numbers";
import { beginThread, endCall, findRunningThread, sendMessage, textFieldRef } from "@/lib/calls/calls";
import { readSuppressions } from "@/lib/contacts/consent";
import { contactFieldRef } from "@/lib/contacts/contacts";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { seriesId } from "@/lib/platform/ids";
import { processTextJob } from "./receive-text";
import { findText, type TextRow, updateText } from "./text-row";

/** Delay until a text is processed again while the agent is still speaking or an earlier text waits. */
const RETRY_MS = 2_000;
/**
 * Why a text has no conversation: no live agent answers on the number, or its conversation ended before the
 * text was processed.
 */
const NO_LIVE_AGENT = "agent_not_live";
const UNHEARD = "unheard";
/** A cost limit leaves too little for a conversation. */
const COST_LIMIT = "cost_limit_reached";
/** The text is too old: an answer would not be a reply. */
const EXPIRED = "expired";
/** Source: product.md, "Contacts, consent, suppression". */
const REPLY_WINDOW_MS = 24 * 3_600_000;
/** An earlier text that waits longer than this is ignored: its job has failed. */
const MAX_WAIT_MS = 2 * 60_000;

type InboundWork = { ctx: Ctx; row: TextRow; sealer: Sealer };

const retryLater = (ctx: Ctx, id: string) =>
  writeUnaudited(ctx, { run: [processTextJob(ctx, id, plusMs(ctx.now(), RETRY_MS))] });

/** Marks a text as processed, with its call or the reason why it has none. The call holds its words then. */
const markProcessed = (ctx: Ctx, id: string, to: { call_id?: string; error_code?: string }) =>
  updateText(ctx, id).set({ body: null, ...to });

/** Ends every conversation by text of a suppressed contact. */
async function endSuppressedThreads(ctx: Ctx, { id, contact_id: contactId }: TextRow): Promise<void> {
  const threads = await ctx.db.all(
    db
      .selectFrom("calls")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("contact_id", "=", contactId)
      .where("channel", "=", "sms")
      .where("status", "=", "in_progress"),
  );
  for (const thread of threads) await endCall(ctx, thread.id, "opted_out");
  await writeUnaudited(ctx, { run: [markProcessed(ctx, id, {})] });
}

/** Whether an earlier text of the same contact is not processed yet. */
async function mustWait(ctx: Ctx, { id, contact_id: contactId, created_at: at }: TextRow): Promise<boolean> {
  const row = await ctx.db.first(
    db
      .selectFrom("texts")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("contact_id", "=", contactId)
      .where("direction", "=", "inbound")
      .where("body", "is not", null)
      .where("id", "<", id)
      .where("created_at", ">", plusMs(at, -MAX_WAIT_MS))
      .limit(1),
  );
  return row !== undefined;
}

/**
 * Returns the number's agent if it is live, a messaging agent, and the workspace's provider policy allows it.
 */
async function liveMessagingAgent(ctx: Ctx, number: string, caller: SplitCaller) {
  const agentId = (await findOwnNumber(ctx, number))?.agent_id ?? null;
  if (agentId === null) return null;
  try {
    const agent = await readAgentForCall(ctx, agentId, { draft: false, caller });
    if (agent.config.type !== "messaging") return null;
    await requireProviderPolicies(ctx, agent.config, { environment: ctx.environment, usesVoice: false });
    return { agentId, agent };
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

/** Finds the conversation of a text, or starts one. Returns the reason if the text gets none. */
async function findOrBeginThread({
  ctx,
  row,
  sealer,
}: InboundWork): Promise<{ call_id: string } | { error_code: string }> {
  const { id, contact_id: contactId, from_number: number } = row;
  if (number === null) return { error_code: NO_LIVE_AGENT };
  const agentId = (await findOwnNumber(ctx, number))?.agent_id ?? "";
  const runningCallId = await findRunningThread(ctx.db, ctx, { contactId, agentId, number });
  if (runningCallId !== null) return { call_id: runningCallId };
  // The call's ID is derived from the text's, so that a text starts at most one conversation.
  const callId = seriesId("call", id, 0);
  const live = await liveMessagingAgent(ctx, number, { numberHash: row.number_hash, callId });
  if (live === null) return { error_code: NO_LIVE_AGENT };
  const phone = sealer.openText(contactFieldRef(contactId, "number"), row.number);
  const contact = { id: contactId, hash: row.number_hash, phone };
  // The call's ID is derived from the text's, so that a text starts at most one conversation.
  const thread = { id: callId, number, contact, ...live };
  const startedCallId = await beginThread(ctx, thread).catch((error: unknown) => {
    if (error instanceof AppError && error.reason === COST_LIMIT) return COST_LIMIT;
    throw error;
  });
  if (startedCallId === COST_LIMIT) return { error_code: COST_LIMIT };
  return startedCallId === null ? { error_code: UNHEARD } : { call_id: startedCallId };
}

async function addToThread(work: InboundWork, callId: string, text: string): Promise<void> {
  const { ctx, row } = work;
  try {
    await sendMessage(ctx, callId, { text }, [markProcessed(ctx, row.id, { call_id: callId })]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The agent is still speaking, or the conversation has just ended; then the text starts another.
    if (error.code !== "in_progress" && error.code !== "invalid_state") throw error;
    await retryLater(ctx, row.id);
  }
}

/**
 * Delivers an inbound text to the sender's running conversation with the number's agent. Without one it
 * starts a conversation, in which the agent first discloses that it is a machine. It needs no consent, as the
 * sender wrote first. Texts of one sender are processed in order. Safe to repeat: the text is added to the
 * call and marked as processed in one transaction.
 */
export async function processInboundText(base: Ctx, textId: string): Promise<void> {
  const text = await findText(base, textId);
  if (text === undefined || text.row.direction !== "inbound") return;
  const { ctx, row } = text;
  const suppressed = await readSuppressions(ctx.db, ctx, [row.number_hash], ctx.now());
  if (suppressed.get(row.number_hash.toString("hex"))?.channels.includes("text"))
    return endSuppressedThreads(ctx, row);
  if (row.body === null) return;
  if (Date.parse(ctx.now()) - Date.parse(row.created_at) > REPLY_WINDOW_MS)
    return void (await writeUnaudited(ctx, { run: [markProcessed(ctx, row.id, { error_code: EXPIRED })] }));
  if (await mustWait(ctx, row)) return void (await retryLater(ctx, row.id));
  const sealer = (await subjectSealers(ctx.workspaceId, [row.contact_id])).get(row.contact_id);
  if (sealer === undefined) return;
  const thread = await findOrBeginThread({ ctx, row, sealer });
  if ("error_code" in thread)
    return void (await writeUnaudited(ctx, { run: [markProcessed(ctx, row.id, thread)] }));
  await addToThread({ ctx, row, sealer }, thread.call_id, sealer.openText(textFieldRef(row.id), row.body));
}
