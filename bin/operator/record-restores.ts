import { listWorkspaceIds } from "@/lib/identity/workspaces";
import { recordRestore } from "@/lib/platform/audit";
import { operatorCtx } from "@/lib/platform/context/make";
import { describeRestore } from "./describe-restore";

/**
 * Records a restore in the audit log of each workspace, and describes each in a line. The data is restored already, so a failure
 * is described too, sets the exit code to 1, and does not keep the other workspaces from their record. `command` names the
 * operator's command in the log.
 */
export async function recordRestores(command: string, madeAt: string | null): Promise<string[]> {
  const lines: string[] = [];
  for (const id of await listWorkspaceIds()) {
    try {
      lines.push(describeRestore(id, await recordRestore(operatorCtx(id, command), madeAt)));
    } catch (error) {
      process.exitCode = 1;
      const reason = error instanceof Error ? error.message : String(error);
      const option = madeAt === null ? "" : ` -- --backup-made-at ${madeAt}`;
      lines.push(`${id} restore NOT recorded (${reason}). Run npm run audit:restored${option}`);
    }
  }
  return lines;
}
