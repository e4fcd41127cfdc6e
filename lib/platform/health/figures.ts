import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch, workspaceIds } from "@/lib/platform/db/plain";
import { STALE_MS } from "@/lib/platform/jobs/live";
import { inAll, jobCounts, selectConversations } from "./counts";
import type { ConversationCount } from "./schema";

/** Deliveries of one workspace that are counted; of more it is enough to know that there are so many. */
const MOST_DELIVERIES = 10_000;

/** How the queue of the installation is. Ages in seconds, by the database's clock; `oldest_s` is 0 where nothing is due. */
export type QueueFigures = {
  /** Workers that take jobs. */
  workers: number;
  jobs: { task: string; due: number; running: number; later: number; failed: number; oldest_s: number }[];
};

/** The figures of the queue that a monitor asks for every few seconds: two statements, whatever there is. */
export async function queueFigures(): Promise<QueueFigures> {
  const [beats, jobs] = await plainBatch(
    plain
      .selectFrom("worker_heartbeats")
      .select(sql<number>`count(*)::int`.as("n"))
      .where(sql<boolean>`last_heartbeat_at > now() - ${STALE_MS} * interval '1 ms'`),
    plain
      .selectFrom(jobCounts.as("jobs"))
      .select(["task", "due", "running", "later", "failed"])
      .select(sql<number>`coalesce(extract(epoch from now() - oldest), 0)::float8`.as("oldest_s")),
  );
  return { workers: beats[0]?.n ?? 0, jobs };
}

/** What the workspaces have together. */
export type WorkspaceFigures = {
  conversations: ConversationCount[];
  /** Deliveries to webhooks that wait, for their first or another try, and since when the oldest that is due does. */
  deliveries: { waiting: number; oldest_s: number };
};

const selectDeliveries = (workspaceId: string) =>
  db
    .selectFrom(
      db
        .selectFrom("webhook_deliveries")
        .select("next_attempt_at")
        .where("workspace_id", "=", workspaceId)
        .where("status", "=", sql.lit("pending"))
        .limit(MOST_DELIVERIES)
        .as("d"),
    )
    .select([
      sql<number>`count(*)::int`.as("waiting"),
      sql<number>`coalesce(greatest(extract(epoch from now() - min(d.next_attempt_at)), 0), 0)::float8`.as(
        "oldest_s",
      ),
    ]);

/**
 * The same of what row-level security guards, added up: each workspace is asked as its own tenant, as nothing sees the
 * calls of all. Ends with the signal's reason once that is aborted.
 */
export async function workspaceFigures(signal: AbortSignal): Promise<WorkspaceFigures> {
  const going: ConversationCount[] = [];
  const deliveries = { waiting: 0, oldest_s: 0 };
  for (const id of await workspaceIds()) {
    signal.throwIfAborted();
    const [conversations, [waiting]] = await reader(id).batch(selectConversations(id), selectDeliveries(id));
    going.push(...conversations);
    deliveries.waiting += waiting?.waiting ?? 0;
    deliveries.oldest_s = Math.max(deliveries.oldest_s, waiting?.oldest_s ?? 0);
  }
  return { conversations: inAll(going), deliveries };
}
