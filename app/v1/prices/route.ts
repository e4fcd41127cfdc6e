import { readPriceList, setPriceList } from "@/lib/agents/prices";
import { PriceList, SetPriceList } from "@/lib/agents/prices/schema";
import { route } from "@/lib/http";

const tags = ["Analytics"];

export const GET = route(
  {
    summary: "Get the price list",
    description:
      "Prices of models, transcribers, voices and carriers, from which the cost of each call is calculated. A new workspace has none, and its costs are unknown.",
    tags,
    capability: "analytics.read",
    response: PriceList,
    etag: ({ revision }) => revision,
  },
  (ctx) => readPriceList(ctx),
);

export const PUT = route(
  {
    summary: "Set the price list",
    description:
      "Replaces all prices. A cost is calculated when it is read, by the prices that were valid on the day (UTC) on which the call began. To change a price, add one with a later `valid_from`, so that earlier calls keep theirs.",
    tags,
    capability: "integrations.manage",
    body: SetPriceList,
    response: PriceList,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { body, ifMatch }) => setPriceList(ctx, body, ifMatch),
);
