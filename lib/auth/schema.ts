import { z } from "zod";
import { id, Time } from "@/lib/schema";

/** An open session of the person who asks. */
export const Session = z.strictObject({
  id: z.string(),
  /** The address it was opened from. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Time,
  /** Exact to a minute. */
  last_seen_at: Time,
  expires_at: Time,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const SessionList = z.strictObject({ data: z.array(Session) });
export const SessionParams = z.strictObject({ id: id("ses") });

/** What a session looks at: one workspace of the person's, and one of its environments. */
export const SwitchSession = z.strictObject({
  environment: z.enum(["live", "test"]).optional(),
  workspace_id: id("ws").optional(),
});
export type SwitchSession = z.output<typeof SwitchSession>;

export const SessionScope = z.strictObject({
  environment: z.enum(["live", "test"]),
  workspace_id: z.string(),
});
export type SessionScope = z.output<typeof SessionScope>;

/** As many as a page of a list names, once each. */
const MAX_NAMED = 100;
/** `mem_`, 26 characters and the comma. */
const MEMBER_ID_CHARS = 31;

/** `ids`: members' ids with commas between them. */
export const MembersNamed = z.strictObject({
  ids: z
    .string()
    .max(MAX_NAMED * MEMBER_ID_CHARS)
    .default("")
    .transform((all) => (all === "" ? [] : all.split(",")))
    .pipe(z.array(id("mem")).max(MAX_NAMED)),
});

/** What members are called: their names alone, no address. */
export const MemberNames = z.strictObject({
  data: z.array(z.strictObject({ id: id("mem"), name: z.string() })),
});
export type MemberNames = z.output<typeof MemberNames>;
