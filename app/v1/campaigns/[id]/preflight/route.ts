import { route } from "@/lib/http";
import { preflightCampaign } from "@/lib/outreach/campaigns";
import { CampaignParams, Preflight } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

/** Nothing is kept of an answer that is made anew each time. */
const REFERENCE = "preflight";

export const POST = route(
  {
    summary: "See whom a campaign would reach",
    description:
      "Decides the contacts that wait as the dialer would, now or at the start that lies ahead, with every place free. Nobody is reached by it.",
    tags: ["Campaigns"],
    can: "campaigns.read",
    params: CampaignParams,
    response: Preflight,
    referenceOf: () => REFERENCE,
    replay: (ctx, { params }) => preflightCampaign(ctx, params.id, carrierFor),
  },
  (ctx, { params }) => preflightCampaign(ctx, params.id, carrierFor),
);
