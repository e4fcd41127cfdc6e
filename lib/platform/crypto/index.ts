export { type Indexer, type IndexPurpose, indexer } from "./indexer";
export { personSealer } from "./person-sealer";
export { type Place, SealBroken, type Sealer } from "./seal";
export { secretFile } from "./secret-file";
export {
  destroySubject,
  destroySubjects,
  newSubject,
  newSubjects,
  replaceSubject,
  SUBJECT_TTL_MS,
  sealersOf,
  subjectPlace,
  subjectSealer,
  subjectSealers,
} from "./subject-keys";
export { checkTicket, signTicket } from "./ticket";
export {
  createWorkspaceKeys,
  forgetWorkspaceKeys,
  isStanding,
  isUnlocked,
  KEYS_TTL_MS,
  materialPlace,
  newDataKey,
  rootKey,
  rootSealer,
  standingSealer,
  underMaterial,
  withoutMaterial,
  workspaceKeys,
  workspaceSealer,
} from "./workspace-keys";
