import { route } from "@/lib/http";
import { listSubprocessors } from "@/lib/subprocessors";
import { Subprocessors } from "@/lib/subprocessors/schema";

export const GET = route(
  {
    summary: "List subprocessors",
    description:
      "Who is sent data of the workspace, what each gets, and whether it keeps nothing of it; and what runs within the installation. Nothing is used to train a model. Which providers keep nothing is what the workspace has said of its contracts.",
    tags: ["Workspace"],
    can: "workspace.read",
    response: Subprocessors,
  },
  (ctx) => listSubprocessors(ctx),
);
