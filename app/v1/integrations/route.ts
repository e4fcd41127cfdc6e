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
    can: "integrations.read",
    query: ListIntegrations,
    response: IntegrationPage,
  },
  (ctx, { query }) => listIntegrations(ctx, query),
);

export const POST = route(
  {
    summary: "Connect an integration",
    description:
      "A credential, bound to hosts and to an environment, or a model server that speaks the OpenAI protocol. The secret is never shown again.",
    tags,
    can: "integrations.manage",
    refuseTest: true,
    body: CreateIntegration,
    response: Integration,
    status: 201,
    location: ({ id }) => `/v1/integrations/${id}`,
    replay: (ctx, { reference }) => readIntegration(ctx, reference),
  },
  (ctx, { body }) => createIntegration(ctx, body),
);
