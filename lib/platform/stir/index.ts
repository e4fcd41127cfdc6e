export { parseCertificates } from "./certificate-chain";
export {
  type Attestation,
  VERIFICATION_FAILURES,
  type Verification,
  type VerificationFailure,
} from "./verification";
export { createStirVerifier, type SignedRequest, type StirVerifier } from "./verifier";
