export { type QueueFigures, queueFigures, type WorkspaceFigures, workspaceFigures } from "./figures";
export { type InstallationHealth, readInstallationHealth } from "./installation";
export { type Processes, readProcesses } from "./processes";
export { readWorkspaceHealth } from "./workspace";
