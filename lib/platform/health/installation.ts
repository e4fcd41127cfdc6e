import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch, workspaceIds } from "@/lib/platform/db/plain";
import { jobCounts, selectConversations, sumByChannel } from "./counts";
import { type Processes, readProcesses } from "./processes";
import type { ConversationCount, JobCount } from "./schema";

export type InstallationHealth = Processes & {
  jobs: JobCount[];
  conversations: ConversationCount[];
  storage: StorageHealth;
};

type StorageHealth = {
  /** Recordings and exports of which the storage lacks chunks that their rows name. */
  missing: number;
  /**
   * Folders without a row, as the walk under way or the last one found them, and those that it removed; the
   * rest are of the last day.
   */
  unowned: { orphans: number; removed: number; started_at: string | null; ended_at: string | null };
};

const selectMissing = (workspaceId: string) => {
  const of = (table: "recordings" | "exports") =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("n"))
      .where("workspace_id", "=", workspaceId)
      .where("missing_since", "is not", null);
  return db.selectNoFrom(sql<number>`((${of("recordings")}) + (${of("exports")}))::int`.as("missing"));
};

/**
 * How the whole installation is, for its operator: counts by kind of job and by channel, and no workspace's
 * name.
 */
export async function readInstallationHealth(): Promise<InstallationHealth> {
  const { workers, gateways } = await readProcesses();
  const [jobs, walks] = await plainBatch(
    plain.selectFrom(jobCounts.as("jobs")).selectAll(),
    plain.selectFrom("storage_sweeps").select(["orphans", "removed", "started_at", "ended_at"]),
  );
  const going: ConversationCount[] = [];
  // Each is asked as its own tenant: nothing sees the calls of all.
  let missing = 0;
  for (const id of await workspaceIds()) {
    const [conversations, files] = await reader(id).batch(selectConversations(id), selectMissing(id));
    going.push(...conversations);
    missing += files[0]?.missing ?? 0;
  }
  return {
    workers,
    gateways,
    jobs,
    conversations: sumByChannel(going),
    storage: { missing, unowned: walks[0] ?? { orphans: 0, removed: 0, started_at: null, ended_at: null } },
  };
}
