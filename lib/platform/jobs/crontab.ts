import { type CronItem, type ParsedCronItem, parseCronItems } from "graphile-worker";
import type { JobName } from "./payloads";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this many failures, the job waits for its next scheduled time. */
const MAX_ATTEMPTS = 3;

/** If no worker ran at a scheduled time, one job makes up for it within `backfillPeriod`. */
const at = (match: string, task: JobName, backfillPeriod: number): CronItem => ({
  task,
  match,
  options: { backfillPeriod, maxAttempts: MAX_ATTEMPTS, jobKey: `cron:${task}`, jobKeyMode: "replace" },
});

/** Scheduled jobs, in UTC. Each runs once, for any number of workers. */
export const crontab = (): ParsedCronItem[] =>
  parseCronItems([
    at("0 * * * *", "audit.anchor", HOUR_MS),
    at("* * * * *", "attempts.sweep", MINUTE_MS),
    at("* * * * *", "texts.sweep", MINUTE_MS),
    at("*/5 * * * *", "campaigns.sweep", 5 * MINUTE_MS),
    at("*/10 * * * *", "limits.sweep", 10 * MINUTE_MS),
    at("41 * * * *", "imports.sweep", HOUR_MS),
    at("*/2 * * * *", "webhooks.sweep", 2 * MINUTE_MS),
    at("29 * * * *", "exports.sweep", HOUR_MS),
    at("* * * * *", "analytics.fold", MINUTE_MS),
    at("11 2 * * 0", "analytics.check", 24 * HOUR_MS),
    at("17 * * * *", "recordings.sweep", HOUR_MS),
    at("*/5 * * * *", "erasures.sweep", 5 * MINUTE_MS),
    at("*/10 * * * *", "workspaces.sweep", 10 * MINUTE_MS),
    at("7,17,27,37,47,57 * * * *", "retention.sweep", HOUR_MS),
    at("33 * * * *", "storage.sweep", HOUR_MS),
    at("49 * * * *", "storage.check", HOUR_MS),
    at("43 4 * * *", "jobs.sweep", 24 * HOUR_MS),
    at("53 * * * *", "encryption.schedule", HOUR_MS),
    at("37 6 * * *", "sso.certificates", 24 * HOUR_MS),
    at("11 * * * *", "keys.expiring", HOUR_MS),
    at("23 3 * * *", "idempotency.sweep", 24 * HOUR_MS),
  ]);
