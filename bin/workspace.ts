// `npm run workspace`: changes that only the operator can make to a workspace. The workspace's audit log records each
// one with the operator as its actor.
import { operate } from "./operator/operate";
import { openCommandSecrets } from "./secrets/open-command-secrets";
import { runWorkspaceCommand } from "./workspace/commands";

await operate(async () => {
  await openCommandSecrets();
  return runWorkspaceCommand(process.argv.slice(2));
}, "No change was made. ");
