import { route } from "@/lib/http";
import { preflightCampaign } from "@/lib/outreach/campaigns";
import { CampaignParams, Preflight } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

/** The result is computed for each request and is not stored. */
const REFERENCE = "preflight";

export const POST = route(
  {
    summary: "Preview a campaign's reach",
    description:
      "Decides for each pending contact like the dialer, now or at the campaign's future start, assuming that all call slots are free. No contact is reached.",
    tags: ["Campaigns"],
    capability: "campaigns.read",
    params: CampaignParams,
    response: Preflight,
    referenceOf: () => REFERENCE,
    replay: (ctx, { params }) => preflightCampaign(ctx, params.id, carrierFor),
  },
  (ctx, { params }) => preflightCampaign(ctx, params.id, carrierFor),
);
