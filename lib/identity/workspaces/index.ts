export { type NewWorkspace, newWorkspace } from "./create";
export { deleteWorkspace, readWorkspaceDeletion, restoreWorkspace } from "./deletion";
export {
  listWorkspaceIds,
  parseWorkspace,
  readFirstOwnerId,
  readWorkspace,
  readWorkspaceView,
  selectWorkspace,
} from "./read";
export { workspaceDefaultsDocument, workspaceSettingsDocument } from "./stored-documents";
export { updateWorkspace } from "./update";
