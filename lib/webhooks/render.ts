import { readAgent } from "@/lib/agents";
import { Agent } from "@/lib/agents/schema";
import { readCall } from "@/lib/calls";
import { Call, CallItem } from "@/lib/calls/schema";
import { readCampaign } from "@/lib/campaigns";
import { Campaign } from "@/lib/campaigns/schema";
import { readContact } from "@/lib/contacts";
import { Contact } from "@/lib/contacts/schema";
import type { Ctx, Environment } from "@/lib/context";
import { readDeletion } from "@/lib/erasure";
import { Deletion } from "@/lib/erasure/schema";
import { AppError } from "@/lib/errors";
import { readWebhook } from "./read";
import { type EventKind, Webhook } from "./schema";

/** An event's row: what happened to what. */
export type EventRow = {
  id: string;
  type: string;
  target: string;
  environment: string;
  created_at: string;
};

type Render = (ctx: Ctx, id: string) => Promise<object>;
const call: Render = async (ctx, id) => CallItem.parse(await whole(ctx, id));
const campaign: Render = async (ctx, id) => Campaign.parse(await readCampaign(ctx, id));
const contact: Render = async (ctx, id) => Contact.parse(await readContact(ctx, id));
const agent: Render = async (ctx, id) => Agent.parse(await readAgent(ctx, id));

/** A call that was not erased meanwhile. */
async function whole(ctx: Ctx, id: string): Promise<Call> {
  const found = await readCall(ctx, id);
  if (found.erased_at !== null) throw new AppError("not_found", "This call was erased.");
  return found;
}

/**
 * What each kind shows: the resource as the API shows it to a viewer, by the same verb, masks and allow-list. A call comes
 * with its transcript once it is settled.
 */
const KINDS: Record<EventKind, Render> = {
  "agent.created": agent,
  "agent.deployed": agent,
  "call.started": call,
  "call.ended": call,
  "call.settled": async (ctx, id) => Call.parse(await whole(ctx, id)),
  "call.blocked": call,
  "recording.ready": call,
  "recording.suppressed": call,
  "campaign.launched": campaign,
  "campaign.paused": campaign,
  "campaign.completed": campaign,
  "campaign.failed": campaign,
  "contact.opted_out": contact,
  "consent.changed": contact,
  "contact.data_deleted": async (ctx, id) => Deletion.parse(await readDeletion(ctx, id)),
  "webhook.test": async (ctx, id) => Webhook.parse(await readWebhook(ctx, id)),
};

const isKind = (type: string): type is EventKind => Object.hasOwn(KINDS, type);

/**
 * The body of an event as it is sent now: masked as of now, whenever the event was. Null where what it was about is
 * gone, so that nothing is sent of what was erased.
 */
export async function renderEvent(ctx: Ctx, event: EventRow): Promise<string | null> {
  if (!isKind(event.type)) return null;
  const environment = event.environment as Environment;
  try {
    const data = await KINDS[event.type]({ ...ctx, environment }, event.target);
    return JSON.stringify({
      id: event.id,
      type: event.type,
      timestamp: event.created_at,
      workspace_id: ctx.workspaceId,
      environment,
      api_version: "v1",
      data,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
