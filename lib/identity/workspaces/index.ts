export { type NewWorkspace, newWorkspace } from "./create";
export { deleteWorkspace, readWorkspaceDeletion, restoreWorkspace } from "./deletion";
export {
  listWorkspaceIds,
  readFirstOwnerId,
  readWorkspace,
  readWorkspaceView,
  selectWorkspace,
} from "./read";
export { updateWorkspace } from "./update";
