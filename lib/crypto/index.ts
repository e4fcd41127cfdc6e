export { type Indexer, type IndexPurpose, indexer } from "./indexer";
export { personSealer } from "./person-sealer";
export { type Place, SealBroken, type Sealer } from "./seal";
export { secretFile } from "./secret-file";
export {
  destroySubject,
  newSubject,
  newSubjects,
  sealersOf,
  subjectSealer,
  subjectSealers,
} from "./subject-keys";
export { checkTicket, signTicket } from "./ticket";
export { createWorkspaceKeys, rootKey, workspaceSealer } from "./workspace-keys";
