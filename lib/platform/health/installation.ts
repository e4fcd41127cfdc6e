import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch, workspaceIds } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "@/lib/platform/gateways";
import { STALE_MS } from "@/lib/platform/jobs/worker-running";
import { jobCounts, selectConversations, sumByChannel } from "./counts";
import type { ConversationCount, JobCount } from "./schema";

export type InstallationHealth = {
  /** Seconds since each worker's last heartbeat. `lives`: it takes jobs. */
  workers: { id: string; seen_s: number; lives: boolean }[];
  /** Seconds since each voice gateway's last report, and the further calls that it accepted then. */
  gateways: { id: string; seen_s: number; lives: boolean; separate: boolean; free_calls: number }[];
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
  const ageS = sql<number>`extract(epoch from now() - last_heartbeat_at)::float8`;
  const reportAgeS = sql<number>`extract(epoch from now() - last_reported_at)::float8`;
  const [workers, gateways, jobs, walks] = await plainBatch(
    plain
      .selectFrom("worker_heartbeats")
      .select(["worker_id", ageS.as("seen_s")])
      .orderBy("worker_id"),
    plain
      .selectFrom("voice_gateways")
      .select(["gateway_id", "is_separate", "free_calls", reportAgeS.as("seen_s")])
      .orderBy("gateway_id"),
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
    workers: workers.map(({ worker_id: id, seen_s }) => ({
      id,
      seen_s: Math.round(seen_s),
      lives: seen_s * 1_000 < STALE_MS,
    })),
    gateways: gateways.map(({ gateway_id: id, is_separate: separate, free_calls, seen_s }) => ({
      id,
      seen_s: Math.round(seen_s),
      lives: seen_s * 1_000 < GATEWAY_STALE_MS,
      separate,
      free_calls,
    })),
    jobs,
    conversations: sumByChannel(going),
    storage: { missing, unowned: walks[0] ?? { orphans: 0, removed: 0, started_at: null, ended_at: null } },
  };
}
