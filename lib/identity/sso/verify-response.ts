import { checkAssertion, type Expected, type Identity } from "./assertion";
import { type Refusal, SsoRefused } from "./refused";
import { openResponse } from "./signed";

/** A response with what it is checked against. Certificates and the key are PEM. */
export type VerificationJob = {
  xml: string;
  certificates: string[];
  privateKey: string;
  expected: Expected;
  nowMs: number;
};

/** An error of a class cannot leave a thread as one: a refusal is a result, by its code alone. */
export type Verification = { identity: Identity } | { refused: Refusal };

/** Everything about a response that costs work: parsing, decryption, signatures and the assertion's statements. */
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
    if (error instanceof SsoRefused) return { refused: error.code };
    throw error;
  }
}
