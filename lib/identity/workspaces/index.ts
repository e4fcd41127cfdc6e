export { type NewWorkspace, newWorkspace } from "./create";
export { deleteWorkspace, readWorkspaceDeletion, restoreWorkspace } from "./deletion";
export { firstOwner, readWorkspace, selectWorkspace, showWorkspace, workspaceIds } from "./read";
export { updateWorkspace } from "./update";
