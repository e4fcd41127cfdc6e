import { route } from "@/lib/http";
import { readOutboundRoutes, setOutboundRoutes } from "@/lib/outreach/outbound-routes";
import { OutboundRoutes, StoredOutboundRoutes } from "@/lib/outreach/outbound-routes/schema";

const tags = ["Phone numbers"];

export const GET = route(
  {
    summary: "Get the outbound routes",
    description: "The SIP trunks of live calls by the beginning of the called number.",
    tags,
    capability: "numbers.read",
    response: StoredOutboundRoutes,
    etag: ({ revision }) => revision,
  },
  (ctx) => readOutboundRoutes(ctx),
);

export const PUT = route(
  {
    summary: "Set the outbound routes",
    description:
      "Replaces them. A call is placed over the first trunk of its route. The next trunk is tried only if the one before certainly did not place the call: it is refused or busy, cannot be reached, or answers with an error before the telephone rings. A campaign can have its own trunks. Calls without a route are placed over the carrier of the number that calls.",
    tags,
    capability: "numbers.manage",
    refuseTest: true,
    body: OutboundRoutes,
    response: StoredOutboundRoutes,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { body, ifMatch }) => setOutboundRoutes(ctx, body, ifMatch),
);
