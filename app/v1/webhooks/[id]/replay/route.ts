import { replayRange } from "@/lib/data/webhooks";
import { Replayed, ReplayRange, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Replay the events of a period",
    description:
      "Sends events from `from` (inclusive) to `to` (exclusive) again, delivered or not, at most 10,000 per request; continue from `continue_from`. Events are kept for 30 days.",
    tags: ["Webhooks"],
    capability: "webhooks.manage",
    params: WebhookParams,
    body: ReplayRange,
    response: Replayed,
    status: 202,
    // How many were queued lies in no row: it is the reference itself.
    referenceOf: ({ queued, continue_from }) => `${queued} ${continue_from ?? ""}`,
    replay: async (_, { reference }) => {
      const [queued = "0", from = ""] = reference.split(" ");
      return { queued: Number(queued), continue_from: from === "" ? null : from };
    },
  },
  (ctx, { params, body }) => replayRange(ctx, params.id, body),
);
