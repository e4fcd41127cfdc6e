export { type QueueFigures, queueFigures, type WorkspaceFigures, workspaceFigures } from "./figures";
export { type InstallationHealth, readInstallationHealth } from "./installation";
export { readWorkspaceHealth } from "./workspace";
