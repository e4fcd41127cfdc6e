import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import type { TrunkChoice } from "@/components/trunk-order-input";
import { readRoute } from "@/lib/http/page";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

/** As many integrations as one page of their list holds. */
const SHOWN = { limit: "100" };

/** Reads the live SIP trunks that calls of a campaign can be placed over: none for texts and in the test environment. */
export async function trunksOf({ channel, environment }: Campaign): Promise<TrunkChoice[]> {
  if (channel !== "phone" || environment !== "live") return [];
  const integrations = await readRoute(INTEGRATIONS, { query: SHOWN });
  return (integrations.data?.data ?? [])
    .filter((integration) => integration.kind === "sip" && integration.environment === "live")
    .map(({ id, name }) => ({ id, name }));
}
