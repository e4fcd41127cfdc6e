import { readCallCost } from "@/lib/calls/costs";
import { CallCost, CallCostParams } from "@/lib/calls/costs/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get the cost of a call",
    description:
      "What its providers bill, in total, by provider and by turn, with costs by the price list. A use without a price has no cost, and the total is then incomplete. Until the call is settled, the use of its models so far.",
    tags: ["Calls"],
    capability: "calls.read",
    params: CallCostParams,
    response: CallCost,
  },
  (ctx, { params }) => readCallCost(ctx, params.id),
);
