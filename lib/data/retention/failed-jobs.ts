import { sql } from "kysely";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { db, record } from "@/lib/platform/db";
import { LOG_DAYS } from "./clocks";

const DAY_MS = 24 * 3_600_000;
/** In one run; the next comes in a day. */
const MOST = 10_000;

/** Removes jobs that failed for good from the queue's table once the operational log's time is over. */
export async function sweepFailedJobs(clock: Clock = systemClock): Promise<void> {
  const before = plusMs(iso(clock.now()), -LOG_DAYS * DAY_MS);
  await record(
    { workspaceId: "" },
    {
      run: [db.selectNoFrom(sql<number>`sweep_failed_jobs(${before}::timestamptz, ${MOST})`.as("gone"))],
    },
  );
}
