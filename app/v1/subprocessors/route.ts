import { listSubprocessors } from "@/lib/data/subprocessors";
import { Subprocessors } from "@/lib/data/subprocessors/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List subprocessors",
    description:
      "The providers that receive data of the workspace, what each receives, whether it has zero retention, and the components that run within the installation. Parley trains no model with the data. `instruction` is the data instruction in each request to a provider, and `zero_retention_basis` the basis of its zero retention.",
    tags: ["Workspace"],
    capability: "workspace.read",
    response: Subprocessors,
  },
  (ctx) => listSubprocessors(ctx),
);
