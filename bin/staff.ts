// `npm run staff`: who of the operator's people may ask to look at workspaces. They are members of none.
import { operate } from "./operator/operate";
import { runStaffCommand } from "./staff/commands";

await operate(() => runStaffCommand(process.argv.slice(2)), "Nothing was changed. ");
