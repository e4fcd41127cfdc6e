import { IntegrationCheck, IntegrationParams } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";
import { checkIntegration } from "@/lib/voice/provider-checks";

export const POST = route(
  {
    summary: "Check an integration",
    description:
      "Asks the provider: a model server for one word of each model, a voice for its first sound, Deepgram for a stream with each model and the opt-out, each host of a tool's credential for its first page, Twilio for the account, its numbers and where their calls and texts lead. At most five models and five voices are asked for. A finding that is not `ok` says what to do. Whether the provider accepts to keep nothing is stored. A workspace has twenty checks a minute. A repeated request with the same idempotency key runs the check again.",
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
