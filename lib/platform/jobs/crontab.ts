import { type CronItem, type ParsedCronItem, parseCronItems } from "graphile-worker";
import { JOBS, type Schedule } from "./registry";

/** After this many failures, the job waits for its next scheduled time. */
const MAX_ATTEMPTS = 3;

const cronItem = (task: string, { cron, backfillMs }: Schedule): CronItem => ({
  task,
  match: cron,
  options: {
    backfillPeriod: backfillMs,
    maxAttempts: MAX_ATTEMPTS,
    jobKey: `cron:${task}`,
    jobKeyMode: "replace",
  },
});

/** The scheduled jobs. Each runs once, for any number of workers. */
export const crontab = (): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(JOBS).flatMap(([name, job]) =>
      "schedule" in job && job.schedule !== undefined ? [cronItem(name, job.schedule)] : [],
    ),
  );
