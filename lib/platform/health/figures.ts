import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch, workspaceIds } from "@/lib/platform/db/plain";
import { STALE_MS } from "@/lib/platform/jobs/worker-running";
import { jobCounts, selectConversations, sumByChannel } from "./counts";
import type { ConversationCount } from "./schema";

/** Maximum deliveries counted for each workspace; the exact number beyond it does not matter. */
const MAX_COUNTED_DELIVERIES = 10_000;

/** Metrics of the job queue. Ages in seconds by the database's clock; `oldest_s` is 0 if no job is due. */
export type QueueFigures = {
  /** Running workers. */
  workers: number;
  jobs: { task: string; due: number; running: number; later: number; failed: number; oldest_s: number }[];
};

/** Reads the queue's metrics, for a monitor that polls every few seconds: always two statements. */
export async function queueFigures(): Promise<QueueFigures> {
  const [heartbeats, jobs] = await plainBatch(
    plain
      .selectFrom("worker_heartbeats")
      .select(sql<number>`count(*)::int`.as("n"))
      .where(sql<boolean>`last_heartbeat_at > now() - ${STALE_MS} * interval '1 ms'`),
    plain
      .selectFrom(jobCounts.as("jobs"))
      .select(["task", "due", "running", "later", "failed"])
      .select(sql<number>`coalesce(extract(epoch from now() - oldest), 0)::float8`.as("oldest_s")),
  );
  return { workers: heartbeats[0]?.n ?? 0, jobs };
}

/** Metrics of all workspaces together. */
export type WorkspaceFigures = {
  conversations: ConversationCount[];
  /** Pending deliveries to enabled webhook endpoints, including retries, and the age of the oldest due one. */
  deliveries: { waiting: number; oldest_s: number };
};

const selectDeliveries = (workspaceId: string) =>
  db
    .selectFrom(
      db
        .selectFrom("webhook_deliveries as d")
        .innerJoin("webhook_endpoints as w", (join) =>
          join.onRef("w.workspace_id", "=", "d.workspace_id").onRef("w.id", "=", "d.endpoint_id"),
        )
        .select("d.next_attempt_at")
        .where("d.workspace_id", "=", workspaceId)
        .where("d.status", "=", sql.lit("pending"))
        // Deliveries of a disabled endpoint wait until a member enables it.
        .where("w.enabled", "=", true)
        .limit(MAX_COUNTED_DELIVERIES)
        .as("d"),
    )
    .select([
      sql<number>`count(*)::int`.as("waiting"),
      sql<number>`coalesce(greatest(extract(epoch from now() - min(d.next_attempt_at)), 0), 0)::float8`.as(
        "oldest_s",
      ),
    ]);

/**
 * Reads and adds up the metrics under row-level security. Each workspace is queried as its own tenant, since
 * no role reads the calls of all. Throws the signal's reason once it is aborted.
 */
export async function workspaceFigures(signal: AbortSignal): Promise<WorkspaceFigures> {
  const inProgress: ConversationCount[] = [];
  const deliveries = { waiting: 0, oldest_s: 0 };
  for (const id of await workspaceIds()) {
    signal.throwIfAborted();
    const [conversations, [waiting]] = await reader(id).batch(selectConversations(id), selectDeliveries(id));
    inProgress.push(...conversations);
    deliveries.waiting += waiting?.waiting ?? 0;
    deliveries.oldest_s = Math.max(deliveries.oldest_s, waiting?.oldest_s ?? 0);
  }
  return { conversations: sumByChannel(inProgress), deliveries };
}
