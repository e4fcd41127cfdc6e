import { z } from "zod";
import { Time } from "@/lib/platform/schema";

/** Jobs of one kind: counts and an age, nothing of what they are about. */
const JobCount = z.strictObject({
  task: z.string(),
  /** Its time has come, and nobody has begun it. */
  due: z.int(),
  running: z.int(),
  later: z.int(),
  /** Given up for good. */
  failed: z.int(),
  /** Since when the oldest that is due waits. */
  oldest: Time.nullable(),
});
export type JobCount = z.output<typeof JobCount>;

/** Conversations of one channel. `lost`: their process has not been heard of; another takes them up. */
const ConversationCount = z.strictObject({ channel: z.string(), going: z.int(), lost: z.int() });
export type ConversationCount = z.output<typeof ConversationCount>;

/** How a workspace's own background work and conversations are. */
export const WorkspaceHealth = z.strictObject({
  at: Time,
  /** Whether some worker of the installation takes jobs. */
  works: z.boolean(),
  jobs: z.array(JobCount),
  conversations: z.array(ConversationCount),
});
export type WorkspaceHealth = z.output<typeof WorkspaceHealth>;
