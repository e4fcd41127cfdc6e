import { explainCampaign } from "@/lib/data/explanations";
import { Explanation } from "@/lib/data/explanations/schema";
import { route } from "@/lib/http";
import { CampaignParams } from "@/lib/outreach/campaigns/schema";

export const GET = route(
  {
    summary: "Explain a campaign",
    description:
      "Who started and stopped it, the consent that it requires, the laws and caps that apply to its contacts, and how many contacts are excluded by each reason. References to the audit log are only for roles that can read it.",
    tags: ["Campaigns"],
    capability: "campaigns.read",
    params: CampaignParams,
    response: Explanation,
  },
  (ctx, { params }) => explainCampaign(ctx, params.id),
);
