import { z } from "zod";
import { Email, LinkToken } from "@/lib/identity/invitations/schema";
import { id, Time, words } from "@/lib/platform/schema";

const MAX_NAME = 200;

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

/** As the first owner's (lib/platform/env.ts): long enough for NIST SP 800-63B, 5.1.1.2, without rules of what is in it. */
const MIN_PASSWORD = 12;
const MAX_PASSWORD = 200;
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`)
  .max(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters.`);
/** One that somebody has, however it came to be. */
const GivenPassword = z.string().min(1).max(MAX_PASSWORD);

export const ChangePassword = z.strictObject({ current_password: GivenPassword, new_password: NewPassword });
export type ChangePassword = z.output<typeof ChangePassword>;
export const AskReset = z.strictObject({ email: Email });
export const ResetPassword = z.strictObject({ token: LinkToken, password: NewPassword });
export type ResetPassword = z.output<typeof ResetPassword>;

/** Proves that somebody knows their password. */
export const WithPassword = z.strictObject({ password: GivenPassword });

/** `XXXXX-XXXXX` has 11 signs; a code of six digits may be typed with a blank in it. */
const MAX_CODE = 20;
export const SecondFactorCode = z.strictObject({ code: z.string().min(6).max(MAX_CODE) });
/** What an app for codes is given. Shown once, and again until it is confirmed. */
export const NewSecondFactor = z.strictObject({ secret: z.string(), uri: z.string() });
export const RecoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });

/** The account of who asks. */
export const Account = z.strictObject({
  name: z.string(),
  email: z.string(),
  /** Whether it has a password that counts for something; else single sign-on opens it. */
  has_password: z.boolean(),
  second_factor: z.strictObject({
    enabled: z.boolean(),
    /** How many recovery codes have not been used. */
    recovery_codes_left: z.number().int().nonnegative(),
  }),
});
export type Account = z.output<typeof Account>;

/** `name` for a new account; who has one already gives its password. */
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  name: words(MAX_NAME).optional(),
  password: GivenPassword,
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;
export const JoinWorkspace = z.strictObject({ token: LinkToken });
/** The workspace that was joined, and who signs in there. */
export const Joined = z.strictObject({ workspace_id: z.string(), email: z.string() });
export type Joined = z.output<typeof Joined>;

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
