export { type InstallationHealth, installationHealth } from "./installation";
export { workspaceHealth } from "./workspace";
