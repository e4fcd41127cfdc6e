import {
  blockCall,
  type CallContact,
  checkCall,
  createCall,
  findOrCreateContact,
  type OutboundCall,
  readCall,
  unknownContactError,
} from "@/lib/calls/calls";
import type { Call, CreateCall } from "@/lib/calls/calls/schema";
import { contactFieldRef, findContact, NUMBER_PROBLEMS, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError, bodyError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { decisionReason } from "@/lib/platform/reasons/decisions";
import { attemptStatements, contactChannel } from "./attempt-statements";
import type { CarrierFor } from "./carrier";
import { decideForContact, reasonsOf } from "./policy-decision";

/** Finds a contact of this environment by its ID, with its number. Throws a 400 if there is none. */
async function contactById(ctx: Ctx, id: string): Promise<CallContact> {
  try {
    const { hash } = await findContact(ctx, id);
    const row = await ctx.db.first(
      db
        .selectFrom("contacts")
        .select("number")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (row === undefined) throw notFound();
    const sealer = await subjectSealer(ctx.workspaceId, id);
    return { id, hash, phone: sealer.openText(contactFieldRef(id, "number"), row.number) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") throw unknownContactError();
    throw error;
  }
}

/**
 * Finds the contact of a call, or creates it from the number. Returns null if the request names no contact,
 * or if a chat or browser call names an invalid number.
 */
async function resolveContact(
  ctx: Ctx,
  { channel, contact_id: id, to }: CreateCall,
): Promise<CallContact | null> {
  if (id !== undefined) {
    const contact = await contactById(ctx, id);
    if (to === undefined || to === contact.phone) return contact;
    throw bodyError("/to", "other_number");
  }
  if (to === undefined) return null;
  const parsed = parseNumber(to);
  if (parsed.ok) return findOrCreateContact(ctx, parsed.number);
  if (channel === "chat" || channel === "web") return null;
  throw bodyError("/to", NUMBER_PROBLEMS[parsed.code]);
}

/** Queues the call of one attempt under a key. Returns false if the contact is busy or the key is taken. */
export async function queueAttempt(
  ctx: Ctx,
  key: string,
  call: OutboundCall,
  decision: Parameters<typeof reasonsOf>[0],
) {
  const planned = { ...call, key, callId: call.id, number: 1, decision, placeAt: ctx.now() };
  const statements = await attemptStatements(ctx, [planned]);
  const [made = []] = await writeUnaudited(ctx, { run: [...statements] });
  return (made as unknown[]).length > 0;
}

/** An ID of the call makes it idempotent: a second call with the same ID is not placed. */
type StartCallOptions = { id?: string };

async function startOutboundCall(
  ctx: Ctx,
  input: CreateCall,
  channel: "phone" | "sms",
  carrierFor: CarrierFor,
  options: StartCallOptions,
): Promise<Call> {
  const id = options.id ?? newId("call", Date.parse(ctx.now()));
  const { agent, initialValues } = await checkCall(ctx, input, id);
  if (input.draft && ctx.environment === "live") throw bodyError("/draft", "draft_call_needs_test_key");
  const contact = await resolveContact(ctx, input);
  if (contact === null) throw bodyError("/to", "number_missing");
  const sealer = await subjectSealer(ctx.workspaceId, contact.id);
  const call: OutboundCall = {
    id,
    agentId: input.agent_id,
    agent,
    campaignId: null,
    contact: { ...contact, sealer },
    channel,
    purpose: input.purpose,
    variables: initialValues,
    metadata: input.metadata,
    suppressRecording: input.suppress_recording,
  };
  const reach = contactChannel(channel);
  const carrier = carrierFor(ctx.environment);
  const carrierAvailable = await carrier.ready(ctx, reach);
  const request = {
    contactId: contact.id,
    channel: reach,
    purpose: input.purpose,
    isAgentLive: true,
    isCarrierAvailable: carrierAvailable,
  };
  const decision = await decideForContact(ctx, request);
  const isCall = decision.verdict === "allow" && reach === "call";
  const limitedUntil = isCall ? await carrier.findLimit?.(ctx, { to: contact.phone, trunkIds: null }) : null;
  if (limitedUntil) throw new AppError("trunk_limit_reached", { params: { until: limitedUntil } });
  if (decision.verdict !== "allow") await blockCall(ctx, call, reasonsOf(decision));
  else if (!(await queueAttempt(ctx, `call/${id}/1`, call, decision)))
    await blockCall(ctx, call, [decisionReason("contact_busy")]);
  return readCall(ctx, id);
}

/**
 * Starts a call. In a `chat` the agent speaks at once. On `phone` and `sms` it finds or creates the contact,
 * and the call is `queued`, or `blocked` with the reasons: a single call does not wait for a hold to end. A
 * `web` call waits for its browser. Throws the errors of `checkCall`, a 400 for a missing or invalid
 * number, and `rate_limited` if a limit of the SIP trunk forbids the call.
 */
export async function startCall(
  ctx: Ctx,
  input: CreateCall,
  carrierFor: CarrierFor,
  options: StartCallOptions = {},
): Promise<Call> {
  if (input.channel === "phone" || input.channel === "sms")
    return startOutboundCall(ctx, input, input.channel, carrierFor, options);
  const id = options.id ?? newId("call", Date.parse(ctx.now()));
  const checked = await checkCall(ctx, input, id);
  const contact = await resolveContact(ctx, input);
  return createCall(ctx, input, { checked, id, ...(contact !== null && { contact }) });
}
