/**
 * Why a sign-in or a test by single sign-on was refused, by code: what an owner is told on the test's page, and a person
 * on the sign-in page. None of them quotes what was received.
 */
export const REFUSALS = {
  malformed:
    "The answer is no SAML response that can be read: it may be cut off, too large or too deep, or hold a DTD.",
  status: "The identity provider did not sign this person in.",
  not_begun_here: "It does not answer a sign-in that was begun here. Begin again.",
  not_signed: "Neither the response nor its assertion is signed.",
  signature: "The signature is not one of the identity provider's certificates over SHA-256 or SHA-512.",
  encryption:
    "The encrypted assertion does not open, or is not signed. Encrypt by OAEP and AES for the certificate of this service's metadata.",
  assertion: "The response does not hold exactly one assertion about one person.",
  issuer: "It was issued by another identity provider than the one that is connected.",
  destination: "It was sent to another address than this service's.",
  recipient: "It is confirmed for another recipient than this service.",
  audience: "It is meant for another audience than this service.",
  time: "It is not valid now. Compare the clocks of both sides: they may differ by a minute.",
  replayed: "This assertion was used before.",
  provider: "It could not be brought to its end. Begin again.",
  no_email: "It names no e-mail address, neither in an attribute nor as the name identifier.",
  foreign_domain: "The e-mail address is in no domain that the operator has confirmed for this workspace.",
  no_role: "No rule gives this person a role, and there is no default role.",
  busy: "Too many sign-ins came at once. Try again in a minute.",
  not_connected: "This workspace has no identity provider.",
} as const;
export type Refusal = keyof typeof REFUSALS;

/** A sign-in that is refused. Its message quotes nothing of what was received; the log sees the cause. */
export class SsoRefused extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, cause?: unknown) {
    super(REFUSALS[code], cause === undefined ? undefined : { cause });
    this.name = "SsoRefused";
    this.code = code;
  }
}
