import { listModels } from "@/lib/agents/integrations";
import { ModelList } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List models",
    description: "Those of the product, and those of the model servers that the workspace has connected.",
    tags: ["Agents"],
    can: "agents.read",
    response: ModelList,
  },
  (ctx) => listModels(ctx),
);
