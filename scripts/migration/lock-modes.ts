/** Lock modes of tables, the strongest last. */
export const LOCK_MODES = [
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;
export type LockMode = (typeof LOCK_MODES)[number];
