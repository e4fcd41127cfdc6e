export type { AdmittedUser } from "./admit";
export {
  beginSignIn,
  beginTest,
  createTest,
  findWorkspaceByEmail,
} from "./begin";
export {
  createBreakGlassCode,
  hasBreakGlassCode,
  redeemBreakGlassCode,
  removeBreakGlassCode,
} from "./break-glass";
export { listSsoEnforced, readSso } from "./connection";
export { confirmDomain, withdrawDomain } from "./domains";
export { readServiceMetadata } from "./jackson";
export { notifyExpiringCertificates } from "./notify-expiring-certificates";
export { putSso } from "./put";
export { receiveResponse } from "./receive";
export { redeemCode } from "./redeem";
export { removeSso } from "./remove";
export { REFUSAL_MESSAGES, type RefusalCode, SsoError } from "./sso-error";
export { readSsoTest } from "./test-result";
export { unenforceSso } from "./unenforce";
