// `npm run staff`: manages the operator's employees who can request access to workspaces. They are not members.
import { operate } from "./operator/operate";
import { openCommandSecrets } from "./secrets/open-command-secrets";
import { runStaffCommand } from "./staff/commands";

await operate(async () => {
  await openCommandSecrets();
  return runStaffCommand(process.argv.slice(2));
}, "No change was made. ");
