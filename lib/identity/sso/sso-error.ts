/**
 * Messages by refusal code of a sign-in or test, for the test's page and the sign-in page. No message quotes
 * the response.
 */
export const REFUSAL_MESSAGES = {
  malformed:
    "The response is not a readable SAML response. It may be cut off, too large or too deep, or contain a DTD.",
  status: "The identity provider did not sign this person in.",
  not_begun_here: "The response does not answer a sign-in that began here. Start again.",
  not_signed: "Neither the response nor its assertion is signed.",
  signature:
    "The signature does not match the identity provider's certificates, or does not use SHA-256 or SHA-512.",
  encryption:
    "The encrypted assertion cannot be decrypted or is not signed. Encrypt it with OAEP and AES for the certificate in this service's metadata.",
  assertion: "The response does not contain exactly one assertion about one person.",
  issuer: "The response was issued by a different identity provider than the connected one.",
  destination: "The response was sent to an address other than this service's.",
  recipient: "The assertion is confirmed for a recipient other than this service.",
  audience: "The assertion is for an audience other than this service.",
  time: "The assertion is not valid now. Check the clocks of both systems; they may differ by at most a minute.",
  replayed: "This assertion was already used. Start again.",
  provider: "The sign-in could not be completed. Start again.",
  no_email: "The assertion contains no e-mail address, neither in an attribute nor as the name identifier.",
  foreign_domain: "The e-mail address is not in a domain that the operator has confirmed for this workspace.",
  no_role: "No rule assigns this person a role, and there is no default role.",
  busy: "Too many sign-ins at once. Try again in a minute.",
  not_connected: "This workspace has no identity provider.",
} as const;
export type RefusalCode = keyof typeof REFUSAL_MESSAGES;

/** A refused sign-in. Its message does not quote the response; only the log has the cause. */
export class SsoError extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, cause?: unknown) {
    super(REFUSAL_MESSAGES[code], cause === undefined ? undefined : { cause });
    this.name = "SsoError";
    this.code = code;
  }
}
