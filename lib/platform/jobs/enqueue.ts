import { type Compilable, type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";

/** Account events that a person is notified of. The names are those of the audit log's actions. */
export type AccountNotice =
  | "password.changed"
  | "password.reset"
  | "second_factor.enabled"
  | "second_factor.disabled"
  | "second_factor.codes_renewed";

/**
 * Every job with its payload: IDs only, as payloads are stored in clear. `bin/worker/verbs.ts` maps each name
 * to its handler. Handlers must be safe to repeat, as a job runs at least once.
 */
export type Jobs = {
  /** Handles what is due in a call: inactivity, maximum duration, a lost lease, settling. */
  "call.tick": { workspaceId: string; callId: string };
  /** Reindexes an agent's settled calls after the call `after`, after a variable was marked sensitive. */
  "calls.reindex": { workspaceId: string; agentId: string; after: string | null };
  /**
   * Creates the demo workspace with this ID and its agents, owned by the first owner. Its conversations
   * follow.
   */
  "demo.fill": { workspaceId: string; userId: string };
  /** One step of a conversation of the demo workspace; reschedules itself until the last step. */
  "demo.converse": { workspaceId: string; conversation: number };
  /** Asks the carrier to place attempts that are due at about the same time, or resumes after a crash. */
  "attempts.place": { workspaceId: string; keys: readonly string[] };
  /** Releases an attempt's slot after its call has ended or settled. */
  "attempt.follow": { workspaceId: string; callId: string };
  /** Recovers attempts of a crashed worker; scheduled. */
  "attempts.sweep": Empty;
  /** Imports a file of contacts or of a do-not-call list. After a crash it starts from the beginning. */
  "import.run": { workspaceId: string; importId: string };
  /** Deletes unfinished uploads, and marks lost imports as failed; scheduled. */
  "imports.sweep": Empty;
  /** Places a requested callback. */
  "callback.due": { workspaceId: string; callbackId: string };
  /** One step of a campaign: completes it, pauses it or creates attempts, and schedules the next step. */
  "campaign.step": { workspaceId: string; campaignId: string };
  /** Wakes running campaigns whose job permanently failed; scheduled. */
  "campaigns.sweep": Empty;
  /** Applies the outcome of a conversation that settled after its end was counted to the campaign. */
  "campaign.result": { workspaceId: string; key: string };
  /** One step of a simulated call. */
  "simulator.call": { workspaceId: string; callId: string };
  /** Sends a text by the carrier, once, or resumes after a crash. */
  "text.send": { workspaceId: string; textId: string };
  /** Delivers an inbound text to its conversation. */
  "text.take": { workspaceId: string; textId: string };
  /** Recovers texts whose job permanently failed; scheduled. */
  "texts.sweep": Empty;
  /** Delivers inbound texts that arrived while the workspace was locked. */
  "texts.deferred": { workspaceId: string };
  /** Runs the agent's opening turn in a text conversation. */
  "text.begin": { workspaceId: string; callId: string };
  /** Creates the file of a settled call's recording, with masked ranges silenced. */
  "recording.finish": { workspaceId: string; callId: string };
  /** Deletes the bytes of a recording. */
  "recording.remove": { workspaceId: string; callId: string };
  /** Deletes expired recordings; scheduled. */
  "recordings.sweep": Empty;
  /** Erases a number's data, or resumes; repeats until a pass finds no more data. */
  "erasure.run": { workspaceId: string; deletionId: string };
  /** Recovers deletions whose job permanently failed or that a legal hold blocked; scheduled. */
  "erasures.sweep": Empty;
  /** Destroys a workspace after its grace period, or resumes. */
  "workspace.destroy": { workspaceId: string };
  /** Queues the destruction of workspaces whose grace period has ended; scheduled. */
  "workspaces.sweep": Empty;
  /** Deletes expired transcripts and rows of the operational log; scheduled. */
  "retention.sweep": Empty;
  /** Deletes stored bytes without a row, in consecutive runs; scheduled. */
  "storage.sweep": Empty;
  /** Checks that the storage has the objects that rows refer to; scheduled. */
  "storage.check": Empty;
  /** Deletes jobs that permanently failed a month ago; scheduled. */
  "jobs.sweep": Empty;
  /** Mails the link of an invitation. */
  "mail.invitation": { workspaceId: string; invitationId: string };
  /** Mails a link to reset a password. Does nothing without an account. */
  "mail.reset": { resetId: string };
  /** Mails a notice about a person's account to them. */
  "mail.notice": { notice: string; userId: string; at: string };
  /** Mails a workspace's notice to a member. */
  "notice.mail": { workspaceId: string; noticeId: string };
  /** Finds API keys that expire soon, and notifies their admins; scheduled. */
  "keys.expiring": Empty;
  /** Finds identity providers' certificates that expire soon, and notifies the owners; scheduled. */
  "sso.certificates": Empty;
  /** Continues a rotation to a new data key. */
  "encryption.rotate": { workspaceId: string };
  /** Starts rotations of old keys; scheduled. */
  "encryption.schedule": Empty;
  /** Signs the heads of the audit chains; scheduled. */
  "audit.anchor": Empty;
  /** Sends due events to the workspace's endpoints. */
  "webhook.event": { workspaceId: string; eventId?: string };
  /** Sends due events to one endpoint, and schedules the next delivery. */
  "webhook.deliver": { workspaceId: string; endpointId: string };
  /** Wakes endpoints whose job permanently failed, and deletes old deliveries; scheduled. */
  "webhooks.sweep": Empty;
  /** Adds the recorded changes of calls to the roll-ups; scheduled. */
  "analytics.fold": Empty;
  /** Counts all calls and compares the roll-ups; scheduled. */
  "analytics.check": Empty;
  /** Writes the file of an export, or resumes after a crash. */
  "export.run": { workspaceId: string; exportId: string };
  /** Deletes the file of an expired, failed or withdrawn export. */
  "export.remove": { workspaceId: string; exportId: string };
  /** Deletes expired files, and marks lost exports as failed; scheduled. */
  "exports.sweep": Empty;
  /** Deletes the rate limiter's idle windows; scheduled. */
  "limits.sweep": Empty;
  /** Deletes old idempotency records; scheduled. */
  "idempotency.sweep": Empty;
};
type Empty = Record<string, never>;
export type JobName = keyof Jobs;

/** Attempts before a job permanently fails. With the queue's backoff, the last one runs after about a day. */
const MAX_ATTEMPTS = 16;

type Options = { key: string; runAt: string };

/** Expression that enqueues a job, for the caller's query. */
export const enqueueExpression = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  { key, runAt }: Options,
): RawBuilder<unknown> =>
  sql`enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}::timestamptz, ${MAX_ATTEMPTS})`;

type Columns<N extends JobName> = { [K in keyof Jobs[N]]: RawBuilder<unknown> };
type ColumnOptions = { key: RawBuilder<string>; runAt: RawBuilder<string> };

function objectOf(columns: object): RawBuilder<unknown> {
  const parts = Object.entries(columns).flatMap(([part, value]) => [sql.lit(part), value]);
  return sql`json_build_object(${sql.join(parts)})`;
}

/**
 * Expression that enqueues a job for each row of the caller's query, with the row's columns as the payload.
 */
export const enqueueEachExpression = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> => sql`enqueue_job(${name}, ${objectOf(payload)}, ${key}, ${runAt}, ${MAX_ATTEMPTS})`;

/**
 * Aggregate that enqueues a job for each row of the caller's query (which has no limit) in one call of the
 * queue. The keys must differ. Does nothing without rows.
 */
export const enqueueAllExpression = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> =>
  sql`enqueue_jobs(${name}, array_agg(${objectOf(payload)}), array_agg(${key}), array_agg(${runAt}), ${MAX_ATTEMPTS})`;

/** Statement that enqueues many jobs of one name in one call of the queue. The keys must differ. */
export const enqueueMany = <N extends JobName>(
  name: N,
  jobs: readonly ({ payload: Jobs[N] } & Options)[],
): Compilable<unknown> => {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  const keys = jobs.map(({ key }) => key);
  const times = jobs.map(({ runAt }) => runAt);
  return db.selectNoFrom(
    sql`enqueue_jobs(${name}, ${payloads}::json[], ${keys}::text[], ${times}::timestamptz[], ${MAX_ATTEMPTS})`.as(
      "enqueued",
    ),
  );
};

/**
 * Statement that ensures that a job of this key is waiting, due immediately. Run it after committing the data
 * that the job reads. Concurrent callers do not block each other, and one job serves all of them.
 */
export const enqueueUnlessWaiting = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  { key, runAt }: Options,
): Compilable<unknown> =>
  db.selectNoFrom(
    sql`enqueue_unless_waiting(${name}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}::timestamptz, ${MAX_ATTEMPTS})`.as(
      "enqueued",
    ),
  );

/**
 * Statement that enqueues a job, for the caller's batch or transaction. A later job with the same `key`
 * replaces a waiting one. `runAt` is RFC 3339.
 */
export const enqueue = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  options: Options,
): Compilable<unknown> => db.selectNoFrom(enqueueExpression(name, payload, options).as("enqueued"));
