import {
  blockCall,
  type CallContact,
  checkCall,
  contactOfNumber,
  createCall,
  type OutboundCall,
  readCall,
  unknownContact,
} from "@/lib/calls/calls";
import type { Call, CreateCall } from "@/lib/calls/calls/schema";
import { contactPlace, findContact, NUMBER_PROBLEMS, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { AppError, notFound, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { attemptStatements, contactChannel } from "./attempts";
import type { CarrierFor } from "./carrier";
import { judgeNow, reasonsOf } from "./judge";

const wrong = (pointer: string, code: string, message: string): AppError =>
  validationError([{ in: "body", pointer, code, message }]);

/** A contact of this environment by its id, with its number. Throws a 400 where there is none. */
async function contactOfId(ctx: Ctx, id: string): Promise<CallContact> {
  try {
    const { hash } = await findContact(ctx, id);
    const row = await ctx.db.one(
      db
        .selectFrom("contacts")
        .select("number")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (row === undefined) throw notFound();
    const sealer = await subjectSealer(ctx.workspaceId, id);
    return { id, hash, phone: sealer.openText(contactPlace(id, "number"), row.number) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") throw unknownContact();
    throw error;
  }
}

/** Whom a call is with: found, or made from the number. Null where nobody is named, or nobody is dialled by a number that is none. */
async function contactFor(
  ctx: Ctx,
  { channel, contact_id: id, to }: CreateCall,
): Promise<CallContact | null> {
  if (id !== undefined) {
    const contact = await contactOfId(ctx, id);
    if (to === undefined || to === contact.phone) return contact;
    throw wrong("/to", "other_number", "This is not the contact's number. Leave it out.");
  }
  if (to === undefined) return null;
  const parsed = parseNumber(to);
  if (parsed.ok) return contactOfNumber(ctx, parsed.number);
  if (channel === "chat" || channel === "web") return null;
  throw wrong("/to", parsed.code, NUMBER_PROBLEMS[parsed.code]);
}

const inProgress = [
  { code: "call_in_progress", message: "Another attempt to reach this contact is under way." },
];

/** Queues the call of one attempt under a key; false where the contact is busy or the key is taken. */
export async function attempt(
  ctx: Ctx,
  key: string,
  call: OutboundCall,
  decision: Parameters<typeof reasonsOf>[0],
) {
  const planned = { ...call, key, callId: call.id, number: 1, decision, placeAt: ctx.now() };
  const statements = await attemptStatements(ctx, [planned]);
  const [made = []] = await record(ctx, { run: [...statements] });
  return (made as unknown[]).length > 0;
}

async function dial(
  ctx: Ctx,
  input: CreateCall,
  channel: "phone" | "sms",
  carrierFor: CarrierFor,
): Promise<Call> {
  const { agent, known } = await checkCall(ctx, input);
  if (input.draft && ctx.environment === "live")
    throw wrong(
      "/draft",
      "not_allowed",
      "Rehearse a draft on a telephone with a key of the test environment.",
    );
  const contact = await contactFor(ctx, input);
  if (contact === null) throw wrong("/to", "required", "Give the number in `to`, or a contact_id.");
  const sealer = await subjectSealer(ctx.workspaceId, contact.id);
  const id = newId("call", Date.parse(ctx.now()));
  const call: OutboundCall = {
    id,
    agentId: input.agent_id,
    agent,
    campaignId: null,
    contact: { ...contact, sealer },
    channel,
    purpose: input.purpose,
    variables: known,
    metadata: input.metadata,
    suppressRecording: input.suppress_recording,
  };
  const reach = contactChannel(channel);
  const carrierAvailable = await carrierFor(ctx.environment).ready(ctx, reach);
  const asked = {
    contactId: contact.id,
    channel: reach,
    purpose: input.purpose,
    agentLive: true,
    carrierAvailable,
  };
  const decision = await judgeNow(ctx, asked);
  if (decision.verdict !== "allow") await blockCall(ctx, call, reasonsOf(decision));
  else if (!(await attempt(ctx, `call/${id}/1`, call, decision))) await blockCall(ctx, call, inProgress);
  return readCall(ctx, id);
}

/**
 * Starts a call. In a `chat` the agent speaks at once. On `phone` and `sms` somebody is to be reached, who is found or
 * made as a contact: the call is `queued`, or `blocked` with the reasons, as it cannot wait for what holds it. A
 * `web` call waits for its browser. Throws what `checkCall` throws, and 400 without a number or for one that is none.
 */
export async function startCall(ctx: Ctx, input: CreateCall, carrierFor: CarrierFor): Promise<Call> {
  if (input.channel === "phone" || input.channel === "sms")
    return dial(ctx, input, input.channel, carrierFor);
  const checked = await checkCall(ctx, input);
  const contact = await contactFor(ctx, input);
  return createCall(ctx, input, { checked, ...(contact !== null && { contact }) });
}
