import { type Compilable, type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";

/** What a person is told of their account. The names are those of the audit log's actions. */
export type AccountNotice =
  | "password.changed"
  | "password.reset"
  | "second_factor.enabled"
  | "second_factor.disabled"
  | "second_factor.codes_renewed";

/**
 * Every job of the product and its payload: ids alone, since payloads lie in a table in clear. `bin/worker/verbs.ts` maps
 * each name to a verb; a verb is safe to repeat, as a job runs at least once.
 */
export type Jobs = {
  /** Whatever is due in a call: inactivity, the maximum duration, a lost lease, settling. */
  "call.tick": { workspaceId: string; callId: string };
  /** Hashes the words of an agent's settled calls anew, behind the call `after`, as more of them is masked now. */
  "calls.reindex": { workspaceId: string; agentId: string; after: string | null };
  /** Makes the demo workspace under this id, owned by the first owner, with its agents; callers follow. */
  "demo.fill": { workspaceId: string; userId: string };
  /** One step of the demo workspace's conversation of this number; comes again until the last is held. */
  "demo.converse": { workspaceId: string; conversation: number };
  /** Asks the carrier for attempts of about one moment, or goes on with what a lost worker left. */
  "attempts.place": { workspaceId: string; keys: readonly string[] };
  /** Frees what an attempt held, as its call has ended or been settled. */
  "attempt.follow": { workspaceId: string; callId: string };
  /** Takes up attempts that a lost worker left; by the clock. */
  "attempts.sweep": Empty;
  /** Takes a file of contacts or of a do-not-call list in, or goes on where a lost worker left it: at its beginning. */
  "import.run": { workspaceId: string; importId: string };
  /** Removes what is left of files that were never sent to their end, and gives lost ones up; by the clock. */
  "imports.sweep": Empty;
  /** A callback that somebody asked for is due. */
  "callback.due": { workspaceId: string; callbackId: string };
  /** One step of a campaign: it ends, rests, or makes attempts, and says when the next is. */
  "campaign.step": { workspaceId: string; campaignId: string };
  /** Wakes the campaigns that go on, for the case that a job of one was given up; by the clock. */
  "campaigns.sweep": Empty;
  /** Tells a campaign the outcome of a conversation, that was settled after the campaign had heard of its end. */
  "campaign.result": { workspaceId: string; key: string };
  /** One step of a simulated call. */
  "simulator.call": { workspaceId: string; callId: string };
  /** Hands a text to the carrier, once; or goes on with one that a lost worker left. */
  "text.send": { workspaceId: string; textId: string };
  /** Takes a text that came in to the conversation that it belongs to. */
  "text.take": { workspaceId: string; textId: string };
  /** Takes up texts whose job was given up; by the clock. */
  "texts.sweep": Empty;
  /** Takes in texts that came while the workspace was locked. */
  "texts.deferred": { workspaceId: string };
  /** Lets the agent of a conversation by text begin it. */
  "text.begin": { workspaceId: string; callId: string };
  /** Makes the file of a recording whose call is settled, with what is masked taken out. */
  "recording.finish": { workspaceId: string; callId: string };
  /** Removes the bytes of a recording that must go. */
  "recording.remove": { workspaceId: string; callId: string };
  /** Removes recordings whose time is over; by the clock. */
  "recordings.sweep": Empty;
  /** Erases what is kept of a number, or goes on with it; comes again by itself until a pass finds nothing more. */
  "erasure.run": { workspaceId: string; deletionId: string };
  /** Takes up deletions whose job was given up, or that a legal hold stood against; by the clock. */
  "erasures.sweep": Empty;
  /** Destroys a workspace whose days of grace are over, or goes on with it. */
  "workspace.destroy": { workspaceId: string };
  /** Has those destroyed whose days of grace are over; by the clock. */
  "workspaces.sweep": Empty;
  /** Removes transcripts and rows of the operational log whose time is over; by the clock. */
  "retention.sweep": Empty;
  /** Removes bytes that no row knows from the storage, and goes on with that; by the clock. */
  "storage.sweep": Empty;
  /** Looks whether the storage holds what rows say that it holds; by the clock. */
  "storage.check": Empty;
  /** Removes jobs that failed for good a month ago; by the clock. */
  "jobs.sweep": Empty;
  /** Mails the link of an invitation. */
  "mail.invitation": { workspaceId: string; invitationId: string };
  /** Mails the link that sets a new password; nothing where nobody's account is behind it. */
  "mail.reset": { resetId: string };
  /** Mails a person what has happened to their account. */
  "mail.notice": { notice: string; userId: string; at: string };
  /** Mails a member what they were told of a workspace. */
  "notice.mail": { workspaceId: string; noticeId: string };
  /** Looks for API keys that are about to run out, and has it told; by the clock. */
  "keys.expiring": Empty;
  /** Looks for identity providers' certificates that are about to run out, and tells the owners; by the clock. */
  "sso.certificates": Empty;
  /** Goes on with a change to a new data key. */
  "encryption.rotate": { workspaceId: string };
  /** Begins such changes where a key is old; by the clock. */
  "encryption.schedule": Empty;
  /** Signs the ends of the audit chains; by the clock. */
  "audit.anchor": Empty;
  /** Sends what is due to the workspace's endpoints, whatever events it is of. */
  "webhook.event": { workspaceId: string; eventId?: string };
  /** Sends what is due to an endpoint, and says when the next is. */
  "webhook.deliver": { workspaceId: string; endpointId: string };
  /** Wakes endpoints whose job was given up, and removes what is old of the log; by the clock. */
  "webhooks.sweep": Empty;
  /** Adds what was noted of changed calls to the figures that are kept; by the clock. */
  "analytics.fold": Empty;
  /** Counts all calls anew and compares; by the clock. */
  "analytics.check": Empty;
  /** Writes the file of an export, or goes on where a lost worker left it. */
  "export.run": { workspaceId: string; exportId: string };
  /** Removes the file of an export that expired, failed or was withdrawn. */
  "export.remove": { workspaceId: string; exportId: string };
  /** Removes files whose time is over, and gives up exports that were lost; by the clock. */
  "exports.sweep": Empty;
  /** Removes the rate limiter's idle windows; by the clock. */
  "limits.sweep": Empty;
  /** Removes what is kept of old Idempotency-Keys; by the clock. */
  "idempotency.sweep": Empty;
};
type Empty = Record<string, never>;
export type JobName = keyof Jobs;

/** Tries of a job before it stays in the table as failed; with the queue's backoff the last comes after about a day. */
const MAX_ATTEMPTS = 16;

type Options = { key: string; runAt: string };

/** The expression that enqueues a job where it is evaluated, for a query of the caller's. */
export const enqueued = <N extends JobName>(
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

/** The expression that enqueues a job for each row of the caller's query, whose columns are its payload's parts. */
export const enqueuedEach = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> => sql`enqueue_job(${name}, ${objectOf(payload)}, ${key}, ${runAt}, ${MAX_ATTEMPTS})`;

/**
 * The aggregate that enqueues a job for each row of the caller's query (which has no limit) by asking the queue once;
 * the rows' keys differ. Nothing where there is no row.
 */
export const enqueuedAll = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> =>
  sql`enqueue_jobs(${name}, array_agg(${objectOf(payload)}), array_agg(${key}), array_agg(${runAt}), ${MAX_ATTEMPTS})`;

/** The statement that enqueues many jobs of a name by asking the queue once; their keys differ. */
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
 * The statement that makes sure that a job of this key is yet to begin, due at once. Sent after what the job is to see has
 * been committed: of many who ask at once none waits for another, and one job serves all.
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
 * The statement that enqueues a job, for a batch or transaction of the caller's. Of two with the same `key` the later
 * replaces the earlier; `runAt` is RFC 3339.
 */
export const enqueue = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  options: Options,
): Compilable<unknown> => db.selectNoFrom(enqueued(name, payload, options).as("enqueued"));
