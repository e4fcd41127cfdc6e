import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { readDelivery } from "./read";
import { type EndpointRow, endpointOrNotFound, selectEndpoints, updateEndpoint } from "./row";
import type { Delivery, Replayed, ReplayRange } from "./schema";
import { wakeEndpoint } from "./wake";

/** Events per replay; a longer period is replayed in parts. */
const MAX_EVENTS = 10_000;

/**
 * Reads and locks the endpoint's row, so that a worker that serves it sees the added deliveries. Ends its
 * backoff, as the member expects the endpoint to work. Throws 409 if it is disabled.
 */
async function open(ctx: Ctx, tx: Tx, id: string): Promise<EndpointRow> {
  const row = endpointOrNotFound(await tx.first(selectEndpoints(ctx).where("id", "=", id).forNoKeyUpdate()));
  if (!row.enabled) throw new AppError("webhook_switched_off");
  await tx.first(updateEndpoint(ctx, id).set({ backoff_until: null }));
  return row;
}

const newDelivery = (ctx: Ctx, endpointId: string, event: { id: string; type: string }) => {
  const now = ctx.now();
  return {
    id: newId("dlv", Date.parse(now)),
    workspace_id: ctx.workspaceId,
    endpoint_id: endpointId,
    event_id: event.id,
    type: event.type,
    next_attempt_at: now,
    created_at: now,
  };
};

/**
 * Sends a test event, which names its creator, to an endpoint. Throws `not_found`, and 409 if it is disabled.
 */
export async function testWebhook(ctx: Ctx, id: string): Promise<Delivery> {
  const now = ctx.now();
  const event = { id: newId("evt", Date.parse(now)), type: "webhook.test" };
  const row = newDelivery(ctx, id, event);
  await writeAudited(ctx, async (tx) => {
    await open(ctx, tx, id);
    await tx.batch(
      db.insertInto("webhook_events").values({
        ...event,
        workspace_id: ctx.workspaceId,
        environment: ctx.environment,
        target: id,
        created_at: now,
      }),
      db.insertInto("webhook_deliveries").values(row),
      wakeEndpoint(ctx.workspaceId, id, now),
    );
    return { result: undefined, audit: { action: "webhook.tested", target: id } };
  });
  return readDelivery(ctx, id, row.id);
}

/**
 * Sends the event of a delivery again with its current data. Throws `not_found`, also for an expired event.
 */
export async function replayDelivery(ctx: Ctx, id: string, deliveryId: string): Promise<Delivery> {
  const created = await writeAudited(ctx, async (tx) => {
    await open(ctx, tx, id);
    const former = await tx.first(
      db
        .selectFrom("webhook_deliveries as d")
        .innerJoin("webhook_events as e", "e.id", "d.event_id")
        .select(["e.id", "e.type"])
        .where("d.workspace_id", "=", ctx.workspaceId)
        .where("d.endpoint_id", "=", id)
        .where("d.id", "=", deliveryId),
    );
    if (former === undefined) throw notFound();
    const row = { ...newDelivery(ctx, id, former), replay_of: deliveryId };
    await tx.batch(
      db.insertInto("webhook_deliveries").values(row),
      wakeEndpoint(ctx.workspaceId, id, row.created_at),
    );
    return {
      result: row.id,
      audit: { action: "webhook.replayed", target: id, after: { delivery: deliveryId } },
    };
  });
  return readDelivery(ctx, id, created);
}

/** Sends the events of a period again, oldest first, delivered or not. Throws `not_found`, and 409. */
export async function replayRange(
  ctx: Ctx,
  id: string,
  { from, to, events }: ReplayRange,
): Promise<Replayed> {
  return writeAudited(ctx, async (tx) => {
    const endpoint = await open(ctx, tx, id);
    const kinds = events ?? endpoint.events;
    const now = ctx.now();
    const inRange = db
      .selectFrom("webhook_events")
      .select(["id", "type", "created_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("created_at", ">=", from)
      .where("created_at", "<", to)
      .where("type", "<>", "webhook.test")
      .$if(!kinds.includes("*"), (query) => query.where("type", "in", [...kinds]))
      .orderBy("created_at")
      .orderBy("id");
    const [behind] = await tx.all(inRange.offset(MAX_EVENTS).limit(1));
    const rows = await tx.all(
      db
        .insertInto("webhook_deliveries")
        .columns(["id", "workspace_id", "endpoint_id", "event_id", "type", "next_attempt_at", "created_at"])
        .expression(
          db
            .selectFrom(inRange.limit(MAX_EVENTS).as("e"))
            .select([
              sql<string>`new_id('dlv', ${now}::timestamptz)`.as("id"),
              sql<string>`${ctx.workspaceId}`.as("workspace_id"),
              sql<string>`${id}`.as("endpoint_id"),
              "e.id as event_id",
              "e.type",
              sql<string>`${now}::timestamptz`.as("next_attempt_at"),
              sql<string>`${now}::timestamptz`.as("created_at"),
            ]),
        )
        .returning("id"),
    );
    if (rows.length > 0) await tx.first(wakeEndpoint(ctx.workspaceId, id, now));
    return {
      result: { queued: rows.length, continue_from: behind?.created_at ?? null },
      audit: { action: "webhook.replayed", target: id, after: { from, to, queued: rows.length } },
    };
  });
}
