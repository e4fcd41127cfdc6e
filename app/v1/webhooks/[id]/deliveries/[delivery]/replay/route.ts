import { readDelivery, replayDelivery } from "@/lib/data/webhooks";
import { Delivery, DeliveryParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Replay a delivery",
    description: "Sends its event again with the current data. The response is the new delivery.",
    tags: ["Webhooks"],
    capability: "webhooks.manage",
    params: DeliveryParams,
    response: Delivery,
    status: 202,
    replay: (ctx, { params, reference }) => readDelivery(ctx, params.id, reference),
  },
  (ctx, { params }) => replayDelivery(ctx, params.id, params.delivery),
);
