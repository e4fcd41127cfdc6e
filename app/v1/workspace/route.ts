import { route } from "@/lib/http";
import { deleteWorkspace, showWorkspace, updateWorkspace } from "@/lib/identity/workspaces";
import {
  DeleteWorkspace,
  UpdateWorkspace,
  Workspace,
  WorkspaceDeletion,
} from "@/lib/identity/workspaces/schema";

const tags = ["Workspace"];

export const GET = route(
  { summary: "Read the workspace's settings", tags, can: "workspace.read", response: Workspace },
  (ctx) => showWorkspace(ctx),
);

export const PATCH = route(
  {
    summary: "Update the workspace's settings",
    description:
      "Objects merge with what is set; `payment: null` takes both means of payment away. `defaults` are what a new agent starts from; agents that there are stay as they are. `require_zero_retention` holds at once: an agent with a provider that may keep what it is sent is not deployed, and what is deployed already begins no conversation by it; campaigns that run are paused. `GET /subprocessors` names the live agents that break it, or would.",
    tags,
    can: "workspace.write",
    refuseTest: true,
    body: UpdateWorkspace,
    response: Workspace,
  },
  (ctx, { body }) => updateWorkspace(ctx, body),
);

export const DELETE = route(
  {
    summary: "Delete the workspace",
    description:
      "By its name, in seven days. Until then everything of it answers 423 `workspace_locked`, keys too, and nothing runs; an owner who signs in can restore it. Then its keys are destroyed, and behind them its files and rows; a signed receipt stays with whoever runs the service. Asked again, it answers the same; 409 `invalid_state` while a legal hold stands against it.",
    tags,
    can: "workspace.delete",
    refuseTest: true,
    whileLocked: true,
    body: DeleteWorkspace,
    response: WorkspaceDeletion,
    status: 202,
  },
  (ctx, { body }) => deleteWorkspace(ctx, body),
);
