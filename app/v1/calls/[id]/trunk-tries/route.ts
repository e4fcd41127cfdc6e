import { route } from "@/lib/http";
import { listTrunkTries } from "@/lib/outreach/trunk-tries";
import { TrunkTries, TrunkTriesParams } from "@/lib/outreach/trunk-tries/schema";

export const GET = route(
  {
    summary: "List the trunks that a call was tried over",
    description:
      "SIP trunks of an outbound call in the order in which they were tried, each with its result. A trunk that certainly did not place the call is followed by the next one of the route or the campaign. A call that no trunk may place has none; its `reasons` say why.",
    tags: ["Calls"],
    capability: "calls.read",
    params: TrunkTriesParams,
    response: TrunkTries,
  },
  (ctx, { params }) => listTrunkTries(ctx, params.id),
);
