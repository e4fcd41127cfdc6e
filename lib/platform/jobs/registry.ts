import { z } from "zod";

/** Account events that a person is notified of. The names are those of the audit log's actions. */
export type AccountNotice =
  | "password.changed"
  | "password.reset"
  | "second_factor.enabled"
  | "second_factor.disabled"
  | "second_factor.codes_renewed";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When a job runs, in UTC. If no worker ran at a scheduled time, one job makes up for it within `backfillMs`. */
export type Schedule = { cron: string; backfillMs: number };
/** A group of jobs that separate workers run (lanes.ts). */
export type JobLane = "conversations" | "deliveries" | "bulk";
/**
 * `runsLocked`: the job needs none of the workspace's keys. By default it waits until the workspace is unlocked. `lane`: `bulk` for jobs
 * that can take minutes and that no conversation waits for.
 */
type JobOptions = { runsLocked?: boolean; lane?: JobLane };

const withDefaults = ({ runsLocked = false, lane = "conversations" }: JobOptions) => ({ runsLocked, lane });

/** A job of one workspace. */
const workspaceJob = <F extends z.ZodRawShape>(fields: F, options: JobOptions = {}) =>
  ({
    scope: "workspace",
    payload: z.object({ workspaceId: z.string(), ...fields }),
    ...withDefaults(options),
  }) as const;

/** A scheduled job that runs in each workspace in turn. A locked one is left out, unless the job `runsLocked`. */
const sweep = (schedule: Schedule, options: JobOptions = {}) =>
  ({ scope: "each_workspace", payload: z.object({}), schedule, ...withDefaults(options) }) as const;

/** A job of the installation, or of a workspace that does not exist yet. */
const installationJob = <F extends z.ZodRawShape>(
  fields: F,
  schedule?: Schedule,
  { lane = "conversations" }: Pick<JobOptions, "lane"> = {},
) =>
  ({
    scope: "installation",
    payload: z.object(fields),
    schedule,
    runsLocked: true,
    lane,
  }) as const;

/**
 * Every job: its scope, payload and schedule. It is below the modules that enqueue jobs, and so cannot name the
 * functions that run them: `bin/worker/handlers.ts` does, and does not compile without one for each job.
 *
 * A payload has only IDs, as the queue stores it in clear. It may have been written by an earlier release, before an
 * update: a new field is optional or has a default. Handlers must be safe to repeat, as a job runs at least once.
 */
export const JOBS = {
  /** Handles what is due in a call: inactivity, maximum duration, a lost lease, settling. */
  "call.tick": workspaceJob({ callId: z.string() }),
  /** Judges a settled call by its agent's criteria. `attempt` counts the failures of the model. */
  "call.judge": workspaceJob({ callId: z.string(), attempt: z.int().default(0) }, { lane: "bulk" }),
  /** Judges calls of a period again, or continues after a crash. */
  "score_run.judge": workspaceJob({ runId: z.string() }, { lane: "bulk" }),
  /** Notifies admins of criteria whose pass rate has changed. */
  "scores.drift": sweep({ cron: "21 5 * * *", backfillMs: 24 * HOUR_MS }, { lane: "bulk" }),
  /** Reindexes an agent's settled calls after the call `after`, after a variable was marked sensitive. */
  "calls.reindex": workspaceJob({ agentId: z.string(), after: z.string().nullable() }, { lane: "bulk" }),
  /** Continues the backfills, changes of stored rows in batches, in all workspaces for some seconds in total. */
  "backfills.run": installationJob({}, { cron: "* * * * *", backfillMs: MINUTE_MS }, { lane: "bulk" }),
  /**
   * Creates the demo workspace with this ID and its agents, owned by the first owner. Its scenarios follow.
   */
  "demo.fill": installationJob({ workspaceId: z.string(), userId: z.string() }, undefined, { lane: "bulk" }),
  /** Plays one scenario of the demo workspace, and schedules the next. */
  "demo.play": installationJob({ workspaceId: z.string(), scenario: z.number() }, undefined, {
    lane: "bulk",
  }),
  /** Asks the carrier to place attempts that are due at about the same time, or resumes after a crash. */
  "attempts.place": workspaceJob({ keys: z.array(z.string()) }),
  /** Releases an attempt's slot after its call has ended or settled. */
  "attempt.follow": workspaceJob({ callId: z.string() }),
  /** Notifies admins of cost limits that are near or reached, and deletes costs of earlier months. */
  "cost_limits.sweep": sweep({ cron: "* * * * *", backfillMs: MINUTE_MS }),
  /** Recovers attempts of a crashed worker. */
  "attempts.sweep": sweep({ cron: "* * * * *", backfillMs: MINUTE_MS }),
  /** Imports a file of contacts or of a do-not-call list. After a crash it starts from the beginning. */
  "import.run": workspaceJob({ importId: z.string() }, { lane: "bulk" }),
  /** Deletes unfinished uploads, and marks lost imports as failed. */
  "imports.sweep": sweep({ cron: "41 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Places a requested callback. */
  "callback.due": workspaceJob({ callbackId: z.string() }),
  /** One step of a campaign: completes it, pauses it or creates attempts, and schedules the next step. */
  "campaign.step": workspaceJob({ campaignId: z.string() }),
  /** Wakes running campaigns whose job permanently failed. */
  "campaigns.sweep": sweep({ cron: "*/5 * * * *", backfillMs: 5 * MINUTE_MS }),
  /** Applies the outcome of a conversation that settled after its end was counted to the campaign. */
  "campaign.result": workspaceJob({ key: z.string() }),
  /** One step of a simulated call. */
  "simulator.call": workspaceJob({ callId: z.string() }),
  /** Sends a text by the carrier, once, or resumes after a crash. */
  "text.send": workspaceJob({ textId: z.string() }),
  /** Delivers an inbound text to its conversation. */
  "text.take": workspaceJob({ textId: z.string() }),
  /** Recovers texts whose job permanently failed. */
  "texts.sweep": sweep({ cron: "* * * * *", backfillMs: MINUTE_MS }),
  /** Delivers inbound texts that arrived while the workspace was locked. */
  "texts.deferred": workspaceJob({}, { runsLocked: true }),
  /** Runs the agent's opening turn in a text conversation. */
  "text.begin": workspaceJob({ callId: z.string() }),
  /** Creates the file of a settled call's recording, with masked ranges silenced. */
  "recording.finish": workspaceJob({ callId: z.string() }),
  /** Deletes the bytes of a recording. */
  "recording.remove": workspaceJob({ callId: z.string() }, { lane: "bulk" }),
  /** Deletes the bytes of a folder that a recording was in before its file was made. */
  "recording.discard": workspaceJob({ object: z.string() }, { runsLocked: true, lane: "bulk" }),
  /** Deletes expired recordings. */
  "recordings.sweep": sweep({ cron: "17 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Erases a number's data, or resumes; repeats until a pass finds no more data. */
  "erasure.run": workspaceJob({ deletionId: z.string() }),
  /** Recovers deletions whose job permanently failed or that a legal hold blocked. */
  "erasures.sweep": sweep({ cron: "*/5 * * * *", backfillMs: 5 * MINUTE_MS }),
  /** Destroys a workspace after its grace period, or resumes. */
  "workspace.destroy": workspaceJob({}, { runsLocked: true, lane: "bulk" }),
  /** Queues the destruction of workspaces whose grace period has ended. */
  "workspaces.sweep": sweep({ cron: "*/10 * * * *", backfillMs: 10 * MINUTE_MS }, { runsLocked: true }),
  /** Deletes expired transcripts and rows of the operational log. */
  "retention.sweep": sweep({ cron: "7,17,27,37,47,57 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Deletes stored bytes without a row, in consecutive runs. */
  "storage.sweep": installationJob({}, { cron: "33 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Checks that the storage has the objects that rows refer to. */
  "storage.check": sweep({ cron: "49 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Deletes jobs that permanently failed a month ago. */
  "jobs.sweep": installationJob({}, { cron: "43 4 * * *", backfillMs: 24 * HOUR_MS }, { lane: "bulk" }),
  /** Mails the link of an invitation. */
  "mail.invitation": workspaceJob({ invitationId: z.string() }),
  /** Mails a link to reset a password. Does nothing without an account. */
  "mail.reset": installationJob({ resetId: z.string() }),
  /** Mails a notice about a person's account to them. */
  "mail.notice": installationJob({ notice: z.string(), userId: z.string(), at: z.string() }),
  /** Mails a workspace's notice to a member. */
  "notice.mail": workspaceJob({ noticeId: z.string() }, { runsLocked: true }),
  /** Finds API keys that expire soon, and notifies their admins. */
  "keys.expiring": sweep({ cron: "11 * * * *", backfillMs: HOUR_MS }),
  /** Finds identity providers' certificates that expire soon, and notifies the owners. */
  "sso.certificates": sweep({ cron: "37 6 * * *", backfillMs: 24 * HOUR_MS }),
  /** Continues a rotation to a new data key. */
  "encryption.rotate": workspaceJob({}, { lane: "bulk" }),
  /** Starts rotations of old keys. */
  "encryption.schedule": sweep({ cron: "53 * * * *", backfillMs: HOUR_MS }),
  /** Signs the heads of the audit chains. */
  "audit.anchor": installationJob({}, { cron: "0 * * * *", backfillMs: HOUR_MS }),
  /** Holds the conversations of a suite's run, or continues after a crash. */
  "suite.run": workspaceJob({ runId: z.string() }, { lane: "bulk" }),
  /** Sends due events to the workspace's endpoints. */
  "webhook.event": workspaceJob({ eventId: z.string().optional() }, { lane: "deliveries" }),
  /** Sends due events to one endpoint, and schedules the next delivery. */
  "webhook.deliver": workspaceJob({ endpointId: z.string() }, { lane: "deliveries" }),
  /** Wakes endpoints whose job permanently failed, and deletes old deliveries. */
  "webhooks.sweep": sweep({ cron: "*/2 * * * *", backfillMs: 2 * MINUTE_MS }),
  /** Adds the recorded changes of calls to the roll-ups. */
  "analytics.fold": sweep({ cron: "* * * * *", backfillMs: MINUTE_MS }),
  /** Counts all calls and compares the roll-ups. */
  "analytics.check": sweep({ cron: "11 2 * * 0", backfillMs: 24 * HOUR_MS }, { lane: "bulk" }),
  /** Writes the file of an export, or resumes after a crash. */
  "export.run": workspaceJob({ exportId: z.string() }, { lane: "bulk" }),
  /** Deletes the file of an expired, failed or withdrawn export. */
  "export.remove": workspaceJob({ exportId: z.string() }, { lane: "bulk" }),
  /** Deletes expired files, and marks lost exports as failed. */
  "exports.sweep": sweep({ cron: "29 * * * *", backfillMs: HOUR_MS }, { lane: "bulk" }),
  /** Deletes the rate limiter's idle windows. */
  "limits.sweep": installationJob({}, { cron: "*/10 * * * *", backfillMs: 10 * MINUTE_MS }),
  /** Deletes old idempotency records. */
  "idempotency.sweep": installationJob(
    {},
    { cron: "23 3 * * *", backfillMs: 24 * HOUR_MS },
    { lane: "bulk" },
  ),
};

export type JobName = keyof typeof JOBS;
/** The payload of each job. */
export type Jobs = { [N in JobName]: z.output<(typeof JOBS)[N]["payload"]> };
