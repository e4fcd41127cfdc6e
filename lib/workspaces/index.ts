export { type NewWorkspace, newWorkspace } from "./create";
export { firstOwner, readWorkspace, workspaceIds } from "./read";
