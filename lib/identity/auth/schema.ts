import { z } from "zod";
import { Email, LinkToken } from "@/lib/identity/invitations/schema";
import { id, nonBlankText, Time } from "@/lib/platform/schema";

const MAX_NAME = 200;

/** An open session of the caller. */
export const Session = z.strictObject({
  id: z.string(),
  /** The client address from which it was opened. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Time,
  /** Accurate to a minute. */
  last_seen_at: Time,
  expires_at: Time,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const SessionList = z.strictObject({ data: z.array(Session) });
export const SessionParams = z.strictObject({ id: id("ses") });

/**
 * As for the first owner (lib/platform/read-env.ts): a length per NIST SP 800-63B, 5.1.1.2, without composition
 * rules.
 */
const MIN_PASSWORD = 12;
const MAX_PASSWORD = 200;
export const NewPassword = z.string().min(MIN_PASSWORD).max(MAX_PASSWORD);
/** An existing password, regardless of current rules. */
const CurrentPassword = z.string().min(1).max(MAX_PASSWORD);

export const ChangePassword = z.strictObject({
  current_password: CurrentPassword,
  new_password: NewPassword,
});
export type ChangePassword = z.output<typeof ChangePassword>;
export const RequestPasswordReset = z.strictObject({ email: Email });
export const ResetPassword = z.strictObject({ token: LinkToken, password: NewPassword });
export type ResetPassword = z.output<typeof ResetPassword>;

/** Confirms the caller's password. */
export const WithPassword = z.strictObject({ password: CurrentPassword });

/** `XXXXX-XXXXX` has 11 characters; a code of six digits may be typed with a space. */
const MAX_CODE = 20;
export const SecondFactorCode = z.strictObject({ code: z.string().min(6).max(MAX_CODE) });
/** The secret for an authenticator app. */
export const NewSecondFactor = z.strictObject({ secret: z.string(), uri: z.string() });
export const RecoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });

/** The caller's account. */
export const Account = z.strictObject({
  name: z.string(),
  email: z.string(),
  /** Whether it has a usable password; if not, it signs in by single sign-on. */
  has_password: z.boolean(),
  second_factor: z.strictObject({
    enabled: z.boolean(),
    /** The number of unused recovery codes. */
    recovery_codes_left: z.number().int().nonnegative(),
  }),
});
export type Account = z.output<typeof Account>;

/** `name` for a new account; an existing account needs only its password. */
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  name: nonBlankText(MAX_NAME).optional(),
  password: CurrentPassword,
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;
export const JoinWorkspace = z.strictObject({ token: LinkToken });
/** The joined workspace and the address to sign in with. */
export const JoinedWorkspace = z.strictObject({ workspace_id: z.string(), email: z.string() });
export type JoinedWorkspace = z.output<typeof JoinedWorkspace>;

/** As many distinct names as one page of a list shows. */
const MAX_NAMES = 100;
/** `mem_`, 26 characters and the comma. */
const MEMBER_ID_CHARS = 31;

/** `ids`: member ids separated by commas. */
export const MemberNamesQuery = z.strictObject({
  ids: z
    .string()
    .max(MAX_NAMES * MEMBER_ID_CHARS)
    .default("")
    .transform((all) => (all === "" ? [] : all.split(",")))
    .pipe(z.array(id("mem")).max(MAX_NAMES)),
});

/** Names of members, without addresses. */
export const MemberNames = z.strictObject({
  data: z.array(z.strictObject({ id: id("mem"), name: z.string() })),
});
export type MemberNames = z.output<typeof MemberNames>;
