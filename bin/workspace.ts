// `npm run workspace`: what the operator decides of a workspace, at the machine. Each change is in the workspace's audit
// log as the operator's.
import { operate } from "./operator/operate";
import { runWorkspaceCommand } from "./workspace/commands";

await operate(() => runWorkspaceCommand(process.argv.slice(2)), "Nothing was changed. ");
