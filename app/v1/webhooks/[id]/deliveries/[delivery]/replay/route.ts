import { route } from "@/lib/http";
import { readDelivery, replayDelivery } from "@/lib/webhooks";
import { Delivery, DeliveryParams } from "@/lib/webhooks/schema";

export const POST = route(
  {
    summary: "Replay a delivery",
    description: "Sends its event again, as it is shown now; the answer is the new delivery.",
    tags: ["Webhooks"],
    can: "webhooks.manage",
    params: DeliveryParams,
    response: Delivery,
    status: 202,
    replay: (ctx, { params, reference }) => readDelivery(ctx, params.id, reference),
  },
  (ctx, { params }) => replayDelivery(ctx, params.id, params.delivery),
);
