import { disconnectIntegration } from "@/lib/agents/integrations";
import { IntegrationParams } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const DELETE = route(
  {
    summary: "Disconnect an integration",
    description: "Its secret is deleted. Tools and agents that name it fail the next deploy check.",
    tags: ["Integrations"],
    can: "integrations.manage",
    refuseTest: true,
    params: IntegrationParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await disconnectIntegration(ctx, params.id);
    return undefined;
  },
);
