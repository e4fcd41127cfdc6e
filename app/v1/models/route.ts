import { route } from "@/lib/http";
import { listModels } from "@/lib/integrations";
import { ModelList } from "@/lib/integrations/schema";

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
