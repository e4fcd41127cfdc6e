import { disconnectIntegration } from "@/lib/agents/integrations";
import { IntegrationParams } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const DELETE = route(
  {
    summary: "Disconnect an integration",
    description: "Deletes its secret. Tools and agents that use it fail the next deploy check.",
    tags: ["Integrations"],
    capability: "integrations.manage",
    refuseTest: true,
    params: IntegrationParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await disconnectIntegration(ctx, params.id);
    return undefined;
  },
);
