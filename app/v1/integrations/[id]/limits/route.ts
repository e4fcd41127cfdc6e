import { route } from "@/lib/http";
import { readTrunkLimits, setTrunkLimits } from "@/lib/outreach/trunk-limits";
import { TrunkLimits, TrunkLimitsParams, TrunkLimitsState } from "@/lib/outreach/trunk-limits/schema";

const tags = ["Integrations"];

export const GET = route(
  {
    summary: "Get the limits of a SIP trunk",
    description: "The limits of its outbound calls, and what the current hour and day (UTC) have used.",
    tags,
    capability: "integrations.read",
    params: TrunkLimitsParams,
    response: TrunkLimitsState,
  },
  (ctx, { params }) => readTrunkLimits(ctx, params.id),
);

export const PUT = route(
  {
    summary: "Set the limits of a SIP trunk",
    description:
      "Replaces them. A limit that is reached stops further calls, transfers and forwarded calls before they are placed, until its hour or day (UTC) ends or an admin lifts it. Calls in progress continue. Admins are notified at 80% and at the limit.",
    tags,
    capability: "integrations.manage",
    refuseTest: true,
    params: TrunkLimitsParams,
    body: TrunkLimits,
    response: TrunkLimitsState,
  },
  (ctx, { params, body }) => setTrunkLimits(ctx, params.id, body),
);
