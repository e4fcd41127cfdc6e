import { listSubprocessors } from "@/lib/data/subprocessors";
import { Subprocessors } from "@/lib/data/subprocessors/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List subprocessors",
    description:
      "Who is sent data of the workspace, what each gets, and whether it keeps nothing of it; and what runs within the installation. Parley trains no model with it. `instruction` is what each request tells a provider about keeping and training, `zero_retention_basis` how it is known that one keeps nothing.",
    tags: ["Workspace"],
    can: "workspace.read",
    response: Subprocessors,
  },
  (ctx) => listSubprocessors(ctx),
);
