import { route } from "@/lib/http";
import { liftTrunkLimits, readTrunkLimits } from "@/lib/outreach/trunk-limits";
import { TrunkLimitsParams, TrunkLimitsState } from "@/lib/outreach/trunk-limits/schema";

export const POST = route(
  {
    summary: "Lift the limits of a SIP trunk",
    description:
      "The use of the current hour and day counts from zero again, so that calls are placed up to the limits once more. Campaigns that wait continue within a minute.",
    tags: ["Integrations"],
    capability: "integrations.manage",
    refuseTest: true,
    params: TrunkLimitsParams,
    response: TrunkLimitsState,
    referenceOf: ({ integration_id }) => integration_id,
    replay: (ctx, { reference }) => readTrunkLimits(ctx, reference),
  },
  (ctx, { params }) => liftTrunkLimits(ctx, params.id),
);
