import { sql } from "kysely";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { LOG_DAYS } from "./retained-calls";

const DAY_MS = 24 * 3_600_000;
/** Per run; the next one is a day later. */
const MAX_PER_RUN = 10_000;

/** Deletes permanently failed jobs from the queue's table after the operational log's retention. */
export async function sweepFailedJobs(clock: Clock = systemClock): Promise<void> {
  const before = plusMs(iso(clock.now()), -LOG_DAYS * DAY_MS);
  await writeUnaudited(
    { workspaceId: "" },
    {
      run: [
        db.selectNoFrom(sql<number>`delete_failed_jobs(${before}::timestamptz, ${MAX_PER_RUN})`.as("gone")),
      ],
    },
  );
}
