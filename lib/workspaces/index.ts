export { type NewWorkspace, newWorkspace } from "./create";
export { firstOwner, readWorkspace, showWorkspace, workspaceIds } from "./read";
export { updateWorkspace } from "./update";
