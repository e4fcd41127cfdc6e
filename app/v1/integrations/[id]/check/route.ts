import { checkIntegration } from "@/lib/carriers";
import { route } from "@/lib/http";
import { IntegrationCheck, IntegrationParams } from "@/lib/integrations/schema";

export const POST = route(
  {
    summary: "Check an integration's set-up",
    description:
      "For a carrier's account: whether it knows its credentials, has the numbers, and where their calls and texts lead. What is wrong comes with what to do. Asked again with the same key, it is looked at anew.",
    tags: ["Integrations"],
    can: "integrations.manage",
    refuseTest: true,
    params: IntegrationParams,
    response: IntegrationCheck,
    referenceOf: ({ integration_id }) => integration_id,
    replay: (ctx, { reference }) => checkIntegration(ctx, reference),
  },
  (ctx, { params }) => checkIntegration(ctx, params.id),
);
