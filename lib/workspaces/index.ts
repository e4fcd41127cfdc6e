export { type NewWorkspace, newWorkspace } from "./create";
export { firstOwner, readWorkspace, selectWorkspace, showWorkspace, workspaceIds } from "./read";
export { updateWorkspace } from "./update";
