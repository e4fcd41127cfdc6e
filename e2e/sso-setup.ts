// Makes a workspace on the Enterprise plan, whose owner has a password, through the product's own verbs.
//   node dist/e2e/sso-setup.js <e-mail address> <password>   prints the workspace's id
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import { createWorkspace } from "@/lib/identity/auth";
import { closePool } from "@/lib/platform/db";

const [email = "", password = ""] = process.argv.slice(2);
const founded = await createWorkspace({
  name: "Single sign-on",
  owner: { email, name: "Olive Owner", password },
});
if (founded === null) throw new Error("No workspace was made.");
await runWorkspaceCommand(["plan", founded.workspaceId, "enterprise"]);
process.stdout.write(founded.workspaceId);
await closePool();
