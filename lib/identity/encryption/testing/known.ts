import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";

/** Two minutes later: every process knows the newest data key, and seals with it. */
export async function known(workspaceId: string): Promise<void> {
  const active_from = new Date(Date.now() - 60_000).toISOString();
  await record(
    { workspaceId },
    {
      run: [
        db
          .updateTable("workspace_keys")
          .set({ active_from })
          .where("workspace_id", "=", workspaceId)
          .where("active_from", "is not", null),
      ],
    },
  );
  forgetWorkspaceKeys(workspaceId);
}
