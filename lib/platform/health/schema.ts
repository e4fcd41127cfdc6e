import { z } from "zod";
import { Time } from "@/lib/platform/schema";

/** Jobs of one kind: counts and an age, without their content. */
const JobCount = z.strictObject({
  task: z.string(),
  /** Due and not started. */
  due: z.int(),
  running: z.int(),
  later: z.int(),
  /** Permanently failed. */
  failed: z.int(),
  /** The due time of the oldest due job. */
  oldest: Time.nullable(),
});
export type JobCount = z.output<typeof JobCount>;

/**
 * Calls in progress on one channel. `lost`: the lease of their process expired; another process takes them
 * over.
 */
const ConversationCount = z.strictObject({ channel: z.string(), going: z.int(), lost: z.int() });
export type ConversationCount = z.output<typeof ConversationCount>;

/** Health of a workspace's background jobs and calls. */
export const WorkspaceHealth = z.strictObject({
  at: Time,
  /** Whether any worker of the installation takes jobs. */
  works: z.boolean(),
  jobs: z.array(JobCount),
  conversations: z.array(ConversationCount),
});
export type WorkspaceHealth = z.output<typeof WorkspaceHealth>;
