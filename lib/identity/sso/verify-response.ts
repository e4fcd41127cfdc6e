import { checkAssertion, type ExpectedResponse, type Identity } from "./assertion";
import { openResponse } from "./open-response";
import { type RefusalCode, SsoError } from "./sso-error";

/** A response with the values to verify it against. Certificates and the key are PEM. */
export type VerificationJob = {
  xml: string;
  certificates: string[];
  privateKey: string;
  expected: ExpectedResponse;
  nowMs: number;
};

/**
 * The result of a thread. A refusal is returned by its code, as error classes do not survive the thread
 * boundary.
 */
export type Verification = { identity: Identity } | { refused: RefusalCode };

/** Verifies a response: parsing, decryption, signatures and the assertion's statements. */
export function verifyResponse({
  xml,
  certificates,
  privateKey,
  expected,
  nowMs,
}: VerificationJob): Verification {
  try {
    return { identity: checkAssertion(openResponse(xml, { certificates, privateKey }), expected, nowMs) };
  } catch (error) {
    if (error instanceof SsoError) return { refused: error.code };
    throw error;
  }
}
