import { createIntegration, listIntegrations, readIntegration } from "@/lib/agents/integrations";
import {
  CreateIntegration,
  Integration,
  IntegrationPage,
  ListIntegrations,
} from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

const tags = ["Integrations"];

export const GET = route(
  {
    summary: "List integrations",
    tags,
    capability: "integrations.read",
    query: ListIntegrations,
    response: IntegrationPage,
  },
  (ctx, { query }) => listIntegrations(ctx, query),
);

export const POST = route(
  {
    summary: "Connect an integration",
    description:
      "A credential, bound to hosts and an environment, or a provider: a model server with the OpenAI protocol, a speech provider or a carrier. The secret is never shown again.",
    tags,
    capability: "integrations.manage",
    refuseTest: true,
    body: CreateIntegration,
    response: Integration,
    status: 201,
    location: ({ id }) => `/v1/integrations/${id}`,
    replay: (ctx, { reference }) => readIntegration(ctx, reference),
  },
  (ctx, { body }) => createIntegration(ctx, body),
);
