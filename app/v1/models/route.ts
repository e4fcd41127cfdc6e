import { listModels } from "@/lib/agents/integrations";
import { ModelList } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List models",
    description: "The product's models, and those of the model servers that the workspace has connected.",
    tags: ["Agents"],
    capability: "agents.read",
    response: ModelList,
  },
  (ctx) => listModels(ctx),
);
