export { type NewWorkspace, newWorkspace } from "./create";
export { readWorkspace, workspaceIds } from "./read";
