export { parseCertificates } from "./certificate-chain";
export type { Verification } from "./verification";
export { createStirVerifier, type SignedRequest, type StirVerifier } from "./verifier";
