export { listTrunkTries, readTriesOfCalls } from "./list-trunk-tries";
export type { StoredTry } from "./stored-tries";
