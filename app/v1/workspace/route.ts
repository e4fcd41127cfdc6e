import { route } from "@/lib/http";
import { showWorkspace, updateWorkspace } from "@/lib/workspaces";
import { UpdateWorkspace, Workspace } from "@/lib/workspaces/schema";

const tags = ["Workspace"];

export const GET = route(
  { summary: "Read the workspace's settings", tags, can: "workspace.read", response: Workspace },
  (ctx) => showWorkspace(ctx),
);

export const PATCH = route(
  {
    summary: "Update the workspace's settings",
    description:
      "Objects merge with what is set; `payment: null` takes both means of payment away. `defaults` are what a new agent starts from; agents that there are stay as they are. `demand_zero_retention` holds at once: an agent with a provider that may keep what it is sent is not deployed, and what is deployed already begins no call by it.",
    tags,
    can: "workspace.write",
    refuseTest: true,
    body: UpdateWorkspace,
    response: Workspace,
  },
  (ctx, { body }) => updateWorkspace(ctx, body),
);
