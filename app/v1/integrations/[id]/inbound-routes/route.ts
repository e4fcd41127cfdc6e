import { readInboundRoutes, setInboundRoutes } from "@/lib/agents/inbound-routes";
import { InboundRoutes, InboundRoutesParams, StoredInboundRoutes } from "@/lib/agents/inbound-routes/schema";
import { route } from "@/lib/http";

const tags = ["Integrations"];

export const GET = route(
  {
    summary: "Get the inbound routes of a SIP trunk",
    description: "The agents that answer calls to numbers that are not connected as phone numbers.",
    tags,
    capability: "numbers.read",
    params: InboundRoutesParams,
    response: StoredInboundRoutes,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readInboundRoutes(ctx, params.id),
);

export const PUT = route(
  {
    summary: "Set the inbound routes of a SIP trunk",
    description:
      "Replaces them. A phone number that is connected to the trunk wins over every route. The most specific pattern decides: most digits, then most `x`, then without `*`; of equal ones the first.",
    tags,
    capability: "numbers.manage",
    refuseTest: true,
    params: InboundRoutesParams,
    body: InboundRoutes,
    response: StoredInboundRoutes,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => setInboundRoutes(ctx, params.id, body, ifMatch),
);
