// Writes audit entries until it is told to end, and prints one line of JSON for each that was committed. Signs the heads of the
// audit logs at times, as the worker does each hour:
//   DATABASE_URL=… DATA_DIR=… tsx test/recovery/writer.ts <workspace>
import { setTimeout as pause } from "node:timers/promises";
import { anchorHeads, writeAudited } from "@/lib/platform/audit";
import { systemCtx } from "@/lib/platform/context/make";
import { closePool, db, reader } from "@/lib/platform/db";

const PAUSE_MS = 100;
const ENTRIES_PER_HEAD = 50;
const [workspaceId = ""] = process.argv.slice(2);

let isEnding = false;
process.once("SIGTERM", () => {
  isEnding = true;
});

const readHead = () =>
  reader(workspaceId).first(
    db.selectFrom("audit_heads").select("seq").where("workspace_id", "=", workspaceId),
  );

for (let n = 1; !isEnding; n++) {
  const ctx = systemCtx(workspaceId, "drill");
  try {
    await writeAudited(ctx, {
      run: [],
      audit: { action: "agent.updated", target: "agt_drill", after: { n } },
    });
    const head = await readHead();
    process.stdout.write(`${JSON.stringify({ seq: head?.seq ?? 0, at: Date.now() })}\n`);
    if (n % ENTRIES_PER_HEAD === 0) await anchorHeads();
  } catch {
    // The database is gone: the drill destroyed it.
    break;
  }
  await pause(PAUSE_MS);
}
await closePool();
