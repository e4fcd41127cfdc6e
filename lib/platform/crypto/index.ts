export {
  acceptSecrets,
  adoptSecrets,
  checkSecrets,
  claimSecrets,
  compareWithDatabase,
  ROOT_REFRESH_MS,
  readSecretStates,
  refreshRootKeys,
  type SecretState,
  watchRootKeys,
} from "./claim-secrets";
export { type Indexer, type IndexPurpose, workspaceIndexer } from "./indexer";
export { moveFromPlain, moveToPlain, rewrapRootKeys } from "./move-secrets";
export { personSealer } from "./person-sealer";
export { resealSecretFiles } from "./reseal-secret-files";
export { isUnderFormerRoot, type ResealResult, tryResealUnderRoot } from "./reseal-under-root";
export {
  activateNextRootKey,
  dropFormerFingerprint,
  prepareRotation,
  type RootRotation,
  readRotation,
  removeFormerRootKey,
} from "./rotate-root-key";
export { type FieldRef, SealError, type Sealer } from "./seal";
export { readPlainSecrets, type SecretSource, secretSourceOf } from "./secret-source";
export {
  listSecretNames,
  openSecrets,
  requireSecret,
  rootKeys,
} from "./secret-store";
export { openSigningKey, type PublishedKey, publishedKeyOf, signText } from "./signing-key";
export {
  createSubjectKey,
  createSubjectKeys,
  destroySubjectKey,
  destroySubjectKeys,
  replaceSubjectKey,
  SUBJECT_TTL_MS,
  sealersFromRows,
  subjectKeyRef,
  subjectSealer,
  subjectSealers,
} from "./subject-keys";
export { checkTicket, signTicket } from "./ticket";
export {
  addMaterialWrapping,
  createDataKey,
  createWorkspaceKeys,
  forgetWorkspaceKeys,
  isLockExempt,
  isUnlocked,
  KEYS_TTL_MS,
  type KeyPurpose,
  lockExemptSealer,
  materialRef,
  removeMaterialWrapping,
  requireRootKeyOf,
  rootSealer,
  workspaceKeyRef,
  workspaceKeys,
  workspaceSealer,
} from "./workspace-keys";
