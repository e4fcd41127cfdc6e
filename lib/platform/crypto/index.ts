export {
  acceptSecrets,
  adoptSecrets,
  checkSecrets,
  claimSecrets,
  readSecretStates,
  type SecretState,
} from "./claim-secrets";
export { type Indexer, type IndexPurpose, workspaceIndexer } from "./indexer";
export { personSealer } from "./person-sealer";
export { type FieldRef, SealError, type Sealer } from "./seal";
export { secretFile } from "./secret-file";
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
  lockExemptSealer,
  materialRef,
  removeMaterialWrapping,
  requireRootKeyOf,
  rootSealer,
  workspaceKeys,
  workspaceSealer,
} from "./workspace-keys";
