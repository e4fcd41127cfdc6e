import { sql } from "kysely";
import { reader } from "@/lib/db";
import { plain, plainBatch, workspaceIds } from "@/lib/db/plain";
import { STALE_MS } from "@/lib/jobs/live";
import { inAll, jobCounts, selectConversations } from "./counts";
import type { ConversationCount, JobCount } from "./schema";

export type InstallationHealth = {
  /** Seconds since each was heard of; `lives`: takes jobs. */
  workers: { id: string; seen_s: number; lives: boolean }[];
  jobs: JobCount[];
  conversations: ConversationCount[];
};

/** How the whole installation is, for its operator: counts by kind of job and by channel, and no workspace's name. */
export async function installationHealth(): Promise<InstallationHealth> {
  const seen = sql<number>`extract(epoch from now() - beat_at)::float8`;
  const [workers, jobs] = await plainBatch(
    plain
      .selectFrom("worker_beats")
      .select(["worker_id", seen.as("seen_s")])
      .orderBy("worker_id"),
    plain.selectFrom(jobCounts.as("jobs")).selectAll(),
  );
  const going: ConversationCount[] = [];
  // Each is asked as its own tenant: nothing sees the calls of all.
  for (const id of await workspaceIds()) going.push(...(await reader(id).all(selectConversations(id))));
  return {
    workers: workers.map(({ worker_id: id, seen_s }) => ({
      id,
      seen_s: Math.round(seen_s),
      lives: seen_s * 1_000 < STALE_MS,
    })),
    jobs,
    conversations: inAll(going),
  };
}
