import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { endpointOrNotFound, selectEndpoints, toWebhook } from "./row";
import type { Delivery, ListDeliveries, Webhook } from "./schema";

/** Reads an endpoint of the context's environment, without its secret. Throws `not_found`. */
export async function readWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  return toWebhook(
    endpointOrNotFound(await ctx.db.first(selectEndpoints(ctx).where("id", "=", id))),
    ctx.now(),
  );
}

/** Lists endpoints of the context's environment, newest first. */
export async function listWebhooks(ctx: Ctx, page: PageQuery): Promise<Page<Webhook>> {
  const { data, ...pageInfo } = await listPage(ctx, selectEndpoints(ctx), page);
  return { ...pageInfo, data: data.map((row) => toWebhook(row, ctx.now())) };
}

const selectDeliveries = (workspaceId: string, endpointId: string) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "endpoint_id", "event_id", "type", "status", "attempts", "next_attempt_at"])
    .select(["last_attempt_at", "response_status", "error", "duration_ms", "replay_of", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("endpoint_id", "=", endpointId);

type Row = Omit<Delivery, "webhook_id" | "status"> & { endpoint_id: string; status: string };
const toDelivery = ({ endpoint_id, ...row }: Row): Delivery => ({
  ...row,
  webhook_id: endpoint_id,
  status: row.status as Delivery["status"],
});

/** Lists the deliveries to one endpoint, newest first: times and results, without content. */
export async function listDeliveries(
  ctx: Ctx,
  id: string,
  { status, type, ...page }: ListDeliveries,
): Promise<Page<Delivery>> {
  await readWebhook(ctx, id);
  let some = selectDeliveries(ctx.workspaceId, id);
  if (status !== undefined) some = some.where("status", "=", status);
  if (type !== undefined) some = some.where("type", "=", type);
  const { data, ...pageInfo } = await listPage(ctx, some, page);
  return { ...pageInfo, data: data.map(toDelivery) };
}

/** Reads one delivery to an endpoint of the context's environment. Throws `not_found`. */
export async function readDelivery(ctx: Ctx, id: string, deliveryId: string): Promise<Delivery> {
  await readWebhook(ctx, id);
  const row = await ctx.db.first(selectDeliveries(ctx.workspaceId, id).where("id", "=", deliveryId));
  if (row === undefined) throw notFound();
  return toDelivery(row);
}
