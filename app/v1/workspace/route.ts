import { route } from "@/lib/http";
import { deleteWorkspace, readWorkspaceView, updateWorkspace } from "@/lib/identity/workspaces";
import {
  DeleteWorkspace,
  UpdateWorkspace,
  Workspace,
  WorkspaceDeletion,
} from "@/lib/identity/workspaces/schema";

const tags = ["Workspace"];

export const GET = route(
  {
    summary: "Get the workspace's settings",
    tags,
    capability: "workspace.read",
    response: Workspace,
    etag: ({ revision }) => revision,
  },
  (ctx) => readWorkspaceView(ctx),
);

export const PATCH = route(
  {
    summary: "Update the workspace's settings",
    description:
      "Objects are merged; `payment: null` removes both payment methods. `defaults` apply to new agents; existing agents are unchanged. `require_zero_retention` takes effect immediately: an agent with a provider without zero retention cannot be deployed, a live one starts no conversations, and running campaigns are paused. `GET /subprocessors` lists the live agents that violate it, or would.",
    tags,
    capability: "workspace.write",
    refuseTest: true,
    body: UpdateWorkspace,
    response: Workspace,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { body, ifMatch }) => updateWorkspace(ctx, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Delete the workspace",
    description:
      "Confirmed by its name; takes effect in seven days. Until then, every request of the workspace returns 423 `workspace_locked`, including those with API keys, and its jobs are stopped; an owner who signs in can restore it. Then its keys are destroyed, followed by its files and rows. A signed receipt remains with the operator. Idempotent; 409 `invalid_state` under a legal hold.",
    tags,
    capability: "workspace.delete",
    refuseTest: true,
    whileLocked: true,
    body: DeleteWorkspace,
    response: WorkspaceDeletion,
    status: 202,
    ifMatch: true,
  },
  (ctx, { body, ifMatch }) => deleteWorkspace(ctx, body, ifMatch),
);
