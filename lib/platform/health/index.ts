export { type QueueFigures, queueFigures, type WorkspaceFigures, workspaceFigures } from "./figures";
export { type InstallationHealth, installationHealth } from "./installation";
export { workspaceHealth } from "./workspace";
