import type { Ctx } from "@/lib/platform/context";
import { deliveries } from "@/lib/platform/egress";
import type { Way } from "./attempt";
import { claim } from "./claim";
import { groupOf } from "./group";
import { takeTurn } from "./turn";

/** Sends what is due to one endpoint, unless somebody does; safe to repeat. */
export async function deliverTo(ctx: Ctx, endpointId: string, way: Way = deliveries): Promise<void> {
  const group = groupOf(ctx);
  const taken = await claim(ctx, { most: 1, ids: [endpointId] });
  await Promise.all(taken.map((one) => takeTurn(ctx, group, one, { way, signal: ctx.signal })));
}
