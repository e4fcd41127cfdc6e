/** The length of the rolling window of every limit here: `spec.md`, "Limits", counts requests per minute. */
export const WINDOW_MS = 60_000;

/** Requests that one rolling window admits, by who asks. */
export const LIMITS = {
  /** An API key. Source: `spec.md`, "Limits": 120 requests per minute; per key by `docs/api.md`. */
  key: 120,
  /** The participant of one conversation, by their token: a message every second for a minute is no conversation. */
  participant: 60,
  /** A person's session in the dashboard, whose pages ask for several things at once. */
  session: 600,
  /** An address that has not authenticated: enough for a client to find its mistake, too few to guess keys. */
  address: 30,
  /** An address that reads open documents, counted apart (product.md: "the open documents apart"). */
  open: 120,
  /** Sign-in attempts per account, successful or not: more than typing errors need, and too few to guess. */
  signInAccount: 10,
  /** Attempts to sign in from one address, behind which a whole office may sit. */
  signInAddress: 30,
  /** Invitations of one workspace: a team at once, no flood of mails. */
  invitations: 60,
  /** Checks of one workspace's integrations: more than a person needs, few enough that no provider takes it for an attack. */
  checks: 20,
  /** Links that reset the password of one account; the rows bound them over a longer time. */
  resetAccount: 3,
  /** Unauthenticated requests per address: for reset links, and to open such links. */
  guestAddress: 10,
  /** Passwords and codes that one person gives to change their account. */
  account: 10,
  /** Steps of single sign-on from one address: each sign-in has three, and a whole office may sit behind it. */
  ssoAddress: 120,
  /** Answers to one request of single sign-on: one is enough, and a browser may send it again. */
  ssoRequest: 10,
} as const;

/** Event streams that may be open at once, in all processes together: each costs a connection, a timer and reads. */
export const STREAM_LIMITS = {
  /** An API key: more calls and answers than one service follows at once at 120 requests a minute. */
  key: 50,
  /** A person, in all their sessions: a browser opens at most 6 connections to one host without HTTP/2. */
  member: 20,
  /** The participant of one conversation: the page that reads along, and one that reconnects. */
  participant: 4,
  /** A workspace: leaves room for other workspaces on the same server. */
  workspace: 200,
} as const;
