import { agentForCall } from "@/lib/agents/agents";
import { requireTerms } from "@/lib/agents/integrations";
import { ownNumber } from "@/lib/agents/phone-numbers";
import { beginThread, endCall, runningThread, sendMessage, textPlace } from "@/lib/calls/calls";
import { suppressionsOf } from "@/lib/contacts/consent";
import { contactPlace } from "@/lib/contacts/contacts";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { seriesId } from "@/lib/platform/ids";
import { takeJob } from "./receive";
import { findText, moveText, type TextRow } from "./row";

/** Until a text is looked at again whose agent is speaking still, or which has another before it. */
const AGAIN_MS = 2_000;
/** Why a text has no conversation: no live agent answers on the number; or its own was over before it was heard. */
const NOBODY = "agent_not_live";
const UNHEARD = "unheard";
/** Why a text is not answered any more that nobody took for so long: what would be said to it were no reply. */
const EXPIRED = "expired";
/** Source: product.md, "Contacts, consent, suppression". */
const REPLY_MS = 24 * 3_600_000;
/** A text before this one that has waited for longer is not waited for: its job has failed. */
const WAITED_MS = 2 * 60_000;

type Work = { ctx: Ctx; row: TextRow; sealer: Sealer };

const again = (ctx: Ctx, id: string) => record(ctx, { run: [takeJob(ctx, id, plusMs(ctx.now(), AGAIN_MS))] });

/** The statement that says that a text was taken, to which call, or why to none. Its words are in the call then. */
const taken = (ctx: Ctx, id: string, to: { call_id?: string; error_code?: string }) =>
  moveText(ctx, id).set({ body: null, ...to });

/** Ends every conversation by text of a contact that is to be left alone. */
async function leaveAlone(ctx: Ctx, { id, contact_id: contactId }: TextRow): Promise<void> {
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
  await record(ctx, { run: [taken(ctx, id, {})] });
}

/** Whether a text of the same contact came before and was not taken yet. */
async function mustWait(ctx: Ctx, { id, contact_id: contactId, created_at: at }: TextRow): Promise<boolean> {
  const found = await ctx.db.one(
    db
      .selectFrom("texts")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("contact_id", "=", contactId)
      .where("direction", "=", "inbound")
      .where("body", "is not", null)
      .where("id", "<", id)
      .where("created_at", ">", plusMs(at, -WAITED_MS))
      .limit(1),
  );
  return found !== undefined;
}

/** The agent that answers on the number, if it is live, writes, and no terms of the workspace stand against it. */
async function answering(ctx: Ctx, number: string) {
  const agentId = (await ownNumber(ctx, number))?.agent_id ?? null;
  if (agentId === null) return null;
  try {
    const agent = await agentForCall(ctx, agentId, { draft: false });
    if (agent.config.type !== "messaging") return null;
    await requireTerms(ctx, agent.config, { environment: ctx.environment, spoken: false });
    return { agentId, agent };
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

/** The conversation that a text belongs to, begun where none goes on; or why it belongs to none. */
async function threadFor({ ctx, row, sealer }: Work): Promise<{ call_id: string } | { error_code: string }> {
  const { id, contact_id: contactId, from_number: number } = row;
  if (number === null) return { error_code: NOBODY };
  const agentId = (await ownNumber(ctx, number))?.agent_id ?? "";
  const running = await runningThread(ctx.db, ctx, { contactId, agentId, number });
  if (running !== null) return { call_id: running };
  const live = await answering(ctx, number);
  if (live === null) return { error_code: NOBODY };
  const phone = sealer.openText(contactPlace(contactId, "number"), row.number);
  const contact = { id: contactId, hash: row.number_hash, phone };
  // The call's id follows from the text's, so that a text begins one conversation at most.
  const begun = await beginThread(ctx, { id: seriesId("call", id, 0), number, contact, ...live });
  return begun === null ? { error_code: UNHEARD } : { call_id: begun };
}

async function say(work: Work, callId: string, text: string): Promise<void> {
  const { ctx, row } = work;
  try {
    await sendMessage(ctx, callId, { text }, [taken(ctx, row.id, { call_id: callId })]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The agent speaks still, or the conversation has ended at this moment: then another begins.
    if (error.code !== "in_progress" && error.code !== "invalid_state") throw error;
    await again(ctx, row.id);
  }
}

/**
 * Takes a text that came in to its conversation: the running one of its writer with the number's agent, else a new one,
 * in which the agent says first that it is a machine. It needs no consent, as the writer began it. Texts of one writer
 * are taken in their order. Safe to repeat: its words go into the call in one transaction with the note that they did.
 */
export async function takeText(base: Ctx, textId: string): Promise<void> {
  const found = await findText(base, textId);
  if (found === undefined || found.row.direction !== "inbound") return;
  const { ctx, row } = found;
  const suppressed = await suppressionsOf(ctx.db, ctx, [row.number_hash], ctx.now());
  if (suppressed.get(row.number_hash.toString("hex"))?.channels.includes("text")) return leaveAlone(ctx, row);
  if (row.body === null) return;
  if (Date.parse(ctx.now()) - Date.parse(row.created_at) > REPLY_MS)
    return void (await record(ctx, { run: [taken(ctx, row.id, { error_code: EXPIRED })] }));
  if (await mustWait(ctx, row)) return void (await again(ctx, row.id));
  const sealer = (await subjectSealers(ctx.workspaceId, [row.contact_id])).get(row.contact_id);
  if (sealer === undefined) return;
  const thread = await threadFor({ ctx, row, sealer });
  if ("error_code" in thread) return void (await record(ctx, { run: [taken(ctx, row.id, thread)] }));
  await say({ ctx, row, sealer }, thread.call_id, sealer.openText(textPlace(row.id), row.body));
}
