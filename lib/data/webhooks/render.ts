import { readAgent } from "@/lib/agents/agents";
import { readCallItems, readCalls } from "@/lib/calls/calls";
import type { CallItem } from "@/lib/calls/calls/schema";
import { readContact } from "@/lib/contacts/contacts";
import { readDeletion } from "@/lib/data/erasure";
import { readCampaign } from "@/lib/outreach/campaigns";
import type { Ctx, Environment } from "@/lib/platform/context";
import { AppError, notFound } from "@/lib/platform/errors";
import { readWebhook } from "./read";
import { RESOURCE_SCHEMAS } from "./resource-schemas";
import { type EventResource, isEventKind, WEBHOOK_EVENTS } from "./values";

/** An event's row: its kind and resource. */
export type EventRow = {
  id: string;
  type: string;
  target: string;
  environment: string;
  created_at: string;
};

/** Calls of events: those shown with transcripts, and those without. */
type CallsOfEvents = {
  wholes: Awaited<ReturnType<typeof readCalls>>;
  items: Awaited<ReturnType<typeof readCallItems>>;
};
const NONE: CallsOfEvents = { wholes: new Map(), items: new Map() };
type Render = (ctx: Ctx, id: string, calls: CallsOfEvents) => Promise<object>;

/** Returns an existing call that was not erased meanwhile; throws otherwise. */
function requireCall<C extends CallItem>(call: C | undefined): C {
  if (call === undefined || call.erased_at !== null) throw notFound();
  return call;
}

/**
 * The payload of each resource: as the API shows it to a viewer, by the same function, masks and allow list. A settled
 * call includes its transcript.
 */
const RENDERERS: Record<EventResource, Render> = {
  agent: async (ctx, id) => RESOURCE_SCHEMAS.agent.parse(await readAgent(ctx, id)),
  call: async (_, id, { wholes, items }) =>
    RESOURCE_SCHEMAS.call.parse(requireCall(await (items.get(id)?.() ?? wholes.get(id)?.item()))),
  settled_call: async (_, id, { wholes }) =>
    RESOURCE_SCHEMAS.settled_call.parse(requireCall(await wholes.get(id)?.call())),
  campaign: async (ctx, id) => RESOURCE_SCHEMAS.campaign.parse(await readCampaign(ctx, id)),
  contact: async (ctx, id) => RESOURCE_SCHEMAS.contact.parse(await readContact(ctx, id)),
  deletion: async (ctx, id) => RESOURCE_SCHEMAS.deletion.parse(await readDeletion(ctx, id)),
  webhook: async (ctx, id) => RESOURCE_SCHEMAS.webhook.parse(await readWebhook(ctx, id)),
};

/**
 * Renders the body of an event's message; null if its resource was deleted, so that erased data is not sent.
 */
export type Renderer = (event: EventRow) => Promise<Buffer | null>;

/**
 * Reads the calls of events of one environment: one round trip for those with transcripts, and one for the
 * others.
 */
async function callsOf(ctx: Ctx, events: readonly EventRow[]): Promise<CallsOfEvents> {
  const targets = (resource: EventResource) =>
    new Set(
      events
        .filter(({ type }) => isEventKind(type) && WEBHOOK_EVENTS[type] === resource)
        .map(({ target }) => target),
    );
  const wholes = targets("settled_call");
  const items = [...targets("call")].filter((id) => !wholes.has(id));
  const [read, short] = await Promise.all([
    wholes.size === 0 ? new Map() : readCalls(ctx, [...wholes]),
    items.length === 0 ? new Map() : readCallItems(ctx, items),
  ]);
  return { wholes: read, items: short };
}

async function bodyOf(
  ctx: Ctx,
  { id, type, target, created_at }: EventRow,
  calls: CallsOfEvents,
): Promise<Buffer | null> {
  if (!isEventKind(type)) return null;
  const { workspaceId: workspace_id, environment } = ctx;
  try {
    const data = await RENDERERS[WEBHOOK_EVENTS[type]](ctx, target, calls);
    const message = { id, type, timestamp: created_at, workspace_id, environment, api_version: "v1", data };
    return Buffer.from(JSON.stringify(message));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Creates a renderer for events that are sent now, with the current masks, regardless of the events' age.
 * Their calls are read together per environment, and each event is rendered once for all endpoints.
 */
export async function createRenderer(ctx: Ctx, events: readonly EventRow[]): Promise<Renderer> {
  const environments = [...new Set(events.map(({ environment }) => environment as Environment))];
  const calls = new Map(
    await Promise.all(
      environments.map(async (environment) => {
        const environmentEvents = events.filter((event) => event.environment === environment);
        return [environment, await callsOf({ ...ctx, environment }, environmentEvents)] as const;
      }),
    ),
  );
  const bodies = new Map<string, Promise<Buffer | null>>();
  return (event) => {
    const environment = event.environment as Environment;
    const body =
      bodies.get(event.id) ?? bodyOf({ ...ctx, environment }, event, calls.get(environment) ?? NONE);
    bodies.set(event.id, body);
    return body;
  };
}
