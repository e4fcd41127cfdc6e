// `npm run staff`: who of the operator's people may ask to look at workspaces. They are members of none.
import { closePool } from "@/lib/db";
import { Complaint, runStaffCommand } from "./staff/commands";

try {
  process.stdout.write(`${await runStaffCommand(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(
    `${error instanceof Complaint ? "" : "Nothing was changed. "}${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await closePool();
}
