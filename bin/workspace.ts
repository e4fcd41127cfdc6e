// `npm run workspace`: what the operator decides of a workspace, at the machine. Each change is in the workspace's audit
// log as the operator's.
import { closePool } from "@/lib/db";
import { Complaint, runWorkspaceCommand } from "./workspace/commands";

try {
  process.stdout.write(`${await runWorkspaceCommand(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(
    `${error instanceof Complaint ? "" : "Nothing was changed. "}${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await closePool();
}
