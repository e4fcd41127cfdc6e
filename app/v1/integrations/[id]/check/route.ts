import { IntegrationCheck, IntegrationParams } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";
import { checkIntegration } from "@/lib/outreach/integration-checks";

export const POST = route(
  {
    summary: "Check an integration",
    description:
      "Sends requests to the provider: one word to each model of a model server, the first audio of a voice, a Deepgram stream with each model and the opt-out, the first page of each host of a tool's credential; at Twilio, the account, its numbers and their webhooks. At most five models and five voices are checked. A finding that is not `ok` says what to do. The provider's acceptance of zero retention is stored. A workspace has twenty checks a minute. A repeated `Idempotency-Key` runs the check again.",
    tags: ["Integrations"],
    capability: "integrations.manage",
    refuseTest: true,
    params: IntegrationParams,
    response: IntegrationCheck,
    referenceOf: ({ integration_id }) => integration_id,
    replay: (ctx, { reference }) => checkIntegration(ctx, reference),
  },
  (ctx, { params }) => checkIntegration(ctx, params.id),
);
