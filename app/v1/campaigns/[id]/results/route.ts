import { exportCampaignResults } from "@/lib/data/exports";
import { FileResponse, route } from "@/lib/http";
import { CampaignParams } from "@/lib/outreach/campaigns/schema";

export const GET = route(
  {
    summary: "Download a campaign's results",
    description:
      "A CSV file with the current result of each contact, up to 20,000. Each download is recorded in the audit log.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    internal: true,
    params: CampaignParams,
    file: ["text/csv"],
  },
  async (ctx, { params }) => new FileResponse(await exportCampaignResults(ctx, params.id), true),
);
