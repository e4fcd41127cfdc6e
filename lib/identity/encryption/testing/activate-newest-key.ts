import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";

/** Makes the newest data key active now, as if its activation delay had passed. */
export async function activateNewestKey(workspaceId: string): Promise<void> {
  const active_from = new Date(Date.now() - 60_000).toISOString();
  await writeUnaudited(
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
