import type { Ctx } from "@/lib/platform/context";
import { deliveryHttpClient } from "@/lib/platform/egress";
import type { DeliveryClient } from "./attempt-delivery";
import { createGroup } from "./group";
import { leaseEndpoints } from "./lease-endpoints";
import { takeTurn } from "./serve-endpoint-rounds";

/** Sends the due deliveries of one endpoint, unless another worker does; safe to repeat. */
export async function deliverTo(
  ctx: Ctx,
  endpointId: string,
  httpClient: DeliveryClient = deliveryHttpClient,
): Promise<void> {
  const group = createGroup(ctx);
  const leased = await leaseEndpoints(ctx, { limit: 1, ids: [endpointId] });
  await Promise.all(
    leased.map((endpoint) => takeTurn(ctx, group, endpoint, { httpClient, signal: ctx.signal })),
  );
}
