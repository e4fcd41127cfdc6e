import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import type { ConversationCount, JobCount } from "./schema";

/** Jobs by kind: only the workspace's if a workspace is selected, else all. */
export const jobCounts = sql<JobCount>`(select task, due, running, later, failed, oldest from job_counts())`;

/** A workspace's calls in progress, by channel. `lost`: the lease of their process expired. */
export const selectConversations = (workspaceId: string) =>
  db
    .selectFrom("calls as c")
    .innerJoin("call_sessions as s", (join) =>
      join.onRef("s.workspace_id", "=", "c.workspace_id").onRef("s.call_id", "=", "c.id"),
    )
    .select([
      "c.channel",
      sql<number>`count(*)::int`.as("going"),
      sql<number>`(count(*) filter (where s.lease_owner is not null and s.lease_until < now()))::int`.as(
        "lost",
      ),
    ])
    .where("c.workspace_id", "=", workspaceId)
    .where("c.ended_at", "is", null)
    .groupBy("c.channel")
    .orderBy("c.channel");

/** Adds up the counts of several workspaces by channel. */
export function sumByChannel(counts: readonly ConversationCount[]): ConversationCount[] {
  const sums = new Map<string, ConversationCount>();
  for (const { channel, going, lost } of counts) {
    const sum = sums.get(channel) ?? { channel, going: 0, lost: 0 };
    sums.set(channel, { channel, going: sum.going + going, lost: sum.lost + lost });
  }
  return [...sums.values()].sort((a, b) => (a.channel < b.channel ? -1 : 1));
}
