import { z } from "zod";

/** Account events that a person is notified of. The names are those of the audit log's actions. */
export type AccountNotice =
  | "password.changed"
  | "password.reset"
  | "second_factor.enabled"
  | "second_factor.disabled"
  | "second_factor.codes_renewed";

/** A scheduled job has no payload; the queue adds the time of the schedule. */
const Nothing = z.object({});

/**
 * Every job with its payload: IDs only, as payloads are stored in clear. `bin/worker/verbs.ts` maps each name
 * to its handler. Handlers must be safe to repeat, as a job runs at least once. A payload may have been written by an
 * earlier release, before an update: a new field is optional or has a default.
 */
export const JOB_PAYLOADS = {
  /** Handles what is due in a call: inactivity, maximum duration, a lost lease, settling. */
  "call.tick": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Reindexes an agent's settled calls after the call `after`, after a variable was marked sensitive. */
  "calls.reindex": z.object({ workspaceId: z.string(), agentId: z.string(), after: z.string().nullable() }),
  /**
   * Creates the demo workspace with this ID and its agents, owned by the first owner. Its conversations
   * follow.
   */
  "demo.fill": z.object({ workspaceId: z.string(), userId: z.string() }),
  /** One step of a conversation of the demo workspace; reschedules itself until the last step. */
  "demo.converse": z.object({ workspaceId: z.string(), conversation: z.number() }),
  /** Asks the carrier to place attempts that are due at about the same time, or resumes after a crash. */
  "attempts.place": z.object({ workspaceId: z.string(), keys: z.array(z.string()) }),
  /** Releases an attempt's slot after its call has ended or settled. */
  "attempt.follow": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Recovers attempts of a crashed worker; scheduled. */
  "attempts.sweep": Nothing,
  /** Imports a file of contacts or of a do-not-call list. After a crash it starts from the beginning. */
  "import.run": z.object({ workspaceId: z.string(), importId: z.string() }),
  /** Deletes unfinished uploads, and marks lost imports as failed; scheduled. */
  "imports.sweep": Nothing,
  /** Places a requested callback. */
  "callback.due": z.object({ workspaceId: z.string(), callbackId: z.string() }),
  /** One step of a campaign: completes it, pauses it or creates attempts, and schedules the next step. */
  "campaign.step": z.object({ workspaceId: z.string(), campaignId: z.string() }),
  /** Wakes running campaigns whose job permanently failed; scheduled. */
  "campaigns.sweep": Nothing,
  /** Applies the outcome of a conversation that settled after its end was counted to the campaign. */
  "campaign.result": z.object({ workspaceId: z.string(), key: z.string() }),
  /** One step of a simulated call. */
  "simulator.call": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Sends a text by the carrier, once, or resumes after a crash. */
  "text.send": z.object({ workspaceId: z.string(), textId: z.string() }),
  /** Delivers an inbound text to its conversation. */
  "text.take": z.object({ workspaceId: z.string(), textId: z.string() }),
  /** Recovers texts whose job permanently failed; scheduled. */
  "texts.sweep": Nothing,
  /** Delivers inbound texts that arrived while the workspace was locked. */
  "texts.deferred": z.object({ workspaceId: z.string() }),
  /** Runs the agent's opening turn in a text conversation. */
  "text.begin": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Creates the file of a settled call's recording, with masked ranges silenced. */
  "recording.finish": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Deletes the bytes of a recording. */
  "recording.remove": z.object({ workspaceId: z.string(), callId: z.string() }),
  /** Deletes expired recordings; scheduled. */
  "recordings.sweep": Nothing,
  /** Erases a number's data, or resumes; repeats until a pass finds no more data. */
  "erasure.run": z.object({ workspaceId: z.string(), deletionId: z.string() }),
  /** Recovers deletions whose job permanently failed or that a legal hold blocked; scheduled. */
  "erasures.sweep": Nothing,
  /** Destroys a workspace after its grace period, or resumes. */
  "workspace.destroy": z.object({ workspaceId: z.string() }),
  /** Queues the destruction of workspaces whose grace period has ended; scheduled. */
  "workspaces.sweep": Nothing,
  /** Deletes expired transcripts and rows of the operational log; scheduled. */
  "retention.sweep": Nothing,
  /** Deletes stored bytes without a row, in consecutive runs; scheduled. */
  "storage.sweep": Nothing,
  /** Checks that the storage has the objects that rows refer to; scheduled. */
  "storage.check": Nothing,
  /** Deletes jobs that permanently failed a month ago; scheduled. */
  "jobs.sweep": Nothing,
  /** Mails the link of an invitation. */
  "mail.invitation": z.object({ workspaceId: z.string(), invitationId: z.string() }),
  /** Mails a link to reset a password. Does nothing without an account. */
  "mail.reset": z.object({ resetId: z.string() }),
  /** Mails a notice about a person's account to them. */
  "mail.notice": z.object({ notice: z.string(), userId: z.string(), at: z.string() }),
  /** Mails a workspace's notice to a member. */
  "notice.mail": z.object({ workspaceId: z.string(), noticeId: z.string() }),
  /** Finds API keys that expire soon, and notifies their admins; scheduled. */
  "keys.expiring": Nothing,
  /** Finds identity providers' certificates that expire soon, and notifies the owners; scheduled. */
  "sso.certificates": Nothing,
  /** Continues a rotation to a new data key. */
  "encryption.rotate": z.object({ workspaceId: z.string() }),
  /** Starts rotations of old keys; scheduled. */
  "encryption.schedule": Nothing,
  /** Signs the heads of the audit chains; scheduled. */
  "audit.anchor": Nothing,
  /** Sends due events to the workspace's endpoints. */
  "webhook.event": z.object({ workspaceId: z.string(), eventId: z.string().optional() }),
  /** Sends due events to one endpoint, and schedules the next delivery. */
  "webhook.deliver": z.object({ workspaceId: z.string(), endpointId: z.string() }),
  /** Wakes endpoints whose job permanently failed, and deletes old deliveries; scheduled. */
  "webhooks.sweep": Nothing,
  /** Adds the recorded changes of calls to the roll-ups; scheduled. */
  "analytics.fold": Nothing,
  /** Counts all calls and compares the roll-ups; scheduled. */
  "analytics.check": Nothing,
  /** Writes the file of an export, or resumes after a crash. */
  "export.run": z.object({ workspaceId: z.string(), exportId: z.string() }),
  /** Deletes the file of an expired, failed or withdrawn export. */
  "export.remove": z.object({ workspaceId: z.string(), exportId: z.string() }),
  /** Deletes expired files, and marks lost exports as failed; scheduled. */
  "exports.sweep": Nothing,
  /** Deletes the rate limiter's idle windows; scheduled. */
  "limits.sweep": Nothing,
  /** Deletes old idempotency records; scheduled. */
  "idempotency.sweep": Nothing,
};

/** The payload of each job. */
export type Jobs = { [N in keyof typeof JOB_PAYLOADS]: z.output<(typeof JOB_PAYLOADS)[N]> };
export type JobName = keyof Jobs;
